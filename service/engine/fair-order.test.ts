// @module-tag rig
import { expect, it, vi } from 'vitest';
import { FairOrder } from './fair-order.ts';
import { RunQueue } from './run-queue.ts';
import { graphOf } from './testing/engine-bench.ts';
import { openTestBench, type TestBench } from './testing/test-bench.ts';

const ACCOUNT_RUNS = 60;

/** Creates a run of nodes that are executed each time. @returns its id. */
const create = async (bench: TestBench, account?: string, nodes = 1): Promise<string> => {
  const ids = Array.from({ length: nodes }, (_, index) => `n${index}`);
  const graph = graphOf(
    Object.fromEntries(ids.map((id) => [id, ['test/scratch', { folder: bench.folder }]])),
  );
  return (await bench.create({ graph }, account)).id;
};

/** The runs whose nodes are started from now on, in the order of their starts. */
function watchStarts(bench: TestBench): string[] {
  const started: string[] = [];
  const { events } = bench.engine.store;
  const append = events.append.bind(events);
  vi.spyOn(events, 'append').mockImplementation(async (runId, event) => {
    if (event.type === 'node.started') started.push(runId);
    return await append(runId, event);
  });
  return started;
}

/** Both threads are taken until the sign is given, so that everything waits. */
async function closedGates(bench: TestBench): Promise<() => void> {
  const { folder } = bench;
  const { id } = await bench.create({
    graph: graphOf({ a: ['test/gate', { folder }], b: ['test/gate', { folder }] }),
  });
  for (const nodeId of ['a', 'b']) {
    await bench.untilEvent(id, (event) => event.type === 'node.started' && event.nodeId === nodeId);
  }
  return () => bench.sign('gate.go');
}

it('nodes of accounts are started one after the other, however many runs one of them has', async () => {
  const bench = await openTestBench({ engine: { threads: 2 } });
  const [other, third] = [bench.addAccount('other'), bench.addAccount('third')];
  const open = await closedGates(bench);
  const started = watchStarts(bench);
  const mine = await Promise.all(Array.from({ length: ACCOUNT_RUNS }, () => create(bench)));
  const theirs = await create(bench, other, 3);
  const thirds = await create(bench, third, 2);
  // Each of the others is under way, although more runs wait than may be.
  await bench.untilEvent(theirs, ({ type }) => type === 'run.started', other);
  await bench.untilEvent(thirds, ({ type }) => type === 'run.started', third);
  open();
  await bench.engine.whenIdle();
  expect(await Promise.all(mine.map(async (id) => (await bench.get(id)).status))).toEqual(
    mine.map(() => 'succeeded'),
  );
  expect(started).toHaveLength(ACCOUNT_RUNS + 5);
  // Three nodes and two among the many: every third, then every second, and a few for those still being prepared.
  expect(started.lastIndexOf(theirs)).toBeLessThan(12);
  expect(started.lastIndexOf(thirds)).toBeLessThan(12);
});

it('runs beyond the first of an account wait, and begin one account after the other', async () => {
  const bench = await openTestBench({ engine: { threads: 2, maxRunning: 1 } });
  const other = bench.addAccount('other');
  const open = await closedGates(bench);
  const started = watchStarts(bench);
  const mine = await Promise.all(Array.from({ length: 20 }, () => create(bench)));
  const theirs = await Promise.all(Array.from({ length: 3 }, () => create(bench, other)));
  await bench.untilEvent(theirs[0]!, ({ type }) => type === 'run.started', other);
  // Not more than one beyond the limit.
  await expect.poll(async () => (await bench.get(theirs[1]!, other)).status).toBe('queued');
  await expect
    .poll(() => Promise.all(mine.map(async (id) => (await bench.get(id)).status)))
    .toEqual(mine.map(() => 'queued'));
  open();
  await bench.engine.whenIdle();
  expect(started).toHaveLength(23);
  // One of each in turns, but for runs that take longer than others: behind all of mine the last of theirs would be the 23rd.
  expect(started.findLastIndex((id) => theirs.includes(id))).toBeLessThan(17);
});

it('a full queue of one account refuses no other account its first run', { tags: 'rig' }, async () => {
  const bench = await openTestBench({ engine: { threads: 2, maxRunning: 1, maxQueued: 2 } });
  const other = bench.addAccount('other');
  const open = await closedGates(bench);
  await create(bench);
  await create(bench);
  await expect(create(bench)).rejects.toThrow('Too many runs are waiting');
  const first = await create(bench, other);
  await bench.untilEvent(first, ({ type }) => type === 'run.started', other);
  await create(bench, other);
  await expect(create(bench, other)).rejects.toThrow('Too many runs are waiting');
  open();
  await bench.engine.whenIdle();
});

it('the order serves accounts, then items, by how long ago they were served', async () => {
  const item = (account: string, name: string) => ({ account, name });
  const items = [item('a', 'a1'), item('a', 'a2'), item('b', 'b1'), item('a', 'a3')];
  const order = new FairOrder<(typeof items)[number]>(({ account }) => account);
  const served = Array.from({ length: 6 }, () => order.next(items)?.name);
  expect(served).toEqual(['a1', 'b1', 'a2', 'b1', 'a3', 'b1']);
  expect(order.next([])).toBeUndefined();
});

it('the queue hands over runs of accounts in rotation, and forgets those that are removed', async () => {
  const queue = new RunQueue();
  for (const id of ['a1', 'a2', 'a3']) queue.add('a', id);
  queue.add('b', 'b1');
  queue.add('b', 'b2');
  expect(queue.remove('a', 'a2')).toBe(true);
  expect(queue.remove('a', 'a2')).toBe(false);
  expect([queue.size, queue.sizeOf('a'), queue.sizeOf('c')]).toEqual([4, 2, 0]);
  const none = () => 0;
  const all = () => true;
  expect(queue.take(none, (account) => account === 'b')).toBe('b1');
  expect(queue.take(none, all)).toBe('a1');
  expect(queue.take((account) => (account === 'b' ? 1 : 0), all)).toBe('a3');
  expect(queue.take(none, all)).toBe('b2');
  expect(queue.take(none, all)).toBeUndefined();
  expect(queue.size).toBe(0);
});
