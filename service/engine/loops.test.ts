import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isSkipOfNode, itemsOfOutput, type PublicRunDetail } from '#shared/api/index.ts';
import { graphOf, openBench } from './testing/engine-bench.ts';
import { openTestBench, type TestBench } from './testing/test-bench.ts';

type Nodes = Parameters<typeof graphOf>[0];

const values = (run: PublicRunDetail, key: string): unknown[] =>
  (itemsOfOutput(run.outputs?.[key] ?? { type: 'null', value: null }) ?? []).map(({ output, error }) =>
    output !== null && 'value' in output ? output.value : error?.code,
  );

/** A loop around nodes, from a first value on; `start`, `end` and `last` are its nodes. */
const loopOf = (
  iterations: number,
  body: Nodes,
  wires: readonly string[],
  first: unknown = 'x',
): Parameters<TestBench['run']> => [
  {
    start: ['control/loop-start', { value: first, iterations }],
    ...body,
    end: ['control/loop-end', {}],
    last: ['output/value', { name: 'Last' }],
    all: ['output/value', { name: 'All' }],
  },
  ['start.loop → end.loop', ...wires, 'end.value → last.value', 'end.results → all.value'],
];

const counted = (folder: string, name = 'step'): Nodes[string] => ['test/count', { folder, name }];

describe('a loop', () => {
  it('carries a value from turn to turn, and gives what all turns ended with', async () => {
    const bench = await openTestBench();
    const run = await bench.run(
      ...loopOf(
        3,
        { mix: ['test/mix', { c: 1 }], seen: ['output/value', { name: 'Mixed' }] },
        ['start.value → mix.a', 'start.iteration → mix.b', 'mix.out → end.value', 'mix.out → seen.value'],
        0,
      ),
    );
    expect(run.status).toBe('succeeded');
    expect(run.outputs?.['Last']).toEqual({ type: 'string', value: '["[\\"[0,1,1]\\",2,1]",3,1]' });
    expect(values(run, 'All')).toEqual(['[0,1,1]', '["[0,1,1]",2,1]', '["[\\"[0,1,1]\\",2,1]",3,1]']);
    // What takes something out of a loop has that of all turns.
    expect(values(run, 'Mixed')).toEqual(values(run, 'All'));
    const events = await bench.events(run.id);
    const ofMix = events.filter(({ nodeId }) => nodeId === 'mix');
    expect(ofMix.at(0)).toMatchObject({ type: 'node.started', data: { items: { total: 3 } } });
    expect(ofMix.at(-1)).toMatchObject({
      type: 'node.succeeded',
      data: { items: { total: 3, completed: 3, failed: 0 }, outputs: { out: { type: 'list', count: 3 } } },
    });
    const turns = events.filter(({ type, nodeId }) => type === 'node.progress' && nodeId === 'end');
    expect(turns.map(({ message }) => message)).toEqual(['turn 1 of 3', 'turn 2 of 3']);
    expect(events.at(-1)?.type).toBe('run.succeeded');
  });

  it('does the turns that it has done before no more, and stops where its condition says so', async () => {
    const bench = await openTestBench();
    const graph = (iterations: number): Parameters<TestBench['run']> =>
      loopOf(
        iterations,
        { mix: ['test/mix', {}], step: counted(bench.folder), check: ['test/equals', { b: 4 }] },
        [
          'start.value → mix.a',
          'start.iteration → mix.b',
          'mix.out → step.in',
          'step.out → end.value',
          'start.iteration → check.a',
          'check.out → end.stop',
        ],
      );
    await bench.run(...graph(2));
    expect(bench.executions('step')).toBe(2);
    const longer = await bench.run(...graph(50));
    expect(values(longer, 'All')).toHaveLength(4);
    expect(bench.executions('step')).toBe(4);
  });

  it('runs nodes for the items of a list within each turn, and the branch of a switch only', async () => {
    const bench = await openTestBench();
    const run = await bench.run(
      ...loopOf(
        2,
        {
          rows: ['test/rows', { values: ['p', 'q'] }],
          each: ['test/mix', {}],
          odd: counted(bench.folder, 'odd'),
          even: counted(bench.folder, 'even'),
          never: counted(bench.folder, 'never'),
          switch: ['logic/switch', {}],
        },
        [
          'rows.out → each.a',
          'start.iteration → each.b',
          'each.out → odd.in',
          'each.out → even.in',
          'each.out → never.in',
          'odd.out → switch.a',
          'even.out → switch.b',
          'never.out → switch.c',
          'start.iteration → switch.pick',
          'switch.value → end.value',
        ],
      ),
    );
    expect(run.status).toBe('succeeded');
    expect(values(run, 'Last')).toEqual(['["p",2,1]', '["q",2,1]']);
    expect(['odd', 'even', 'never'].map((name) => bench.executions(name))).toEqual([2, 2, 0]);
    const skips = (await bench.events(run.id)).filter(isSkipOfNode);
    expect(skips.map(({ nodeId }) => nodeId)).toEqual(['never']);
  });

  it('ends with the turn that fails, says which, and keeps what the turns before made', async () => {
    const bench = await openTestBench();
    const run = await bench.run(
      ...loopOf(5, { check: ['test/need', {}], after: ['test/mix', {}] }, [
        'start.iteration → check.a',
        'check.out → after.a',
        'after.out → end.value',
      ]),
    );
    expect([run.status, run.error?.['code'], run.error?.['nodeId']]).toEqual(['failed', 'THREE', 'check']);
    const events = await bench.events(run.id);
    const failed = events.filter(({ type }) => type === 'node.failed');
    expect(failed.map(({ nodeId, message }) => [nodeId, message])).toEqual([
      ['check', '1 of 3 items failed. turn 3: Three is too many.'],
      ['end', 'turn 3, need: Three is too many.'],
    ]);
    const after = events.find(({ type, nodeId }) => type === 'node.succeeded' && nodeId === 'after');
    expect(after).toMatchObject({ data: { items: { completed: 2 }, outputs: { out: { count: 2 } } } });
    expect(run.outputs?.['Last']).toBeUndefined();
  });

  it('stops when it is canceled, in the middle of a turn', async () => {
    const bench = await openTestBench();
    const created = await bench.create({
      graph: graphOf(
        ...loopOf(1000, { gate: ['test/gate', { folder: bench.folder }] }, [
          'start.value → gate.in',
          'gate.out → end.value',
        ]),
      ),
    });
    await bench.untilEvent(created.id, ({ type, nodeId }) => type === 'node.progress' && nodeId === 'gate');
    await bench.cancel(created.id);
    expect((await bench.ended(created.id)).status).toBe('canceled');
  });

  it('goes on after a restart with the turn it was in, and does none of those before again', async () => {
    const root = mkdtempSync(join(tmpdir(), 'patchbay-loop-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    const signs = mkdtempSync(join(root, 'signs-'));
    const dataDirectory = join(root, 'data');
    const prices = { 'test/count': 5 };
    const first = await openBench({ dataDirectory, prices });
    const run = await first.create({
      graph: graphOf(
        ...loopOf(
          3,
          {
            mix: ['test/mix', {}],
            step: counted(signs),
            name: ['test/mix', { a: 'turn' }],
            gate: ['test/gate', { folder: signs }],
          },
          [
            'start.value → mix.a',
            'start.iteration → mix.b',
            'mix.out → step.in',
            'step.out → name.b',
            'start.iteration → gate.name',
            'name.out → gate.in',
            'gate.out → end.value',
          ],
        ),
      ),
    });
    writeFileSync(join(signs, '1.go'), '');
    await first.untilEvent(run.id, () => existsSync(join(signs, '2.began')));
    await first.close();
    for (const name of ['2.go', '3.go']) appendFileSync(join(signs, name), '');
    const bench = await openTestBench({ dataDirectory, prices });
    await bench.engine.start();
    const ended = await bench.ended(run.id);
    expect([ended.status, ended.creditsUsedMicrocredits]).toEqual(['succeeded', '15']);
    expect(values(ended, 'All')).toEqual(['1', '2', '3']);
    const lines = (name: string): number => readFileSync(join(signs, name), 'utf8').trim().split('\n').length;
    expect([lines('step'), lines('1.began'), lines('2.began'), lines('3.began')]).toEqual([3, 1, 2, 1]);
    expect((await bench.types(run.id)).filter((type) => type === 'node.succeeded')).toHaveLength(8);
  });

  it('gives its first turn to a run that goes to a node in it', async () => {
    const bench = await openTestBench();
    const [nodes, wires] = loopOf(9, { step: counted(bench.folder) }, [
      'start.value → step.in',
      'step.out → end.value',
    ]);
    const created = await bench.create({ graph: graphOf(nodes, wires), targetNodeIds: ['step'] });
    expect((await bench.ended(created.id)).outputs?.['step.out']).toEqual({ type: 'string', value: 'x' });
    expect(bench.executions('step')).toBe(1);
  });

  it('is refused with a sentence where its ends do not belong together', async () => {
    const bench = await openTestBench();
    const create = (nodes: Nodes, wires: string[]) => bench.create({ graph: graphOf(nodes, wires) });
    await expect(create({ end: ['control/loop-end', { value: 1 }] }, [])).rejects.toThrow('Loop is not set');
    await expect(create({ start: ['control/loop-start', { iterations: 2 }] }, [])).rejects.toThrow(
      'has no Loop end',
    );
    await expect(
      create(
        { start: ['control/loop-start', { iterations: 1001 }], end: ['control/loop-end', { value: 1 }] },
        ['start.loop → end.loop'],
      ),
    ).rejects.toThrow('from 1 to 1000');
    await expect(
      create(
        {
          outer: ['control/loop-start', {}],
          inner: ['control/loop-start', {}],
          innerEnd: ['control/loop-end', {}],
          outerEnd: ['control/loop-end', {}],
        },
        [
          'outer.loop → outerEnd.loop',
          'inner.loop → innerEnd.loop',
          'outer.value → inner.value',
          'inner.value → innerEnd.value',
          'innerEnd.value → outerEnd.value',
        ],
      ),
    ).rejects.toThrow('Put one loop after the other');
  });
});
