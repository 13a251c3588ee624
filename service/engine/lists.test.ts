import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { flatOutputs, isListOutput, itemsOfOutput, type PublicRunDetail } from '#shared/api/index.ts';
import { connectionOf } from '#service/testing/connection-of.ts';
import { watchEventLoopTime } from '#service/testing/event-loop-time.ts';
import { graphOf, openBench } from './testing/engine-bench.ts';
import { openTestBench, type TestBench } from './testing/test-bench.ts';

/** The items of a list output in few words: values, or the code of what is missing. */
function itemsOf(run: PublicRunDetail, key: string): unknown[] {
  const output = run.outputs?.[key];
  const items = output === undefined ? null : itemsOfOutput(output);
  if (items === null) throw new Error(`${key} is no list: ${JSON.stringify(run)}`);
  return items.map(({ output: item, error }) =>
    item === null ? error?.code : 'value' in item ? item.value : item.filename,
  );
}

/** The progress events of a node, as far as they tell how items ended. */
async function settledItems(bench: TestBench, runId: string, nodeId: string): Promise<unknown[]> {
  const events = await bench.events(runId);
  return events.flatMap(({ type, nodeId: of, data }) =>
    type === 'node.progress' && of === nodeId ? (data?.['settled'] as unknown[]) : [],
  );
}

describe('a node that is given a list where it takes one thing', () => {
  it('runs for each item, in order, and what takes a list gets them all', async () => {
    const bench = await openTestBench();
    const run = await bench.run(
      {
        rows: ['test/rows', { values: ['a', 'b', 'a'] }],
        each: ['test/count', { folder: bench.folder }],
        all: ['test/join'],
        list: ['output/value', { name: 'List' }],
        text: ['output/value', { name: 'Text' }],
      },
      ['rows.out → each.in', 'each.out → all.list', 'each.out → list.value', 'all.out → text.value'],
    );
    expect(run.status).toBe('succeeded');
    expect(run.outputs?.['Text']).toEqual({ type: 'string', value: 'a b a' });
    expect(run.outputs?.['List']).toEqual({
      type: 'list',
      count: 3,
      failed: 0,
      value: [
        { type: 'string', value: 'a', trace: ['row 1'] },
        { type: 'string', value: 'b', trace: ['row 2'] },
        { type: 'string', value: 'a', trace: ['row 3'] },
      ],
    });
    // Equal items are worked out once, and stay apart.
    expect(bench.executions('count')).toBe(2);
    const events = await bench.events(run.id);
    const ofEach = events.filter(({ nodeId }) => nodeId === 'each');
    expect(ofEach.at(0)).toMatchObject({ type: 'node.started', data: { items: { total: 3 } } });
    expect(ofEach.at(-1)).toMatchObject({
      type: 'node.succeeded',
      data: { items: { total: 3, completed: 3, failed: 0 }, outputs: { out: { type: 'list', count: 3 } } },
    });
    expect(ofEach.filter(({ type }) => type === 'node.started')).toHaveLength(1);
  });

  it('leaves the place of an item that fails, says why, and is done again for that alone', async () => {
    const bench = await openTestBench();
    const values = Array.from({ length: 30 }, (_, at) => `photo ${at + 1}`);
    const graph = (seventh: unknown) =>
      [
        {
          rows: ['test/rows', { values: values.map((value, at) => (at === 6 ? seventh : value)) }],
          each: ['test/count', { folder: bench.folder, name: 'each' }],
          check: ['test/need'],
          after: ['test/count', { folder: bench.folder, name: 'after' }],
          all: ['test/join'],
        },
        ['rows.out → each.in', 'each.out → check.a', 'check.out → after.in', 'after.out → all.list'],
      ] as Parameters<TestBench['run']>;
    const first = await bench.run(...graph(3));
    expect(first.status).toBe('failed');
    expect(first.error).toMatchObject({
      code: 'THREE',
      message: '1 of 30 items failed. row 7: Three is too many.',
      nodeId: 'check',
    });
    const failed = (await bench.events(first.id)).find(({ type }) => type === 'node.failed');
    expect(failed).toMatchObject({
      nodeId: 'check',
      data: {
        code: 'THREE',
        items: { total: 30, completed: 30, failed: 1 },
        outputs: { out: { failed: 1 } },
      },
    });
    const joined = (output: PublicRunDetail) =>
      String((output.outputs?.['all.out'] as never)?.['value']).split('} ');
    expect(bench.executions('each')).toBe(30);
    expect(bench.executions('after')).toBe(29);
    const again = await bench.run(...graph('photo 7'));
    expect(again.status).toBe('succeeded');
    expect(bench.executions('each')).toBe(31);
    expect(bench.executions('after')).toBe(30);
    expect(joined(again)).toHaveLength(30);
    const [cached] = (await bench.events(again.id)).filter(
      ({ nodeId, type }) => nodeId === 'after' && type.startsWith('node.s'),
    );
    expect(cached).toBeDefined();
  });

  it('takes the place of one whose input is missing as it is, and names its files by where they come from', async () => {
    const bench = await openTestBench();
    const run = await bench.run(
      {
        rows: ['test/rows', { values: [1, 3, 'x'] }],
        check: ['test/need'],
        card: ['test/write', { filename: 'card.txt' }],
      },
      ['rows.out → check.a', 'check.out → card.content'],
    );
    expect(run.status).toBe('failed');
    expect(itemsOf(run, 'card.out')).toEqual(['card row 1.txt', 'THREE', 'card row 3.txt']);
    expect(Object.keys(flatOutputs(run.outputs ?? {}))).toEqual(['card.out[1]', 'card.out[3]']);
    const settled = await settledItems(bench, run.id, 'check');
    for (const item of settled)
      expect(item).toMatchObject({ item: [expect.any(Number)], trace: [expect.stringMatching(/^row \d$/)] });
  });

  it('makes nothing of an empty list, and says what is wrong where no list can be', async () => {
    const bench = await openTestBench();
    const empty = await bench.run({ rows: ['test/rows'], each: ['test/need'], all: ['test/join'] }, [
      'rows.out → each.a',
      'each.out → all.list',
    ]);
    expect(empty).toMatchObject({
      status: 'succeeded',
      outputs: { 'all.out': { type: 'string', value: '' } },
    });
    const named = await bench.run(
      { rows: ['test/rows', { values: [1, 2] }], out: ['output/value', { value: 1 }] },
      ['rows.out → out.name'],
    );
    expect(named.error?.['message']).toBe(
      'Name takes one thing, but is a list of 2 items. Take one item of it with Pick.',
    );
    const mixed = await bench.run(
      {
        rows: ['test/rows', { values: ['a', 5, 'b'] }],
        read: ['test/size'],
      },
      ['rows.out → read.width'],
    );
    expect(itemsOf(mixed, 'read.out')).toEqual(['INPUT_INVALID', 5, 'INPUT_INVALID']);
    expect(mixed.error?.['message']).toBe('2 of 3 items failed. row 1: Width must be a number, but is “a”.');
  });

  it('pairs two lists as the node says', async () => {
    const bench = await openTestBench();
    const pair = (lists?: string) =>
      bench.run(
        {
          a: ['test/rows', { values: [1, 2] }],
          b: ['test/rows', { values: ['x', 'y', 'z'] }],
          mix: ['test/mix', lists === undefined ? {} : { lists }],
        },
        ['a.out → mix.a', 'b.out → mix.b'],
      );
    const refused = await pair();
    expect(refused.error).toMatchObject({
      code: 'LIST_LENGTHS_DIFFER',
      message:
        'b has 3 items and a 2 items. Give both as many, or choose under Lists of this node what becomes of the rest.',
    });
    const of = async (lists: string) =>
      itemsOf(await pair(lists), 'mix.out').map((text) => JSON.parse(String(text)));
    expect(await of('shortest')).toEqual([
      [1, 'x', 1],
      [2, 'y', 1],
    ]);
    expect(await of('repeat last')).toEqual([
      [1, 'x', 1],
      [2, 'y', 1],
      [2, 'z', 1],
    ]);
    expect(await of('every pair')).toHaveLength(6);
  });

  it('keeps the shape of a list of lists', async () => {
    const bench = await openTestBench();
    const run = await bench.run(
      { rows: ['test/rows', { values: [['a', 'b'], [], ['c']] }], each: ['test/need'], all: ['test/join'] },
      ['rows.out → each.a', 'rows.out → all.list'],
    );
    const output = run.outputs?.['each.out'];
    expect(
      output !== undefined &&
        isListOutput(output) &&
        itemsOfOutput(output)?.map(({ path, trace }) => [path, trace]),
    ).toEqual([
      [[0, 0], ['row 1']],
      [
        [0, 1],
        ['row 1', 'row 2'],
      ],
      [
        [2, 0],
        ['row 3', 'row 1'],
      ],
    ]);
    expect(itemsOf(run, 'all.out')).toEqual(['a b', '', 'c']);
  });

  it('shares results with single runs of the same values', async () => {
    const bench = await openTestBench();
    const { folder } = bench;
    for (const value of ['a', 'b'])
      await bench.run({ value: ['input/text', { value }], one: ['test/count', { folder }] }, [
        'value.text → one.in',
      ]);
    expect(bench.executions('count')).toBe(2);
    const run = await bench.run(
      { rows: ['test/rows', { values: ['a', 'b'] }], each: ['test/count', { folder }] },
      ['rows.out → each.in'],
    );
    expect(itemsOf(run, 'each.out')).toEqual(['a', 'b']);
    expect(bench.executions('count')).toBe(2);
    expect(await bench.types(run.id)).toContain('node.cached');
  });

  it('charges each item that is executed, and none that was made before', async () => {
    const bench = await openTestBench({ prices: { 'test/need': 5 } });
    const spent = async (values: unknown[]) =>
      (await bench.run({ rows: ['test/rows', { values }], each: ['test/need'] }, ['rows.out → each.a']))
        .creditsUsedMicrocredits;
    expect(await spent([1, 2, 4])).toBe('15');
    expect(await spent([1, 2, 4, 5])).toBe('5');
  });

  it('an input may hold a list, of files too, and each has its own place', async () => {
    const bench = await openTestBench();
    const files = await bench.run({
      a: ['test/write', { content: 'A', filename: 'a.txt' }],
      b: ['test/write', { content: 'B', filename: 'b.txt' }],
    });
    const [a, b] = Object.values(files.outputs ?? {}).map((output) =>
      'fileId' in output ? output.fileId : '',
    );
    const value = [a, b, a].map((fileId) => ({ type: 'file', value: fileId }));
    const run = await bench.run({ read: ['test/read', { file: { type: 'list', value } }] });
    expect(itemsOf(run, 'read.out')).toEqual(['A', 'B', 'A']);
    expect(run.inputFiles?.map(({ filename }) => filename)).toEqual(['a.txt', 'b.txt', 'a.txt']);
    const missing = { type: 'list', value: [{ type: 'file', value: 'file_00000000000000000000000000.txt' }] };
    await expect(bench.run({ read: ['test/read', { file: missing }] })).rejects.toThrow(/no longer stored/);
  });
});

describe('a run in the middle of a list', () => {
  it('is canceled as any other, and what was done is there for the next', async () => {
    const bench = await openTestBench({ engine: { threads: 2 } });
    const { folder } = bench;
    const graph = graphOf(
      { names: ['test/rows', { values: ['one', 'two', 'three'] }], hold: ['test/hold', { folder }] },
      ['names.out → hold.name'],
    );
    bench.sign('one.go');
    const created = await bench.create({ graph });
    await bench.untilEvent(created.id, ({ data }) =>
      ((data?.['settled'] ?? []) as { state: string }[]).some(({ state }) => state === 'succeeded'),
    );
    await bench.cancel(created.id);
    expect((await bench.ended(created.id)).status).toBe('canceled');
    bench.sign('two.go');
    bench.sign('three.go');
    const again = await bench.ended((await bench.create({ graph })).id);
    expect(itemsOf(again, 'hold.out')).toEqual(['held row 1.txt', 'held row 2.txt', 'held row 3.txt']);
    expect(bench.executions('one.began')).toBe(1);
  });

  it('goes on after a restart with the items that were not done, and none is done or paid twice', async () => {
    const root = mkdtempSync(join(tmpdir(), 'patchbay-lists-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const folder = mkdtempSync(join(root, 'signs-'));
    const options = {
      dataDirectory: join(root, 'data'),
      prices: { 'test/hold': 7, 'test/need': 1 },
      engine: { threads: 2 },
    };
    const names = ['a', 'b', 'c', 'd'];
    const first = await openBench(options);
    for (const name of ['a', 'b']) writeFileSync(join(folder, `${name}.go`), '');
    const created = await first.create({
      graph: graphOf(
        {
          names: ['test/rows', { values: names }],
          need: ['test/need'],
          hold: ['test/hold', { folder }],
          read: ['test/read'],
        },
        ['names.out → need.a', 'names.out → hold.name', 'hold.out → read.file'],
      ),
    });
    let done = 0;
    await first.untilEvent(created.id, ({ nodeId, data }) => {
      if (nodeId === 'hold') done += ((data?.['settled'] ?? []) as unknown[]).length;
      return done >= 2;
    });
    const rows = connectionOf(first.ctx.db)
      .prepare("SELECT item FROM run_nodes WHERE node_id = 'hold' AND state = 'succeeded' ORDER BY item")
      .all();
    expect(rows.map((row) => row['item'])).toEqual(['0', '1']);
    await first.close();

    const second = await openBench(options);
    onTestFinished(() => second.close());
    for (const name of names) writeFileSync(join(folder, `${name}.go`), '');
    await second.engine.start();
    const ended = await second.ended(created.id);
    expect(ended.status).toBe('succeeded');
    expect(itemsOf(ended, 'read.out')).toEqual(names);
    const began = (name: string) =>
      existsSync(join(folder, `${name}.began`))
        ? readFileSync(join(folder, `${name}.began`), 'utf8').length / 2
        : 0;
    expect([began('a'), began('b')]).toEqual([1, 1]);
    expect(ended.creditsUsedMicrocredits).toBe(String(4 * 7 + 4));
    const ends = (await second.events(created.id)).filter(
      ({ nodeId, type }) => nodeId === 'need' && /succeeded|cached/.test(type),
    );
    expect(ends).toHaveLength(1);
  });
});

it(
  'ten thousand small items end in one list, which is a file, and hold up nobody',
  { tags: 'rig', timeout: 300_000 },
  async () => {
    const bench = await openTestBench();
    const values = Array.from({ length: 10_000 }, (_, at) => at + 10);
    const created = await bench.create({
      graph: graphOf({ rows: ['test/rows', { values }], each: ['test/need'] }, ['rows.out → each.a']),
    });
    const eventLoop = watchEventLoopTime();
    await bench.engine.whenIdle();
    eventLoop.stop();
    const ended = await bench.get(created.id);
    expect(ended.error).toBeNull();
    expect(ended.outputs?.['each.out']).toMatchObject({
      type: 'list',
      count: 10_000,
      failed: 0,
      fileId: expect.any(String),
    });
    expect(eventLoop.longest).toBeLessThan(50);
    const events = connectionOf(bench.ctx.db).prepare('SELECT COUNT(*) AS n FROM run_events').get();
    expect(Number(events?.['n'])).toBeLessThan(2000);
  },
);
