import { describe, expect, test } from 'vitest';
import { noTests, type Counts, type FailedTry } from './counts.ts';
import { runStages } from './run-stages.ts';
import { fullSizeStages, testStages, type Stage } from './stages.ts';

const stage = (name: string, more: Partial<Stage> = {}): Stage => ({
  name,
  title: name,
  command: name,
  args: [],
  limitMinutes: 1,
  ...more,
});

function toolsWhere(codes: Record<string, number>, counts: Record<string, Counts> = {}) {
  const begun: string[] = [];
  const held: string[] = [];
  const stop = new AbortController();
  return {
    begun,
    held,
    stop,
    run: (item: Stage, isBuffered: boolean) => {
      begun.push(item.name);
      if (isBuffered) held.push(item.name);
      return Promise.resolve({ code: codes[item.name] ?? 0, exit: 'by itself' as const });
    },
    countsOf: (item: Stage) => Promise.resolve(counts[item.name] ?? null),
    timeShortage: (from: number): string | null => (from >= 1000 ? 'the machine stood still' : null),
    log: () => {},
    signal: stop.signal,
  };
}

test('a stage that crashes fails the whole and does not hide the later ones', async () => {
  const tools = toolsWhere({ unit: 139 });
  const outcome = await runStages([[[stage('types')]], [[stage('unit')]], [[stage('stories')]]], tools);
  expect(tools.begun).toEqual(['types', 'unit', 'stories']);
  expect(outcome.ok).toBe(false);
  expect(outcome.total.failed).toBe(1);
  expect(outcome.summary.map((line) => line.slice(0, 6))).toEqual(['ok    ', 'FAILED', 'ok    ']);
});

test('lanes of a group run side by side, and only the first prints while it runs', async () => {
  const tools = toolsWhere({ lint: 1 });
  const outcome = await runStages([[[stage('types')], [stage('lint')]], [[stage('unit')]]], tools);
  expect(tools.begun).toEqual(['types', 'lint', 'unit']);
  expect(tools.held).toEqual(['lint']);
  expect(outcome.ok).toBe(false);
});

test('a stage of a lane waits for the one before it and not for the lane beside it', async () => {
  const tools = toolsWhere({});
  const { promise: unitEnds, resolve: endUnit } = Promise.withResolvers<void>();
  const run = async (item: Stage, isBuffered: boolean) => {
    const ending = await tools.run(item, isBuffered);
    if (item.name === 'unit') await unitEnds;
    if (item.name === 'stories') endUnit();
    return ending;
  };
  const outcome = await runStages([[[stage('unit')], [stage('browser'), stage('stories')]]], {
    ...tools,
    run,
  });
  expect(tools.begun).toEqual(['unit', 'browser', 'stories']);
  expect(outcome.ok).toBe(true);
  expect(outcome.summary).toHaveLength(3);
});

test('nothing begins after a stop', async () => {
  const tools = toolsWhere({});
  tools.stop.abort();
  await runStages([[[stage('types')]]], tools);
  expect(tools.begun).toEqual([]);
});

test('no stage is in both commands, and every name is told apart', () => {
  const names = [...testStages('/reports').flat(2), ...fullSizeStages('/reports').flat(2)].map(
    ({ name }) => name,
  );
  expect(new Set(names).size).toBe(names.length);
});

describe('a test that fails', () => {
  const failedTry = (from: number): FailedTry => ({
    name: 'shaky',
    failure: 'Error: late',
    file: 'shaky.test.ts',
    from,
    to: from + 10,
  });
  const failing = (from: number): Counts => ({
    ...noTests,
    passed: 4,
    failed: 1,
    failures: [failedTry(from)],
  });
  const again = (files: readonly string[]): Stage => stage(`again ${files.join(' ')}`);

  test('is counted once', async () => {
    const tools = toolsWhere({ unit: 1 }, { unit: failing(0) });
    const outcome = await runStages([[[stage('unit', { again })]]], tools);
    expect(outcome).toMatchObject({ ok: false, total: { passed: 4, failed: 1 } });
    expect(tools.begun).toEqual(['unit']);
  });

  test('while the machine gave it no time is tried once more, and named', async () => {
    const counts = { unit: failing(1000), 'again shaky.test.ts': { ...noTests, passed: 1 } };
    const outcome = await runStages([[[stage('unit', { again })]]], toolsWhere({ unit: 1 }, counts));
    expect(outcome).toMatchObject({ ok: true, total: { passed: 5, failed: 0 } });
    expect(outcome.summary[1]).toContain(
      'passed at the second try, the machine stood still: shaky (at first: Error: late)',
    );
  });

  test('at its second try, too, has failed', async () => {
    const counts = { unit: failing(1000), 'again shaky.test.ts': failing(1000) };
    const tools = toolsWhere({ unit: 1, 'again shaky.test.ts': 1 }, counts);
    expect(await runStages([[[stage('unit', { again })]]], tools)).toMatchObject({
      ok: false,
      total: { failed: 1 },
    });
  });

  test('beside a file that could not be run is not tried again', async () => {
    const tools = toolsWhere({ unit: 1 }, { unit: { ...failing(1000), failed: 2 } });
    expect((await runStages([[[stage('unit', { again })]]], tools)).ok).toBe(false);
    expect(tools.begun).toEqual(['unit']);
  });

  test("and passed at the runner's own second try fails the run, unless the machine gave it no time", async () => {
    const flaky = (from: number): Counts => ({ ...noTests, passed: 5, retried: [failedTry(from)] });
    const sound = await runStages([[[stage('stories')]]], toolsWhere({}, { stories: flaky(0) }));
    expect(sound).toMatchObject({ ok: false, total: { passed: 5, failed: 1 } });
    expect(sound.summary[1]).toContain('though the machine gave it time: shaky');
    const busy = await runStages([[[stage('stories')]]], toolsWhere({}, { stories: flaky(1000) }));
    expect(busy).toMatchObject({ ok: true, total: { passed: 5, failed: 0 } });
  });
});
