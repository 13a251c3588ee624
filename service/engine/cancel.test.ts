import { describe, expect, it } from 'vitest';
import { graphOf } from './testing/engine-bench.ts';
import { openTestBench } from './testing/test-bench.ts';

describe('cancel', () => {
  it('ends a waiting run at once', async () => {
    const bench = await openTestBench({ engine: { maxRunning: 1 } });
    const gate = await bench.create({ graph: graphOf({ a: ['test/gate', { folder: bench.folder }] }) });
    await bench.untilEvent(gate.id, (event) => event.type === 'node.started');
    const waiting = await bench.create({ graph: graphOf({ a: ['test/echo', { in: '1' }] }) });
    expect(await bench.cancel(waiting.id)).toMatchObject({ status: 'canceled', cancelRequested: true });
    expect(await bench.types(waiting.id)).not.toContain('run.started');
    bench.sign('gate.go');
    await bench.ended(gate.id);
    await bench.engine.whenIdle();
    expect((await bench.types(waiting.id)).at(-1)).toBe('run.canceled');
  });

  it('ends an accepted run before it was taken up', async () => {
    const bench = await openTestBench();
    const created = await bench.create({ graph: graphOf({ a: ['test/count', { folder: bench.folder }] }) });
    expect((await bench.cancel(created.id)).status).toBe('canceled');
    await bench.engine.whenIdle();
    expect(await bench.types(created.id)).toEqual(['run.accepted', 'run.canceled']);
    expect(bench.executions('count')).toBe(0);
  });

  it('ends a running one at the next safe point', async () => {
    const bench = await openTestBench();
    const created = await bench.create({
      graph: graphOf({ a: ['test/gate', { folder: bench.folder }], b: ['test/echo'] }, ['a.out → b.in']),
    });
    await bench.untilEvent(created.id, (event) => event.type === 'node.progress');
    expect(await bench.cancel(created.id)).toMatchObject({ status: 'running', cancelRequested: true });
    expect((await bench.cancel(created.id)).cancelRequested).toBe(true);
    const ended = await bench.ended(created.id);
    expect(ended).toMatchObject({ status: 'canceled', error: null, outputs: {} });
    expect((await bench.types(created.id)).filter((type) => type.startsWith('run.'))).toEqual([
      'run.accepted',
      'run.queued',
      'run.started',
      'run.cancel_requested',
      'run.canceled',
    ]);
  });

  it('ends the thread of a node that does not listen, and the pool works on', async () => {
    const bench = await openTestBench({ engine: { threads: 2, cancelGraceMs: 20 } });
    const created = await bench.create({
      graph: graphOf({ a: ['test/stubborn', { folder: bench.folder }] }),
    });
    await bench.untilEvent(created.id, (event) => event.type === 'node.started');
    await bench.cancel(created.id);
    expect((await bench.ended(created.id)).status).toBe('canceled');
    expect(
      (await bench.run({ a: ['test/echo', { in: 'next' }], b: ['test/echo', { in: 'too' }] })).status,
    ).toBe('succeeded');
  });

  it('is refused once the run has ended', async () => {
    const bench = await openTestBench();
    const ended = await bench.run({ a: ['test/echo', { in: '1' }] });
    await expect(bench.cancel(ended.id)).rejects.toThrow(
      expect.objectContaining({ kind: 'RUN_ALREADY_TERMINAL' }),
    );
  });
});
