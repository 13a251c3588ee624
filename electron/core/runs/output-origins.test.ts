import { expect, test } from 'vitest';
import type { OutputSearch } from '#shared/desk/index.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createTestLog } from '../testing/test-log.ts';
import { openTestOutputs } from '../testing/test-outputs.ts';
import type { MediaFetcher } from '../media/media-fetcher.ts';
import { membersOf, nameOfArchive } from '../library/archives.ts';

const SECOND = 1000;
const field = (label: string) => ({ of: 'node', nodeId: label, input: 'value', label, type: 'number' });
const grid = {
  fields: [field('Blur · Radius'), field('Blur · Seed')],
  layout: {
    axes: [
      { field: 0, labels: ['10', '30'] },
      { field: 1, labels: ['7'] },
    ],
    columns: 0,
    rows: 1,
    pages: null,
  },
};

/** A desk with outputs of single runs, of a grid, of a table, and of one that was deleted. */
function openDesk() {
  const database = openTestDatabase();
  const outputs = openTestOutputs({ database, nameOf: () => 'Sunset', log: createTestLog() });
  let made = 0;

  function run(batchId: string | null, connectionId = 'local'): string {
    made += 1;
    const runId = `run_${made}`;
    const createdAt = new Date(made * SECOND).toISOString();
    database
      .prepare(
        `INSERT INTO runs (connection_id, run_id, status, created_at, updated_at, batch_id)
         VALUES (?, ?, 'succeeded', ?, ?, ?)`,
      )
      .run(connectionId, runId, createdAt, createdAt, batchId);
    outputs.record(
      {
        connectionId,
        runId,
        projectId: 'prj_1',
        projectVersion: 3,
        templateId: null,
        createdAt,
      },
      [
        {
          key: 'Poster',
          title: 'Poster',
          kind: 'image',
          nodeId: 'out',
          nodeType: 'output/value',
          contentType: 'image/png',
          filename: 'x.png',
          fileId: `file_${made}`,
          sizeBytes: 4,
          excerpt: null,
          value: null,
          inputs: [],
          stack: runId,
        },
      ],
    );
    return runId;
  }

  function batch(id: string, kind: 'grid' | 'table', name: string, layout: unknown): void {
    database
      .prepare(
        `INSERT INTO batches (id, connection_id, kind, name, origin, fields, layout, limits, state, created_at, updated_at)
         VALUES (?, 'local', ?, ?, '{}', ?, ?, '{}', 'done', '', '')`,
      )
      .run(id, kind, name, JSON.stringify(grid.fields), layout === null ? null : JSON.stringify(layout));
  }

  const item = (batchId: string, index: number, place: readonly number[], runId: string) =>
    database
      .prepare(
        `INSERT INTO batch_items (batch_id, item, place, item_values, state, run_id) VALUES (?, ?, ?, '[]', 'done', ?)`,
      )
      .run(batchId, index, JSON.stringify(place), runId);

  run(null);
  batch('batch_grid', 'grid', 'Blur radii', grid.layout);
  item('batch_grid', 0, [0, 0], run('batch_grid'));
  item('batch_grid', 1, [1, 0], run('batch_grid'));
  // A first try of the item, whose run it does not name any more.
  run('batch_grid');
  batch('batch_table', 'table', 'Names', null);
  item('batch_table', 11, [], run('batch_table'));
  run('batch_gone');
  const found = (more: Partial<OutputSearch> = {}) =>
    outputs.search({ connectionId: 'local', ...more }).outputs.toReversed();
  return { database, outputs, found, run, item };
}

test('an output says which grid or batch made it and where in it, as far as that is known', () => {
  const { found } = openDesk();
  const gridOf = { id: 'batch_grid', kind: 'grid', name: 'Blur radii' };
  expect(found().map(({ batch }) => batch)).toEqual([
    null,
    { ...gridOf, place: 'Radius 10, Seed 7', row: 1 },
    { ...gridOf, place: 'Radius 30, Seed 7', row: 2 },
    { ...gridOf, place: '', row: null },
    { id: 'batch_table', kind: 'table', name: 'Names', place: '', row: 12 },
    { id: 'batch_gone', kind: null, name: null, place: '', row: null },
  ]);
});

test('outputs are found by what is written on their tiles: place and name of a grid, row of a batch', () => {
  const { found, item, run } = openDesk();
  item('batch_grid', 2, [1, 0], 'run_7');
  item('batch_table', 24, [], 'run_8');
  run('batch_grid');
  run('batch_table');
  const runs = (text: string) => found({ text }).map(({ runId }) => runId);
  expect(runs('Radius 30, Seed 7')).toEqual(['run_7']);
  expect(runs('blur radii')).toContain('run_7');
  expect(runs('row 25')).toEqual(['run_8']);
  expect(runs('Names')).toContain('run_8');
});

test('a grid that is damaged on the disk hides no output', () => {
  const { database, found } = openDesk();
  database.exec(`UPDATE batches SET layout = '{"axes' WHERE id = 'batch_grid'`);
  expect(found()).toHaveLength(6);
  expect(found()[1]?.batch).toMatchObject({ id: 'batch_grid', name: null });
});

test('outputs are found by what made them, and never by a batch of another connection', () => {
  const { found, run } = openDesk();
  run('batch_grid', 'other');
  const runs = (more: Partial<OutputSearch>) => found(more).map(({ runId }) => runId);
  expect(runs({ madeBy: 'runs' })).toEqual(['run_1']);
  expect(runs({ madeBy: 'grids' })).toEqual(['run_2', 'run_3', 'run_4']);
  expect(runs({ madeBy: 'tables' })).toEqual(['run_5']);
  expect(runs({ madeBy: 'deleted' })).toEqual(['run_6']);
  expect(runs({ batchId: 'batch_grid' })).toEqual(['run_2', 'run_3', 'run_4']);
  expect(runs({ batchId: 'batch_grid', connectionId: 'other' })).toEqual(['run_7']);
  expect(runs({ batchId: 'batch_none' })).toEqual([]);
});

test('the grids and batches that made the newest outputs are offered, the newest first', () => {
  const { outputs } = openDesk();
  expect(outputs.facets('local', undefined).batches).toEqual([
    { id: 'batch_gone', kind: null, name: null, count: 1 },
    { id: 'batch_table', kind: 'table', name: 'Names', count: 1 },
    { id: 'batch_grid', kind: 'grid', name: 'Blur radii', count: 3 },
  ]);
  expect(outputs.facets('local', 'prj_other').batches).toEqual([]);
});

test('files of a grid are named by their place; results of several makers lie in a folder each', () => {
  const { found } = openDesk();
  const fetcher: Pick<MediaFetcher, 'fetch'> = {
    fetch: () => Promise.reject(new Error('Nothing is read here.')),
  };
  const names = (more: Partial<OutputSearch>) =>
    membersOf(found(more), fetcher, () => null).map(({ name, folder }) => [folder, name]);
  expect(names({ batchId: 'batch_grid' })).toEqual([
    [undefined, 'Sunset_Poster_Radius 10, Seed 7_v3.png'],
    [undefined, 'Sunset_Poster_Radius 30, Seed 7_v3.png'],
    [undefined, 'Sunset_Poster_v3.png'],
  ]);
  expect(names({}).map(([folder]) => folder)).toEqual([
    undefined,
    'Blur radii',
    'Blur radii',
    'Blur radii',
    'Names',
    undefined,
  ]);
  expect(names({})[4]).toEqual(['Names', 'Sunset_Poster_Row 12_v3.png']);
  expect(nameOfArchive(found({ batchId: 'batch_grid' }))).toBe('Sunset_Blur radii_3 outputs.zip');
  expect(nameOfArchive(found())).toBe('Sunset_6 outputs.zip');
});
