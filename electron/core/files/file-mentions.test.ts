import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { findFileMentions } from './file-mentions.ts';

const AT = '2026-11-30T10:00:00.000Z';
const idOf = (name: string): string => `file_01m8${name}.png`;
const graphWith = (name: string): string =>
  JSON.stringify({ nodes: [{ inputs: { file: { type: 'file', fileId: idOf(name) } } }] });

function open() {
  const folder = temporaryFolder();
  const database = openTestDatabase(folder);
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const put = (table: string, row: Record<string, string | number | Buffer>): void =>
    void database
      .prepare(
        `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
          .map(() => '?')
          .join(', ')})`,
      )
      .run(...Object.values(row));
  const find = async (...names: string[]) =>
    Object.fromEntries(
      [
        ...(await findFileMentions(
          { database, folder },
          new Set(names.map(idOf)),
          AbortSignal.timeout(60_000),
        )),
      ].map(([id, uses]) => [id.slice(9, -4), [...uses]]),
    );
  /** A run of a graph and what became of its result. */
  const putRun = (runId: string, graph: string, hidden: number): void => {
    put('run_graphs', { hash: runId, body: gzipSync(graphWith(graph)) });
    put('run_sources', {
      connection_id: 'local',
      run_id: runId,
      graph_hash: runId,
      recorded_at: AT,
      request: JSON.stringify({ inputOverrides: { 'a.file': { fileId: idOf(`over${graph}`) } } }),
    });
    put('outputs', {
      connection_id: 'local',
      run_id: runId,
      key: 'Poster',
      title: 'Poster',
      kind: 'image',
      inputs: '[]',
      stack: 's',
      created_at: AT,
      hidden,
    });
  };
  return { write, put, putRun, find };
}

test('a file is found wherever something can bring it back or run with it again, and nowhere else', async () => {
  const { write, put, putRun, find } = open();
  const film = { connection_id: 'local', project_id: 'p', kind: 'timeline' };
  write('journal/local/p.jsonl', `{"t":"entry","entry":${graphWith('journal')}}\n`);
  write('versions/06/06.gz', gzipSync(graphWith('version')));
  write('groups/group_a.json', JSON.stringify({ definitions: { 1: graphWith('group') } }));
  write('snippets.json', JSON.stringify({ snippets: [{ clip: graphWith('snippet') }] }));
  put('film_versions', {
    ...film,
    id: 'v',
    version: 1,
    reason: 'saved',
    began_at: 0,
    at: 0,
    sketch: '',
    hash: 'h',
    document: gzipSync(graphWith('film')),
  });
  put('document_undo', { ...film, id: 7, window: 'w', steps: graphWith('step'), written_at: AT });
  put('undo_bases', { undo_id: 7, document: graphWith('base') });
  put('document_drafts', {
    ...film,
    id: 3,
    window: 'w',
    base_version: 1,
    changes: graphWith('draft'),
    written_at: AT,
  });
  put('batches', {
    id: 'b',
    connection_id: 'local',
    kind: 'grid',
    name: 'Posters',
    origin: '{}',
    fields: '[]',
    limits: '{}',
    graph: gzipSync(graphWith('grid')),
    state: 'done',
    created_at: AT,
    updated_at: AT,
  });
  put('batch_items', { batch_id: 'b', item: 0, place: '[]', item_values: graphWith('row'), state: 'done' });
  putRun('shown', 'shown', 0);
  putRun('hidden', 'hidden', 1);
  const names = ['journal', 'version', 'snippet', 'group', 'film', 'step', 'base', 'draft', 'grid', 'row'];
  expect(await find(...names, 'shown', 'overshown', 'hidden', 'overhidden', 'nowhere')).toEqual({
    journal: ['undo'],
    version: ['history'],
    snippet: ['snippet'],
    group: ['group'],
    film: ['history'],
    step: ['undo'],
    base: ['undo'],
    draft: ['undo'],
    grid: ['batch'],
    row: ['batch'],
    shown: ['run'],
    overshown: ['run'],
  });
});

test('many rows are read page by page', async () => {
  const { put, find } = open();
  const names = Array.from({ length: 120 }, (_, index) => `undo${index}`);
  for (const [index, name] of names.entries()) {
    put('document_undo', {
      connection_id: 'local',
      project_id: `p${index}`,
      kind: 'timeline',
      window: 'w',
      steps: graphWith(name),
      written_at: AT,
    });
  }
  expect(Object.keys(await find(...names))).toHaveLength(120);
});

test('where something cannot be read nothing is taken for unused', async () => {
  const { write, find } = open();
  write('versions/06/06.gz', gzipSync(graphWith('version')).subarray(0, 20));
  await expect(find('version')).rejects.toThrow('unexpected end of file');
});
