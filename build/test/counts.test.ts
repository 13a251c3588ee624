import { expect, test } from 'vitest';
import { add, closingLine, describeTry, noTests, readCounts } from './counts.ts';
import { testStages } from './stages.ts';

test('counts are read from both runners and add up', () => {
  const assertion = (fullName: string, status: string, failureMessages: string[]) => ({
    fullName,
    status,
    failureMessages,
  });
  const unit = readCounts(
    'vitest',
    JSON.stringify({
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        {
          name: 'x.test.ts',
          startTime: 1000,
          endTime: 1500.5,
          assertionResults: [
            assertion('steady', 'passed', []),
            assertion('broken', 'failed', ['Error: expected 1 to be 2\n    at x.test.ts']),
          ],
        },
      ],
    }),
  );
  const startTime = new Date(2000).toISOString();
  const spec = (title: string, status: string, ...results: { error?: { message: string } }[]) => ({
    title,
    file: 'a.spec.ts',
    tests: [{ status, results: results.map((result) => ({ startTime, duration: 30, ...result })) }],
  });
  const late = { error: { message: '\u001B[31mTimed out\u001B[39m\nCall log' } };
  const stories = readCounts(
    'playwright',
    JSON.stringify({
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 4, duration: 1 },
      suites: [
        {
          specs: [spec('a story', 'expected', {})],
          suites: [{ specs: [spec('a slow story', 'flaky', late, {})] }],
        },
      ],
    }),
  );
  expect(unit.failures).toEqual([
    { name: 'broken', failure: 'Error: expected 1 to be 2', file: 'x.test.ts', from: 1000, to: 1500.5 },
  ]);
  const { retried } = add(unit, stories);
  expect(retried).toEqual([
    { name: 'a slow story', failure: 'Timed out', file: 'a.spec.ts', from: 2000, to: 2030 },
  ]);
  expect(retried.map(describeTry)).toEqual(['a slow story (at first: Timed out)']);
  expect(closingLine(add(unit, stories))).toBe('9 passed, 2 failed, 7 skipped, 1 passed at the second try');
});

test('a second try is told of only when there was one', () => {
  expect(closingLine({ ...noTests, passed: 3 })).toBe('3 passed, 0 failed, 0 skipped');
});

test('a report of another shape is not taken for one of no tests', () => {
  expect(() => readCounts('vitest', '{}')).toThrow('numPassedTests');
  expect(() => readCounts('playwright', 'not json')).toThrow('JSON');
});

test('what tests stand on is built before them, and stories come last and alone', () => {
  const names = testStages('/reports').map((group) => group.map((lane) => lane.map(({ name }) => name)));
  expect(names).toEqual([
    [['build'], ['walls', 'format']],
    [['unit'], ['browser'], ['typecheck'], ['lint', 'deadcode']],
    [['e2e']],
  ]);
});

test('tests that a stage leaves out for their tag are not counted, others that are skipped are', () => {
  const assertion = (tags: string[]) => ({ fullName: 'x', status: 'skipped', failureMessages: [], tags });
  const file = { name: 'x.test.ts', startTime: 1, endTime: 2 };
  const report = JSON.stringify({
    numPassedTests: 5,
    numFailedTests: 0,
    numPendingTests: 3,
    numTodoTests: 0,
    testResults: [{ ...file, assertionResults: [assertion([]), assertion(['rig']), assertion(['rig'])] }],
  });
  expect(readCounts('vitest', report).skipped).toBe(3);
  expect(readCounts('vitest', report, 'untagged').skipped).toBe(1);
  expect(readCounts('vitest', report, 'tagged').skipped).toBe(2);
});
