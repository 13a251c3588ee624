import { existsSync, unlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { graphOf } from './testing/engine-bench.ts';
import { fileIdOf, openTestBench } from './testing/test-bench.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

describe('reuse', () => {
  it('executes equal work once, and says so by node.cached', async () => {
    const bench = await openTestBench();
    const { folder } = bench;
    const graph: Parameters<typeof graphOf> = [
      { a: ['test/count', { folder }], b: ['test/echo'] },
      ['a.out → b.in'],
    ];
    const first = await bench.run(...graph);
    const second = await bench.run(...graph);
    expect(bench.executions('count')).toBe(1);
    expect(second.outputs).toEqual(first.outputs);
    expect((await bench.types(second.id)).filter((type) => type.startsWith('node.'))).toEqual([
      'node.cached',
      'node.cached',
    ]);
  });

  it('executes and charges equal work once when it comes at the same time, in one run and in several', async () => {
    const bench = await openTestBench({ prices: { 'test/hold': 1 } });
    const hold = ['test/hold', { folder: bench.folder }] as const;
    const equal = () => bench.create({ graph: graphOf({ a: [...hold], b: [...hold] }) });
    const first = await equal();
    await bench.untilEvent(first.id, (event) => event.type === 'node.started');
    const created = [first, await equal()];
    // Other work goes on meanwhile, and a run that is canceled does not wait for its twin.
    const canceled = await equal();
    const beside = await bench.create({ graph: graphOf({ a: ['test/count', { folder: bench.folder }] }) });
    await bench.ended(beside.id);
    await bench.cancel(canceled.id);
    expect((await bench.ended(canceled.id)).status).toBe('canceled');
    bench.sign('hold.go');
    const ended = [];
    for (const { id } of created) ended.push(await bench.ended(id));
    expect(ended.map((item) => item.status)).toEqual(['succeeded', 'succeeded']);
    expect(bench.executions('hold.began')).toBe(1);
    expect(connectionOf(bench.ctx.db).prepare('SELECT COUNT(*) AS n FROM ledger').get()?.['n']).toBe(1);
    const ends = (await Promise.all(created.map(({ id }) => bench.events(id))))
      .flat()
      .filter((event) => event.type.startsWith('node.'));
    expect(ends.filter((event) => event.type === 'node.succeeded')).toHaveLength(1);
    expect(ends.filter((event) => event.type === 'node.cached')).toHaveLength(3);
  });

  it('does the work itself when nothing came of equal work', async () => {
    const bench = await openTestBench();
    const fails = ['test/hold', { folder: bench.folder, fail: true }] as const;
    const first = await bench.create({ graph: graphOf({ a: [...fails] }) });
    await bench.untilEvent(first.id, (event) => event.type === 'node.started');
    const second = await bench.create({ graph: graphOf({ a: [...fails] }) });
    await bench.run({ a: ['test/count', { folder: bench.folder }] });
    await bench.cancel(first.id);
    await bench.untilEvent(second.id, (event) => event.type === 'node.started');
    bench.sign('hold.go');
    expect((await bench.ended(second.id)).error?.code).toBe('HELD');
    expect((await bench.get(first.id)).status).toBe('canceled');
    expect(bench.executions('hold.began')).toBe(2);
  });

  it('executes again when an input, the account or a stored file is another', async () => {
    const bench = await openTestBench();
    const { folder } = bench;
    await bench.run({ a: ['test/count', { folder, in: 1 }] });
    await bench.run({ a: ['test/count', { folder, in: 2 }] });
    expect(bench.executions('count')).toBe(2);

    const other = bench.addAccount('other');
    const created = await bench.create({ graph: graphOf({ a: ['test/count', { folder, in: 1 }] }) }, other);
    await bench.engine.whenIdle();
    expect((await bench.get(created.id, other)).status).toBe('succeeded');
    expect(bench.executions('count')).toBe(3);

    const written = await bench.run({ w: ['test/write', { content: 'gone' }] });
    const row = connectionOf(bench.ctx.db)
      .prepare('SELECT blob FROM files WHERE id = ?')
      .get(fileIdOf(written, 'w.out'));
    const path = bench.ctx.blobs.pathOf(String(row?.['blob']));
    unlinkSync(path);
    const again = await bench.run({ w: ['test/write', { content: 'gone' }] });
    expect(await bench.types(again.id)).toContain('node.succeeded');
    expect(existsSync(path)).toBe(true);
  });

  it('never reuses nodes that are not to be', async () => {
    const bench = await openTestBench();
    bench.sign('gate.go');
    const graph: Parameters<typeof graphOf> = [{ a: ['test/gate', { folder: bench.folder }] }];
    await bench.run(...graph);
    await bench.run(...graph);
    expect(bench.executions('gate.began')).toBe(2);
  });
});
