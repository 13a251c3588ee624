import type { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { RunOutput } from '#shared/api/index.ts';
import type { OutputSearch } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { drain } from '#shared/reading/index.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createTestLog } from '../testing/test-log.ts';
import { openTestOutputs } from '../testing/test-outputs.ts';
import { outputEntries, readOutputs, type OutputEntry } from '../runs/output-entries.ts';
import { pageQuery, wordsQuery } from './output-search.ts';
import { RunRequest } from '../runs/run-sources.ts';

function openOutputs() {
  const database = openTestDatabase();
  const log = createTestLog();
  return { database, outputs: openTestOutputs({ database, nameOf: () => 'Sunset', log }), log };
}

const graphWith = (seed: number, prompt = 'a red fox') => ({
  nodes: [
    {
      id: 'make',
      type: 'ai/image',
      title: 'Fox',
      position: null,
      inputs: { seed: { type: 'number', value: seed }, prompt: { type: 'string', value: prompt } },
    },
  ],
  connections: [],
});

const entriesFrom = (id: string, outputs: Record<string, RunOutput>, graph: Graph | null): OutputEntry[] =>
  drain(outputEntries({ id, outputs: readOutputs({ outputs }) }, graph, RunRequest.parse({})));

const entriesOf = (runId: string, seed: number, prompt?: string): OutputEntry[] =>
  entriesFrom(
    runId,
    {
      'make.image': {
        type: 'file',
        fileId: `file_${runId}.png`,
        filename: 'x.png',
        contentType: 'image/png',
        sizeBytes: 1,
      },
    },
    graphWith(seed, prompt),
  );

const runOf = (runId: string, at: string, projectId = 'prj_1') => ({
  connectionId: 'local',
  runId,
  projectId,
  projectVersion: 1,
  templateId: null,
  createdAt: at,
});
const AT = '2026-01-01T00:00:00.000Z';
const search: OutputSearch = { connectionId: 'local' };

/** Pages of a search to its end. */
function allPages(outputs: ReturnType<typeof openTestOutputs>, wanted: OutputSearch): string[] {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = outputs.search({ ...wanted, limit: 500, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...page.outputs.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return ids;
}

test('outputs that differ in the seed alone are one stack, with the newest on top', () => {
  const { outputs } = openOutputs();
  for (const [runId, seed, prompt, second] of [
    ['run_1', 1, 'a red fox', '01'],
    ['run_2', 2, 'a red fox', '02'],
    ['run_3', 1, 'a blue fox', '03'],
  ] as const) {
    outputs.record(runOf(runId, `2026-01-01T00:00:${second}.000Z`), entriesOf(runId, seed, prompt));
  }
  const { outputs: shown, total } = outputs.search({ ...search, stacked: true });
  expect(total).toBe(2);
  expect(shown.map(({ runId, stackSize }) => [runId, stackSize])).toEqual([
    ['run_3', 1],
    ['run_2', 2],
  ]);
  const stackOf = shown[1]?.id ?? '';
  expect(outputs.search({ ...search, stackOf }).outputs.map(({ runId }) => runId)).toEqual([
    'run_2',
    'run_1',
  ]);
  const older = outputs.search({ ...search, runId: 'run_1' }).outputs.map(({ id }) => id);
  outputs.change({ outputIds: older, starred: true });
  expect(outputs.search({ ...search, stacked: true, starred: true }).outputs).toMatchObject([
    { runId: 'run_1', stackSize: 1 },
  ]);
});

test('what a run made twice is listed once, unless a filter asks for the second', () => {
  const { outputs } = openOutputs();
  const file = (fileId: string): RunOutput => ({
    type: 'file',
    fileId,
    filename: 'x.png',
    contentType: 'image/png',
    sizeBytes: 1,
  });
  const made = {
    Poster: file('file_1.png'),
    Card: file('file_1.png'),
    Print: file('file_2.png'),
    Headline: { type: 'text', value: 'Good evening' },
    Caption: { type: 'text', value: 'Good evening' },
    Count: { type: 'number', value: 7 },
  };
  outputs.record(runOf('run_1', '2026-01-01T00:00:01.000Z'), entriesFrom('run_1', made, null));
  outputs.record(runOf('run_2', '2026-01-01T00:00:02.000Z'), entriesFrom('run_2', made, null));
  const distinct = { ...search, distinct: true as const };
  const { outputs: list, total } = outputs.search(distinct);
  // Each is one over all runs, in the newest of them: a file by its bytes, a text or number by its output.
  expect(list.map(({ title }) => title)).toEqual(['Count', 'Headline', 'Print', 'Poster']);
  expect(list.map(({ runId }) => runId)).toEqual(['run_2', 'run_2', 'run_2', 'run_2']);
  expect(list.map(({ copyCount }) => copyCount)).toEqual([2, 2, 2, 4]);
  expect(total).toBe(4);
  expect(outputs.originsOf(list[1]!).map(({ runId }) => runId)).toEqual(['run_2', 'run_1']);
  expect(outputs.search({ ...distinct, stacked: true }).outputs).not.toEqual([]);
  // A star is on all with the same bytes, and one is there while the other is hidden.
  const idOf = (title: string): string =>
    outputs.search({ ...search, runId: 'run_2' }).outputs.find((each) => each.title === title)?.id ?? '';
  outputs.change({ outputIds: [idOf('Card')], starred: true });
  expect(outputs.search({ ...distinct, starred: true }).outputs).toMatchObject([{ title: 'Poster' }]);
  outputs.change({ outputIds: [idOf('Headline')], hidden: true });
  expect(outputs.search({ ...distinct, runId: 'run_2', kind: 'text' }).outputs).toMatchObject([
    { title: 'Caption' },
  ]);
});

test('an item of a list is called by where it comes from, and saved by it', () => {
  const { outputs } = openOutputs();
  const file = { type: 'file', contentType: 'image/png', sizeBytes: 1 } as const;
  const list: RunOutput = {
    type: 'list',
    count: 3,
    failed: 1,
    value: [
      { ...file, fileId: 'file_1.png', filename: 'Fox 1.png', trace: ['holiday-03', 'color 2'] },
      { type: 'missing', error: { code: 'NO', message: 'This picture is empty.' }, trace: ['row 2'] },
      { ...file, fileId: 'file_3.png', filename: 'Fox 3.png', trace: [] },
    ],
  };
  outputs.record(runOf('run_1', AT), entriesFrom('run_1', { 'make.image': list }, graphWith(1)));
  const titles = outputs.search(search).outputs.map(({ title }) => title);
  expect(titles.toSorted()).toEqual(['Fox 3', 'Fox · holiday-03 × color 2']);
});

test('the same number of another output, or another text, is listed for itself', () => {
  const { outputs } = openOutputs();
  const record = (run: number, made: Record<string, RunOutput>): void => {
    const runId = `run_${run}`;
    outputs.record(runOf(runId, `2026-01-01T00:00:0${run}.000Z`), entriesFrom(runId, made, null));
  };
  record(1, { Count: { type: 'number', value: 7 }, Headline: { type: 'text', value: 'Good evening' } });
  record(2, { Width: { type: 'number', value: 7 }, Headline: { type: 'text', value: 'Good night' } });
  expect(outputs.search({ ...search, distinct: true }).outputs.map(({ title }) => title)).toEqual([
    'Headline',
    'Width',
    'Headline',
    'Count',
  ]);
});

test('texts that an earlier version recorded are listed once as soon as they are indexed', () => {
  const { database, outputs } = openOutputs();
  for (const run of [1, 2]) {
    const made = { Headline: { type: 'text', value: 'Good evening' } };
    const runId = `run_${run}`;
    outputs.record(runOf(runId, `2026-01-01T00:00:0${run}.000Z`), entriesFrom(runId, made, null));
  }
  database.exec('UPDATE outputs SET hash = NULL, is_indexed = 0');
  expect(outputs.search({ ...search, distinct: true }).total).toBe(2);
  drain(outputs.refreshIndex());
  expect(outputs.search({ ...search, distinct: true })).toMatchObject({
    total: 1,
    outputs: [{ runId: 'run_2', copyCount: 2 }],
  });
});

test('an output is found by its words, its inputs, its kind and its note', () => {
  const { outputs } = openOutputs();
  outputs.record(runOf('run_1', AT), entriesOf('run_1', 7));
  const total = (more: Partial<OutputSearch>) => outputs.search({ ...search, ...more }).total;
  expect(total({ text: 'RED fo' })).toBe(1);
  expect(total({ text: '"; DROP TABLE outputs --' })).toBe(0);
  expect(total({ text: '***' })).toBe(0);
  expect(total({ text: 'x'.repeat(10_000) })).toBe(0);
  expect(total({ inputs: [{ name: 'seed', value: '7' }] })).toBe(1);
  expect(total({ inputs: [{ name: 'seed', value: '8' }] })).toBe(0);
  expect(total({ kind: 'image', nodeId: 'make' })).toBe(1);
  expect(total({ kind: 'video' })).toBe(0);
  expect(total({ fileId: outputs.search(search).outputs[0]?.fileId ?? '' })).toBe(1);
  expect(total({ fileId: 'file_of_nobody' })).toBe(0);
  const [output] = outputs.search(search).outputs;
  outputs.change({ outputIds: [output?.id ?? ''], note: 'ملاحظة for Ana' });
  expect(total({ text: 'ana ملاح' })).toBe(1);
  expect(outputs.facets('local', 'prj_1')).toMatchObject({
    kinds: [{ kind: 'image', count: 1 }],
    nodes: [{ nodeId: 'make', title: 'Fox' }],
  });
});

test('an output is found by the numbers of its tile, without accents, and with typing errors', () => {
  const { outputs } = openOutputs();
  outputs.record(runOf('run_1', AT), entriesOf('run_1', 225, 'Crème brûlée by the harbour'));
  outputs.record(runOf('run_2', AT), entriesOf('run_2', 90, 'a red fox'));
  const found = (text: string) => outputs.search({ ...search, text }).outputs.map(({ runId }) => runId);
  expect(found('seed 225')).toEqual(['run_1']);
  expect(found('Fox seed 90')).toEqual(['run_2']);
  expect(found('creme brulee')).toEqual(['run_1']);
  expect(found('harbuor')).toEqual(['run_1']);
  expect(found('zeppelin')).toEqual([]);
});

test('the same run recorded again changes nothing', () => {
  const { outputs } = openOutputs();
  expect(outputs.record(runOf('run_1', AT), entriesOf('run_1', 1))).toBe(1);
  const [output] = outputs.search(search).outputs;
  outputs.change({ outputIds: [output?.id ?? ''], starred: true });
  expect(outputs.record(runOf('run_1', AT), entriesOf('run_1', 1))).toBe(0);
  expect(outputs.search(search)).toMatchObject({ total: 1, outputs: [{ starred: true }] });
});

test('a star on many outputs is set on all or, where one is gone, on none', () => {
  const { outputs } = openOutputs();
  outputs.record(runOf('run_1', AT), entriesOf('run_1', 1));
  const id = outputs.search(search).outputs[0]?.id ?? '';
  expect(() => outputs.change({ outputIds: [id, '999'], starred: true })).toThrow('not listed');
  expect(outputs.search({ ...search, starred: true }).total).toBe(0);
});

test('a damaged row is left out, and the others are listed', () => {
  const { database, outputs, log } = openOutputs();
  for (const runId of ['run_1', 'run_2', 'run_3']) outputs.record(runOf(runId, AT), entriesOf(runId, 1));
  database.exec("UPDATE outputs SET kind = 'hologram' WHERE run_id = 'run_2'");
  database.exec("UPDATE outputs SET inputs = '{not json' WHERE run_id = 'run_3'");
  expect(outputs.search(search).outputs.map(({ runId }) => runId)).toEqual(['run_3', 'run_1']);
  expect(log.lines.join('\n')).toContain('damaged');
  const third = outputs.search({ ...search, runId: 'run_3' }).outputs[0]?.id ?? '';
  expect(outputs.find(third)).toMatchObject({ inputs: [], output: { runId: 'run_3' } });
});

test('titles of 10,000 characters and long values are shortened where they are listed', () => {
  const { outputs } = openOutputs();
  const key = 'ع'.repeat(10_000);
  const entries = entriesFrom('run_1', { [key]: { type: 'string', value: '𝄞'.repeat(100_000) } }, null);
  outputs.record(runOf('run_1', AT), entries);
  const [output] = outputs.search(search).outputs;
  expect(output?.excerpt?.length).toBeLessThanOrEqual(500);
  expect(output?.excerpt?.isWellFormed()).toBe(true);
  expect(outputs.find(output?.id ?? '')?.value).toBeUndefined();
});

/** Rows as runs leave them, written fast. */
function fill(database: DatabaseSync, count: number, atOf: (index: number) => string): void {
  const insert =
    database.prepare(`INSERT INTO outputs (connection_id, run_id, key, title, kind, node_id, project_id,
    inputs, stack, created_at, starred) VALUES ('local', ?, 'a', 'Fox', 'image', 'make', ?, '[]', ?, ?, ?)`);
  database.exec('BEGIN');
  for (let index = 0; index < count; index += 1) {
    insert.run(
      `run_${index}`,
      `prj_${index % 10}`,
      `stack_${index % 2500}`,
      atOf(index),
      index % 50 === 0 ? 1 : 0,
    );
  }
  database.exec('COMMIT');
}

describe('of 100,000 outputs', { tags: 'rig' }, () => {
  const plans: [string, Partial<OutputSearch>][] = [
    ['all', {}],
    ['of a project', { projectId: 'prj_3' }],
    ['of a kind', { kind: 'image' }],
    ['starred', { starred: true }],
    ['of a node', { nodeId: 'make' }],
    ['of a file', { fileId: 'file_9' }],
    ['of a day', { projectId: 'prj_3', from: '2026-01-01', to: '2026-01-02' }],
    ['in stacks', { projectId: 'prj_3', stacked: true }],
    ['of a collection', { collectionId: 'c' }],
    ['with words', { text: 'fox' }],
    ['with inputs', { inputs: [{ name: 'seed', value: '7' }] }],
    ['of a run', { runId: 'run_9' }],
    ['of runs alone', { madeBy: 'runs' }],
    ['of grids', { madeBy: 'grids', projectId: 'prj_3' }],
    ['of a batch', { batchId: 'batch_1' }],
  ];

  test.each(plans)('those %s are found by an index, page after page', (_name, more) => {
    const { database } = openOutputs();
    const { sql, values } = pageQuery({ ...search, ...more }, { createdAt: AT, id: 5 }, 120);
    const plan = database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...values)
      .map((row) => String(row['detail']));
    // A scan of a table that is found by nothing; `SCAN output_words VIRTUAL TABLE` is a look into its index.
    expect(plan.filter((step) => /^SCAN (?!output_words VIRTUAL)/.test(step))).toEqual([]);
    // What a few rows are found by may be sorted; what all rows are in is read in its order.
    const isNarrow = more.text ?? more.inputs ?? more.collectionId;
    expect(isNarrow !== undefined || !plan.some((step) => step.includes('TEMP B-TREE'))).toBe(true);
  });

  test('each is on one page, also when all are of the same moment', () => {
    const { database, outputs } = openOutputs();
    fill(database, 10_000, () => AT);
    const ids = allPages(outputs, search);
    expect(ids).toHaveLength(10_000);
    expect(new Set(ids).size).toBe(10_000);
    expect(ids).toEqual(ids.toSorted((one, other) => Number(other) - Number(one)));
  });
});

test('words of a search are words and nothing else', () => {
  expect(wordsQuery('fox OR -"x" NEAR(y)')).toBe('"fox"* "OR"* "x"* "NEAR"* "y"*');
  expect(wordsQuery(' \u202e ()*:^ ')).toBeNull();
});

test('of a run with more outputs and longer names than any has, as much is recorded as can be shown', () => {
  const { outputs } = openOutputs();
  const made: Record<string, RunOutput> = {};
  made['x'.repeat(100_000)] = { type: 'string', value: 'long key' };
  for (let index = 0; index < 5000; index += 1) {
    made[`make.${index}`] = { type: 'string', value: 'v'.repeat(10_000) };
  }
  const entries = entriesFrom('run_1', made, graphWith(1));
  expect(outputs.record(runOf('run_1', AT), entries)).toBe(1000);
  expect(JSON.stringify(entries).length).toBeLessThan(5_000_000);
  expect(entries.every(({ excerpt }) => excerpt?.length === 500)).toBe(true);
});

test('inputs that are megabytes together are listed without the values that are too many', () => {
  const inputs = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [
      `text${index}`,
      { type: 'string', value: 'w'.repeat(20_000) },
    ]),
  );
  const graph = { nodes: [{ ...graphWith(1).nodes[0]!, inputs }], connections: [] };
  const [entry] = entriesFrom('run_1', { 'make.image': { type: 'string', value: 'x' } }, graph);
  expect(entry?.inputs).toHaveLength(200);
  expect(entry?.inputs[0]?.value.value).toHaveLength(4000);
  expect(JSON.stringify(entry).length).toBeLessThan(200_000);
});

const twoLights = (angles: [number, number], title = 'Light'): Graph => ({
  nodes: [
    {
      id: 'sky',
      type: 'image/gradient',
      title: 'Evening sky',
      position: null,
      inputs: { angle: { type: 'number', value: angles[1] } },
    },
    {
      id: 'make',
      type: 'image/light',
      title,
      position: null,
      inputs: { angle: { type: 'number', value: angles[0] }, mode: { type: 'string', value: 'soft' } },
    },
  ],
  connections: [{ from: ['sky', 'image'], to: ['make', 'image'] }],
});

const lit = (runId: string, angles: [number, number], title?: string) =>
  entriesFrom(
    runId,
    {
      'make.image': {
        type: 'file',
        fileId: runId,
        filename: 'x.png',
        contentType: 'image/png',
        sizeBytes: 1,
      },
    },
    twoLights(angles, title),
  );

test('values of inputs are of one node, sorted by size, and narrowed by value or by bounds', () => {
  const { outputs } = openOutputs();
  outputs.record(runOf('run_1', '2026-01-01T00:00:01.000Z'), lit('run_1', [180, 9]));
  outputs.record(runOf('run_2', '2026-01-01T00:00:02.000Z'), lit('run_2', [9, 180]));
  outputs.record(runOf('run_3', '2026-01-01T00:00:03.000Z'), lit('run_3', [45, 180], 'Lamp'));
  const { inputs } = outputs.facets('local', undefined);
  expect(inputs.map(({ nodeTitle, name }) => `${nodeTitle} ${name}`)).toEqual([
    'Evening sky angle',
    'Lamp angle',
    'Lamp mode',
  ]);
  expect(inputs[1]).toMatchObject({ nodeId: 'make', range: { from: 9, to: 180 } });
  // Labels of pins are looked up by it.
  expect(inputs.map(({ nodeType }) => nodeType)).toEqual(['image/gradient', 'image/light', 'image/light']);
  expect(inputs[1]?.values.map(({ value }) => value)).toEqual(['9', '45', '180']);
  expect(inputs[2]?.range).toBeNull();
  const found = (...wanted: NonNullable<OutputSearch['inputs']>) =>
    outputs.search({ ...search, inputs: wanted }).outputs.map(({ runId }) => runId);
  expect(found({ nodeId: 'make', name: 'angle', value: '180' })).toEqual(['run_1']);
  expect(found({ nodeId: 'sky', name: 'angle', value: '180' })).toEqual(['run_3', 'run_2']);
  expect(found({ name: 'angle', value: '180' })).toEqual(['run_3', 'run_2', 'run_1']);
  expect(found({ nodeId: 'make', name: 'angle', from: 10, to: 45 })).toEqual(['run_3']);
  expect(found({ nodeId: 'make', name: 'angle', from: 45 })).toEqual(['run_3', 'run_1']);
  expect(found({ nodeId: 'make', name: 'mode', from: 0 })).toEqual([]);
});

test('outputs that an earlier version recorded are found by what their tiles say and by node, slice by slice', () => {
  const { outputs, database } = openOutputs();
  for (let number = 1; number <= 30; number += 1) {
    outputs.record(runOf(`run_${number}`, AT), lit(`run_${number}`, [number, 0]));
  }
  outputs.record(runOf('run_bad', AT), lit('run_bad', [7, 0]));
  // As it was before inputs were told apart by node and numbers were words.
  database.exec(`
    UPDATE outputs SET is_indexed = 0;
    UPDATE outputs SET inputs = '{' WHERE run_id = 'run_bad';
    DELETE FROM output_words; DELETE FROM output_inputs; DELETE FROM input_values;
    INSERT INTO input_values (name, value) VALUES ('angle', '7');
    INSERT INTO output_inputs (value_id, output_id) SELECT v.id, o.id FROM input_values v, outputs o`);
  const texts = () => outputs.search({ ...search, text: 'light angle 7' }).outputs.map(({ runId }) => runId);
  expect(texts()).toEqual([]);
  const slices = outputs.refreshIndex();
  expect(slices.next().done).toBe(false);
  expect(slices.next().done).toBe(false);
  expect(slices.next().done).toBe(true);
  expect(texts()).toEqual(['run_7']);
  const named = outputs.search({ ...search, inputs: [{ nodeId: 'make', name: 'angle', value: '7' }] });
  expect(named.outputs.map(({ runId }) => runId)).toEqual(['run_7']);
  expect(database.prepare("SELECT count(*) AS n FROM input_values WHERE node_id = ''").get()).toEqual({
    n: 0,
  });
  expect(outputs.refreshIndex().next().done).toBe(true);
});
