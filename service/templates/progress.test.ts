import { expect, it, vi } from 'vitest';
import { graphOf } from '#service/engine/testing/engine-bench.ts';
import { openTestBench } from '#service/engine/testing/test-bench.ts';
import { RunProgress } from './progress.ts';

it('a node that was skipped counts as done and is no line of the log, and lines are read without their data', async () => {
  const bench = await openTestBench();
  const created = await bench.create({
    graph: graphOf(
      {
        pick: ['test/pass', { a: 'no' }],
        chat: ['test/chat', { lines: 100 }],
        left: ['test/need', { a: 'left' }],
        either: ['logic/switch', { pick: 1 }],
      },
      ['chat.out → either.a', 'left.out → either.b'],
    ),
  });
  await bench.ended(created.id);
  const progress = new RunProgress(bench.engine.store, created.id, (id) => id);
  const parse = vi.spyOn(JSON, 'parse');
  const current = await progress.current();
  const parsed = parse.mock.calls.length;
  parse.mockRestore();
  expect(current).toMatchObject({ status: 'succeeded', progress: 100, nodeIndex: 4, nodesCount: 4 });
  expect(progress.logs).toHaveLength(100);
  expect(progress.logs.every(({ node }) => node === 'chat')).toBe(true);
  // The start of the run, and the line of what was skipped.
  expect(parsed).toBe(2);
});
