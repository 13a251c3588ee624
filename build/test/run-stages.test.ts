import { expect, test } from 'vitest';
import { noTests } from './counts.ts';
import { runStages } from './run-stages.ts';
import { longStages, testStages, type Stage } from './stages.ts';

const stage = (name: string): Stage => ({ name, title: name, command: name, args: [], limitMinutes: 1 });

function toolsWhere(codes: Record<string, number>) {
  const begun: string[] = [];
  const stop = new AbortController();
  return {
    begun,
    stop,
    run: (item: Stage) => {
      begun.push(item.name);
      return Promise.resolve({ code: codes[item.name] ?? 0, how: 'by itself' as const });
    },
    countsOf: () => Promise.resolve(null),
    log: () => {},
    signal: stop.signal,
  };
}

test('a stage that crashes fails the whole and does not hide the later ones', async () => {
  const tools = toolsWhere({ unit: 139 });
  const outcome = await runStages([stage('types'), stage('unit'), stage('stories')], tools);
  expect(tools.begun).toEqual(['types', 'unit', 'stories']);
  expect(outcome.ok).toBe(false);
  expect(outcome.total.failed).toBe(1);
  expect(outcome.summary.map((line) => line.slice(0, 6))).toEqual(['ok    ', 'FAILED', 'ok    ']);
});

test('a failed test in a stage is counted once', async () => {
  const tools = toolsWhere({ unit: 1 });
  const outcome = await runStages([stage('unit')], {
    ...tools,
    countsOf: () => Promise.resolve({ ...noTests, passed: 4, failed: 1 }),
  });
  expect(outcome).toMatchObject({ ok: false, total: { passed: 4, failed: 1 } });
});

test('nothing begins after a stop', async () => {
  const tools = toolsWhere({});
  tools.stop.abort();
  await runStages([stage('types')], tools);
  expect(tools.begun).toEqual([]);
});

test('no stage is in both commands, and every name is told apart', () => {
  const names = [...testStages('/reports'), ...longStages('/reports')].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
