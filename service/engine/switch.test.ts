import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isSkipOfNode, type PublicRunDetail } from '#shared/api/index.ts';
import { graphOf, openBench } from './testing/engine-bench.ts';
import { openTestBench, type TestBench } from './testing/test-bench.ts';

/** The nodes that a run did not make because nothing took them, each with what is said of it. */
async function skipped(bench: TestBench, run: PublicRunDetail): Promise<Record<string, string>> {
  const events = await bench.events(run.id);
  return Object.fromEntries(events.filter(isSkipOfNode).map(({ nodeId, message }) => [nodeId, message]));
}

const counted = (bench: TestBench, name: string): [string, Record<string, unknown>] => [
  'test/count',
  { folder: bench.folder, name },
];

describe('a switch', () => {
  it('runs what leads to the branch that is picked, and says of the rest why it did not run', async () => {
    const bench = await openTestBench();
    const graph = (pick: unknown): Parameters<TestBench['run']> => [
      {
        shared: counted(bench, 'shared'),
        costly: counted(bench, 'costly'),
        costlier: counted(bench, 'costlier'),
        cheap: counted(bench, 'cheap'),
        switch: ['logic/switch', { pick }, 'Which'],
        end: ['output/value', { name: 'End' }],
      },
      [
        'shared.out → costly.in',
        'costly.out → costlier.in',
        'costlier.out → switch.a',
        'shared.out → cheap.in',
        'cheap.out → switch.b',
        'switch.value → end.value',
      ],
    ];
    const run = await bench.run(...graph('B'));
    expect(run.status).toBe('succeeded');
    expect(run.outputs?.['End']).toEqual({ type: 'string', value: 'shared' });
    expect(await skipped(bench, run)).toEqual({
      costly: 'Not run: Which takes another branch.',
      costlier: 'Not run: Which takes another branch.',
    });
    expect(bench.executions('costly') + bench.executions('costlier')).toBe(0);
    expect(bench.executions('cheap')).toBe(1);
    // The other branch takes over what is shared, and finds it made.
    const other = await bench.run(...graph('A'));
    expect(await skipped(bench, other)).toEqual({ cheap: 'Not run: Which takes another branch.' });
    expect([bench.executions('shared'), bench.executions('costlier')]).toEqual([1, 1]);
    // A change of what is not taken changes no result: all of it is found made.
    const again = await bench.run(...graph('B'));
    expect((await bench.types(again.id)).filter((type) => type === 'node.succeeded')).toEqual([]);
  });

  it('makes what something else takes, and what was asked for, whatever it picks', async () => {
    const bench = await openTestBench();
    const nodes = {
      a: counted(bench, 'a'),
      b: counted(bench, 'b'),
      if: ['logic/if', { condition: true }] as [string, Record<string, unknown>],
      beside: counted(bench, 'beside'),
    };
    const wires = ['a.out → if.whenTrue', 'b.out → if.whenFalse', 'b.out → beside.in'];
    const run = await bench.run(nodes, wires);
    expect([await skipped(bench, run), bench.executions('b')]).toEqual([{}, 1]);
    const target = await bench.create({
      graph: graphOf({ ...nodes, b: counted(bench, 'asked') }, wires.slice(0, 2)),
      targetNodeIds: ['b', 'if'],
    });
    expect((await bench.ended(target.id)).outputs).toHaveProperty(['b.out']);
  });

  it('decides by what another switch gives, and skips a switch with all that leads to it', async () => {
    const bench = await openTestBench();
    const run = await bench.run(
      {
        yes: counted(bench, 'yes'),
        inner: ['logic/switch', { pick: 'B' }, 'Inner'],
        one: counted(bench, 'one'),
        two: counted(bench, 'two'),
        choice: ['logic/if', { condition: false, whenTrue: 'A', whenFalse: 'B' }, 'Choice'],
        outer: ['logic/switch', {}, 'Outer'],
      },
      [
        'one.out → inner.a',
        'two.out → inner.b',
        'inner.value → outer.a',
        'yes.out → outer.b',
        'choice.value → outer.pick',
      ],
    );
    expect(run.outputs?.['outer.value']).toEqual({ type: 'string', value: 'yes' });
    expect(Object.keys(await skipped(bench, run)).sort()).toEqual(['inner', 'one', 'two']);
    expect(bench.executions('one') + bench.executions('two')).toBe(0);
  });

  it('that is given a list of choices takes for each item its own branch, and makes no other item', async () => {
    const bench = await openTestBench();
    const graph = (picks: unknown[]): Parameters<TestBench['run']> => [
      {
        picks: ['test/rows', { values: picks }],
        rows: ['test/rows', { values: ['p', 'q', 'r', 's'] }],
        first: counted(bench, 'first'),
        costly: counted(bench, 'costly'),
        cheap: counted(bench, 'cheap'),
        unused: counted(bench, 'unused'),
        switch: ['logic/switch', {}],
        all: ['test/join'],
      },
      [
        'picks.out → switch.pick',
        'rows.out → first.in',
        'first.out → costly.in',
        'costly.out → switch.a',
        'rows.out → cheap.in',
        'cheap.out → switch.b',
        'rows.out → unused.in',
        'unused.out → switch.c',
        'switch.value → all.list',
      ],
    ];
    const run = await bench.run(...graph(['A', 'B', 'B', 'A']));
    expect(run.status).toBe('succeeded');
    expect(run.outputs?.['all.out']).toEqual({ type: 'string', value: 'p q r s' });
    expect(['first', 'costly', 'cheap', 'unused'].map((name) => bench.executions(name))).toEqual([
      2, 2, 2, 0,
    ]);
    expect(Object.keys(await skipped(bench, run))).toEqual(['unused']);
    const costly = (await bench.events(run.id)).findLast(({ nodeId }) => nodeId === 'costly');
    expect(costly).toMatchObject({
      type: 'node.succeeded',
      data: { items: { total: 2, completed: 2, failed: 0 }, outputs: { out: { count: 4, failed: 0 } } },
    });
    // One more item of a branch is one more execution of what leads to it.
    const more = await bench.run(...graph(['A', 'A', 'B', 'A']));
    expect(more.outputs?.['all.out']).toEqual({ type: 'string', value: 'p q r s' });
    expect([bench.executions('costly'), bench.executions('cheap')]).toEqual([3, 2]);
  });

  it('keeps the place of an item whose choice means no branch, and says which there are', async () => {
    const bench = await openTestBench();
    const run = await bench.run(
      {
        picks: ['test/rows', { values: ['A', 'zebra', 3] }],
        switch: ['logic/switch', { a: 'one', c: 'three', names: 'horse, cow' }],
        all: ['test/join'],
      },
      ['picks.out → switch.pick', 'switch.value → all.list'],
    );
    expect(run.status).toBe('failed');
    expect(run.error?.['message']).toContain('row 2: No branch is called “zebra”. Pick A to F');
    expect(run.outputs?.['all.out']).toEqual({ type: 'string', value: 'one ! three' });
  });

  it('asks for what surely runs only: a branch that is not paid for is refused when it is taken', async () => {
    const bench = await openTestBench({ prices: { 'test/count': 1_000_000 }, microcredits: 500_000n });
    const graph = (pick: string): Parameters<TestBench['run']> => [
      {
        paid: counted(bench, 'paid'),
        free: ['test/mix', {}],
        switch: ['logic/switch', { pick }],
      },
      ['paid.out → switch.a', 'free.out → switch.b'],
    ];
    const run = await bench.run(...graph('B'));
    expect([run.status, run.creditsUsedMicrocredits]).toEqual(['succeeded', '0']);
    const refused = await bench.run(...graph('A'));
    expect([refused.status, refused.error?.['code']]).toEqual(['failed', 'INSUFFICIENT_CREDITS']);
    expect(bench.executions('paid')).toBe(0);
  });

  it('goes on after a restart with what it had decided, and says nothing of it again', async () => {
    const root = mkdtempSync(join(tmpdir(), 'patchbay-switch-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const dataDirectory = join(root, 'data');
    const first = await openBench({ dataDirectory });
    const signs = mkdtempSync(join(root, 'signs-'));
    const run = await first.create({
      graph: graphOf(
        {
          made: ['test/count', { folder: signs, name: 'made' }],
          hold: ['test/gate', { folder: signs }],
          other: ['test/count', { folder: signs, name: 'other' }],
          switch: ['logic/switch', { pick: 2 }],
        },
        ['made.out → hold.in', 'other.out → switch.a', 'hold.out → switch.b'],
      ),
    });
    await first.untilEvent(run.id, ({ type }) => type === 'node.progress');
    await first.close();
    const bench = await openTestBench({ dataDirectory });
    writeFileSync(join(signs, 'gate.go'), '');
    await bench.engine.start();
    expect((await bench.ended(run.id)).outputs?.['switch.value']).toEqual({ type: 'string', value: 'gate' });
    expect(readFileSync(join(signs, 'made'), 'utf8')).toBe('x\n');
    expect(existsSync(join(signs, 'other'))).toBe(false);
    expect((await bench.events(run.id)).filter(isSkipOfNode)).toHaveLength(1);
  });
});
