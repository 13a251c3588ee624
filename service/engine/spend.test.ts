import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { graphOf } from './testing/engine-bench.ts';
import { openTestBench, type TestBench } from './testing/test-bench.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

describe('spend', () => {
  const balance = (bench: TestBench): bigint => {
    const select = connectionOf(bench.ctx.db).prepare(
      'SELECT balance_microcredits AS b FROM accounts WHERE id = ?',
    );
    select.setReadBigInts(true);
    return select.get(bench.accountId)?.['b'] as bigint;
  };

  it('adds up to the microcredit: what was executed and succeeded, and nothing else', async () => {
    const bench = await openTestBench({
      prices: { 'test/echo': 1_500_001, 'test/refuse': 999, 'test/count': 7 },
      microcredits: 10_000_000n,
    });
    const { folder } = bench;
    const graph: Parameters<typeof graphOf> = [
      {
        a: ['test/echo', { in: '1' }],
        b: ['test/echo', { in: '2' }],
        c: ['test/count', { folder }],
        bad: ['test/refuse'],
      },
    ];
    const first = await bench.run(...graph);
    expect(first.creditsUsedMicrocredits).toBe('3000009');
    expect(first.creditsUsed).toBe(3);
    expect(first.spend?.byNode?.map(({ nodeId, microcredits }) => [nodeId, microcredits]).sort()).toEqual([
      ['a', '1500001'],
      ['b', '1500001'],
      ['c', '7'],
    ]);
    expect(balance(bench)).toBe(10_000_000n - 3_000_009n);

    const second = await bench.run(...graph);
    expect(second.creditsUsedMicrocredits).toBe('0');
    expect(balance(bench)).toBe(10_000_000n - 3_000_009n);
    const ledger = connectionOf(bench.ctx.db).prepare('SELECT SUM(microcredits) AS sum FROM ledger').get();
    expect(BigInt(Number(ledger?.['sum']))).toBe(3_000_009n);
  });

  it('refuses a run that the balance does not cover', async () => {
    const bench = await openTestBench({ prices: { 'test/echo': 6 }, microcredits: 11n });
    await expect(
      bench.create({ graph: graphOf({ a: ['test/echo', { in: '1' }], b: ['test/echo', { in: '2' }] }) }),
    ).rejects.toThrow(expect.objectContaining({ kind: 'INSUFFICIENT_CREDITS' }));
    expect((await bench.run({ a: ['test/echo', { in: '1' }] })).status).toBe('succeeded');
  });

  it('refuses a run while as many wait as may wait, says when to come back, and takes it then', async () => {
    const bench = await openTestBench({ engine: { maxRunning: 1, maxQueued: 1 } });
    const { folder } = bench;
    const gate = (name: string) => bench.create({ graph: graphOf({ g: ['test/gate', { folder, name }] }) });
    const first = await gate('first');
    await bench.untilEvent(first.id, ({ type }) => type === 'node.started');
    const second = await gate('second');
    await expect(gate('third')).rejects.toThrow(
      expect.objectContaining({
        kind: 'RUN_NOT_DISPATCHED',
        message: expect.stringContaining('Try again in a moment'),
      }),
    );
    for (const name of ['first', 'second', 'third']) writeFileSync(join(folder, `${name}.go`), '');
    for (const { id } of [first, second]) expect((await bench.ended(id)).status).toBe('succeeded');
    expect((await bench.ended((await gate('third')).id)).status).toBe('succeeded');
  });

  it('refuses a run that those under way leave too little for, and takes it when they are over', async () => {
    const bench = await openTestBench({ prices: { 'test/echo': 6, 'test/count': 3 }, microcredits: 11n });
    const { folder } = bench;
    const first = await bench.create({
      graph: graphOf(
        { early: ['test/count', { folder }], gate: ['test/gate', { folder }], late: ['test/echo', {}] },
        ['early.out → gate.in', 'gate.out → late.in'],
      ),
    });
    await bench.untilEvent(first.id, ({ type, nodeId }) => type === 'node.started' && nodeId === 'gate');
    // 3 are spent and 6 promised: 2 are left.
    const wanted = { graph: graphOf({ c: ['test/count', { folder, name: 'other' }] }) };
    await expect(bench.create(wanted)).rejects.toThrow(
      expect.objectContaining({
        kind: 'INSUFFICIENT_CREDITS',
        message: expect.stringContaining('runs under way may need 6'),
        details: { requiredMicrocredits: '3', balanceMicrocredits: '8', promisedMicrocredits: '6' },
      }),
    );
    await bench.engine.cancel(first.id);
    await bench.ended(first.id);
    expect((await bench.ended((await bench.create(wanted)).id)).status).toBe('succeeded');
    expect(balance(bench)).toBe(5n);
  });

  it('never goes below zero, though the balance fell after two runs were accepted', async () => {
    const bench = await openTestBench({ prices: { 'test/meet': 6, 'test/echo': 6 }, microcredits: 12n });
    const runs = await Promise.all(
      ['1', '2'].map((text) => bench.create({ graph: graphOf({ a: ['test/echo', { in: text }] }) })),
    );
    connectionOf(bench.ctx.db).exec('UPDATE accounts SET balance_microcredits = 11');
    const ended = await Promise.all(runs.map(({ id }) => bench.ended(id)));
    expect(ended.map((entry) => entry.status).sort()).toEqual(['failed', 'succeeded']);
    expect(ended.find((entry) => entry.status === 'failed')?.error).toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
    });
    expect(balance(bench)).toBe(5n);
  });
});
