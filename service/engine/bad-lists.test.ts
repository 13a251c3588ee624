import { describe, expect, it } from 'vitest';
import { itemsOfOutput, type PublicRunDetail } from '#shared/api/index.ts';
import { PAIRINGS } from '#shared/graph/list-pairing.ts';
import { graphOf } from './testing/engine-bench.ts';
import { openTestBench, type TestBench } from './testing/test-bench.ts';

/** Lists as nobody meant them: empty, of mixed kinds, where none can be, of lengths that do not fit, and with a failing item. */

const itemsOf = (run: PublicRunDetail, key: string) =>
  itemsOfOutput(run.outputs?.[key] ?? { type: 'null', value: null });

const values = (run: PublicRunDetail, key: string): unknown[] | null =>
  itemsOf(run, key)?.map(({ output, error }) =>
    output !== null && 'value' in output ? output.value : error?.code,
  ) ?? null;

const mixed = (bench: TestBench, a: unknown[], b: unknown[], lists: string): Promise<PublicRunDetail> =>
  bench.run(
    {
      a: ['test/rows', { values: a }],
      b: ['test/rows', { values: b }],
      mix: ['test/mix', { lists }],
      all: ['test/join'],
    },
    ['a.out → mix.a', 'b.out → mix.b', 'mix.out → all.list'],
  );

describe('a list that is empty', () => {
  it('meets another one: two empty ones go together as every choice says, and nothing runs', async () => {
    const bench = await openTestBench();
    const seen = await Promise.all(
      PAIRINGS.map(async (lists) => {
        const { status, outputs } = await mixed(bench, [], [], lists);
        return [lists, status, outputs?.['all.out']];
      }),
    );
    expect(seen).toEqual(PAIRINGS.map((lists) => [lists, 'succeeded', { type: 'string', value: '' }]));
  });

  it('meets a longer one: refused by position, an end by shortest, and told that it has no last item', async () => {
    const bench = await openTestBench();
    const run = (lists: string) => mixed(bench, ['x', 'y'], [], lists);
    expect((await run('by position')).error).toMatchObject({
      code: 'LIST_LENGTHS_DIFFER',
      message:
        'a has 2 items and b 0 items. Give both as many, or choose under Lists of this node what becomes of the rest.',
    });
    expect(await run('shortest')).toMatchObject({
      status: 'succeeded',
      outputs: { 'all.out': { type: 'string', value: '' } },
    });
    expect((await run('repeat last')).error?.['message']).toBe(
      'b is an empty list, so it has no last item to go on with. Give it an item, or choose “shortest” under Lists.',
    );
    expect((await run('every pair')).status).toBe('succeeded');
  });

  it('lies in a list of lists, and keeps its place there', async () => {
    const bench = await openTestBench();
    const run = await bench.run(
      {
        rows: ['test/rows', { values: [[], ['a'], []] }],
        each: ['test/need'],
        out: ['output/value', { name: 'All' }],
      },
      ['rows.out → each.a', 'each.out → out.value'],
    );
    expect(run.status).toBe('succeeded');
    const list = run.outputs?.['All'];
    expect(list).toMatchObject({ type: 'list', count: 3 });
    expect(
      (list as unknown as { value: { value: unknown[] }[] }).value.map(({ value }) => value.length),
    ).toEqual([0, 1, 0]);
  });

  it('is held by an input, and its node runs for nothing', async () => {
    const bench = await openTestBench();
    const run = await bench.run({ each: ['test/need', { a: { type: 'list', value: [] } }] });
    expect(run).toMatchObject({ status: 'succeeded', outputs: { 'each.out': { count: 0, failed: 0 } } });
  });
});

describe('a list of mixed kinds', () => {
  it('runs for what fits, and says of each other item what it should be', async () => {
    const bench = await openTestBench();
    const run = await bench.run(
      {
        rows: ['test/rows', { values: [7, 'wide', null, true, 101, { w: 1 }, [1], 8] }],
        size: ['test/size'],
        out: ['output/value', { name: 'Sizes' }],
      },
      ['rows.out → size.width', 'size.out → out.value'],
    );
    expect(run.status).toBe('failed');
    const found = itemsOf(run, 'Sizes')!;
    expect(found[0]?.output).toMatchObject({ value: 7 });
    expect(found.at(-1)?.output).toMatchObject({ value: 8 });
    const reasons = found.flatMap(({ error }) => (error === null ? [] : [error.message]));
    expect(reasons.length).toBeGreaterThanOrEqual(4);
    for (const reason of reasons) expect(reason).toMatch(/^Width (must|is|has)/);
  });

  it('of one thing and lists keeps both as deep as they are', async () => {
    const bench = await openTestBench();
    const run = await bench.run(
      { rows: ['test/rows', { values: ['a', ['b', 'c'], 'd'] }], each: ['test/need'] },
      ['rows.out → each.a'],
    );
    expect(itemsOf(run, 'each.out')?.map(({ path }) => path.join('.'))).toEqual(['0', '1.0', '1.1', '2']);
  });
});

describe('a list where none can be', () => {
  it('is refused by the name of an output, a switch of a loop, and the number of its turns', async () => {
    const bench = await openTestBench();
    const loop = (extra: string) =>
      bench.run(
        {
          rows: ['test/rows', { values: [2, 3] }],
          start: ['control/loop-start', { value: 'x' }],
          mix: ['test/mix'],
          end: ['control/loop-end', {}],
        },
        ['start.loop → end.loop', 'start.value → mix.a', 'mix.out → end.value', extra],
      );
    for (const wire of ['rows.out → start.iterations', 'rows.out → end.stop']) {
      const run = await loop(wire);
      expect([wire, run.status]).toEqual([wire, 'failed']);
      expect(run.error?.['message']).toMatch(/takes one thing|must be|list of 2 items/);
    }
  });
});

describe('one item that fails', () => {
  it('at row 7 of 30 is done again alone after an edit, and its neighbors keep their keys', async () => {
    const bench = await openTestBench({ prices: { 'test/need': 1 } });
    const run = (seventh: unknown) =>
      bench.run(
        {
          rows: [
            'test/rows',
            { values: Array.from({ length: 30 }, (_, at) => (at === 6 ? seventh : `p${at}`)) },
          ],
          check: ['test/need'],
        },
        ['rows.out → check.a'],
      );
    const failed = await run(3);
    expect(failed).toMatchObject({ status: 'failed', creditsUsedMicrocredits: '29' });
    expect(values(failed, 'check.out')?.indexOf('THREE')).toBe(6);
    expect(await run('p6')).toMatchObject({ status: 'succeeded', creditsUsedMicrocredits: '1' });
  });

  it(
    'at row 7 of 10,000 keeps its place, moves no other, and is the only one done again',
    { tags: 'long', timeout: 300_000 },
    async () => {
      const bench = await openTestBench({ prices: { 'test/need': 1 } });
      const graph = (seventh: unknown) =>
        graphOf(
          {
            rows: [
              'test/rows',
              { values: Array.from({ length: 10_000 }, (_, at) => (at === 6 ? seventh : at + 10)) },
            ],
            check: ['test/need'],
          },
          ['rows.out → check.a'],
        );
      const run = async (seventh: unknown): Promise<PublicRunDetail> => {
        const created = await bench.create({ graph: graph(seventh) });
        await bench.engine.whenIdle();
        return await bench.get(created.id);
      };
      const failed = await run(3);
      expect(failed).toMatchObject({
        status: 'failed',
        creditsUsedMicrocredits: '9999',
        error: { code: 'THREE', message: '1 of 10000 items failed. row 7: Three is too many.' },
        outputs: { 'check.out': { type: 'list', count: 10_000, failed: 1 } },
      });
      // What its response holds does not grow with the list.
      expect(JSON.stringify(failed.outputs).length).toBeLessThan(2000);
      expect(await run(16)).toMatchObject({ status: 'succeeded', creditsUsedMicrocredits: '1' });
    },
  );
});

describe('a grid of one input and a list of the same values', () => {
  it('make the same keys: nothing runs twice, whichever comes first, and what lies before runs once', async () => {
    const bench = await openTestBench();
    const { folder } = bench;
    const words = ['red', 'green', 'blue'];
    const cell = graphOf(
      {
        before: ['test/count', { folder, name: 'before' }],
        word: ['input/text', { value: '' }],
        mix: ['test/mix'],
        each: ['test/count', { folder, name: 'each' }],
      },
      ['before.out → mix.a', 'word.text → mix.b', 'mix.out → each.in'],
    );
    const list = graphOf(
      {
        before: ['test/count', { folder, name: 'before' }],
        rows: ['test/rows', { values: [...words, 'black'] }],
        mix: ['test/mix'],
        each: ['test/count', { folder, name: 'each' }],
      },
      ['before.out → mix.a', 'rows.out → mix.b', 'mix.out → each.in'],
    );
    const grid = async (values: readonly string[]) => {
      for (const value of values) {
        const inputOverrides = { word: { value: { type: 'string', value } } };
        await bench.ended((await bench.create({ graph: cell, inputOverrides })).id);
      }
    };
    await grid(words);
    expect([bench.executions('before'), bench.executions('each')]).toEqual([1, 3]);
    await bench.ended((await bench.create({ graph: list })).id);
    expect([bench.executions('before'), bench.executions('each')]).toEqual([1, 4]);
    await grid([...words, 'black']);
    expect([bench.executions('before'), bench.executions('each')]).toEqual([1, 4]);
  });

  it('a grid over a graph with lists runs each cell for all items, and cells share what is equal', async () => {
    const bench = await openTestBench();
    const { folder } = bench;
    const graph = graphOf(
      {
        rows: ['test/rows', { values: ['a', 'b', 'c'] }],
        first: ['test/count', { folder, name: 'first' }],
        word: ['input/text', { value: '' }],
        mix: ['test/mix'],
        second: ['test/count', { folder, name: 'second' }],
      },
      ['rows.out → first.in', 'first.out → mix.a', 'word.text → mix.b', 'mix.out → second.in'],
    );
    for (const value of ['x', 'y', 'x']) {
      const inputOverrides = { word: { value: { type: 'string', value } } };
      const run = await bench.ended((await bench.create({ graph, inputOverrides })).id);
      expect(values(run, 'second.out')).toHaveLength(3);
    }
    expect([bench.executions('first'), bench.executions('second')]).toEqual([3, 6]);
  });
});
