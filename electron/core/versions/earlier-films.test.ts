import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { openCheckedDatabase } from '../storage/checked-database.ts';
import { DESK_MIGRATIONS } from '../storage/desk-database.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createDocumentVersions } from './document-versions.ts';
import { createFilmVersionStore, type FilmKey } from './film-version-store.ts';
import { createVersionStore } from './version-store.ts';

const timeline: FilmKey = { connectionId: 'local', projectId: 'p', kind: 'timeline' };
const storyboard: FilmKey = { ...timeline, kind: 'storyboard' };
const AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const sketches = {
  timeline: { seconds: 1, clips: 1, tracks: 1, rows: 0, bars: [] },
  storyboard: { scenes: 1, shots: 1, seconds: 1, frames: [] },
};

const openWith = (folder: string, migrations: readonly string[]) =>
  openCheckedDatabase(
    join(folder, 'desk.sqlite'),
    { migrations, synchronous: 'FULL', newer: 'refuse' },
    () => 0,
    () => undefined,
  );

/** A folder of a version that kept storyboards and timelines in rows of their own. */
function earlierFolder(
  films: readonly (readonly [id: string, key: FilmKey, document: object, name: string | null])[],
) {
  const folder = temporaryFolder();
  const step = DESK_MIGRATIONS.findIndex((sql) => sql.includes('film_versions_by_hash'));
  const database = openWith(folder, DESK_MIGRATIONS.slice(0, step));
  const add = database.prepare(
    `INSERT INTO film_versions (id, connection_id, project_id, kind, version, reason, name, began_at, at, sketch, hash,
       document, steps) VALUES (?, ?, ?, ?, 3, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  films.forEach(([id, key, document, name], index) => {
    const text = JSON.stringify(document);
    const hash = createHash('sha256').update(text).digest('hex');
    const steps = name === null ? '["trim clip"]' : null;
    const reason = name?.startsWith('Before: ') === true ? 'before' : 'saved';
    const at = AT + index * 60_000;
    const { connectionId, projectId, kind } = key;
    add.run(
      id,
      connectionId,
      projectId,
      kind,
      reason,
      name,
      at - 1000,
      at,
      JSON.stringify({ kind, sketch: sketches[kind] }),
      hash,
      gzipSync(text),
      steps,
    );
  });
  database.close();
  return folder;
}

function open(folder: string, limit = 1e9) {
  const database = openWith(folder, DESK_MIGRATIONS);
  onTestFinished(() => database.close());
  const directory = join(folder, 'versions');
  const documents = createDocumentVersions({
    directory,
    database,
    limits: { graphs: 1e9, films: limit },
    log: createTestLog(),
  });
  const { clock } = createTestClock(AT + 3_600_000);
  const files = () =>
    existsSync(directory)
      ? readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      : [];
  return {
    database,
    directory,
    documents,
    films: createFilmVersionStore(documents, clock),
    graphs: createVersionStore(documents, clock),
    files,
  };
}

test('versions of storyboards and timelines of an earlier version are all there, and go into files as they are read', async () => {
  const folder = earlierFolder([
    ['film_1', timeline, { cut: 'one' }, 'Before: recut'],
    ['film_2', timeline, { cut: 'two' }, null],
    ['film_3', storyboard, { board: 'one' }, 'Mine'],
  ]);
  const { database, documents, films, files } = open(folder);
  await documents.cleanUp();
  expect(documents.list(timeline, { kind: 'timeline' }).versions).toMatchObject([
    {
      id: 'film_2',
      version: 3,
      reason: 'saved',
      name: null,
      steps: ['trim clip'],
      at: '2026-01-02T03:05:05.678Z',
    },
    { id: 'film_1', reason: 'before', name: 'Before: recut', at: '2026-01-02T03:04:05.678Z' },
  ]);
  expect(documents.list(storyboard, { kind: 'storyboard' }).versions).toMatchObject([
    { id: 'film_3', name: 'Mine' },
  ]);
  expect(documents.list(timeline, { kind: 'graph' }).versions).toEqual([]);
  expect(files()).toEqual([]);
  expect((await films.document(timeline, 'film_1')).document).toEqual({ cut: 'one' });
  expect(files()).toHaveLength(1);
  expect(database.prepare('SELECT count(*) AS left FROM film_versions').get()).toEqual({ left: 2 });
  await documents.cleanUp();
  expect((await films.document(timeline, 'film_1')).document).toEqual({ cut: 'one' });
  expect((await films.document(storyboard, 'film_3')).document).toEqual({ board: 'one' });
});

test('a disk on which no file can be written hides no earlier version', async () => {
  const folder = earlierFolder([['film_1', timeline, { cut: 'one' }, null]]);
  const { directory, films } = open(folder);
  rmSync(directory, { recursive: true });
  // A file where the folder was: nothing can be written below it.
  writeFileSync(directory, '');
  expect((await films.document(timeline, 'film_1')).document).toEqual({ cut: 'one' });
  rmSync(directory);
  mkdirSync(directory);
  expect((await films.document(timeline, 'film_1')).document).toEqual({ cut: 'one' });
});

test('what leaves to make room, is deleted or goes with its project leaves no document behind', async () => {
  const folder = earlierFolder([
    ['film_1', timeline, { cut: 'one' }, null],
    ['film_2', timeline, { cut: 'two' }, 'Mine'],
    ['film_3', timeline, { cut: 'three' }, null],
    ['film_4', timeline, { cut: 'four' }, null],
  ]);
  const { database, documents, films } = open(folder, 1);
  const left = () =>
    database
      .prepare('SELECT id FROM film_versions ORDER BY id')
      .all()
      .map(({ id }) => id);
  await documents.delete(timeline, 'film_3');
  expect(left()).toEqual(['film_1', 'film_2', 'film_4']);
  await films.keep({
    ...timeline,
    version: 4,
    reason: 'found',
    document: { cut: 'five' },
    picture: { kind: 'timeline', sketch: { seconds: 1, clips: 1, tracks: 1, rows: 0, bars: [] } },
  });
  expect(
    documents.list(timeline, { kind: 'timeline' }).versions.map(({ name, version }) => name ?? version),
  ).toEqual([4, 'Mine']);
  expect(left()).toEqual(['film_2']);
  await documents.removeProject('local', 'p');
  expect(left()).toEqual([]);
});

test('graphs and films have room of their own each', async () => {
  const { documents, films, graphs } = open(earlierFolder([]), 1);
  const graph = { nodes: [{ id: 'a', type: 'test/a', position: null, inputs: {} }], connections: [] };
  await graphs.keep({ connectionId: 'local', projectId: 'p', version: 1, reason: 'saved', graph });
  await graphs.keep({
    connectionId: 'local',
    projectId: 'p',
    version: 2,
    reason: 'saved',
    graph: { ...graph, nodes: [] },
  });
  for (const cut of ['one', 'two']) {
    await films.keep({
      ...timeline,
      version: 3,
      reason: 'found',
      document: { cut },
      picture: { kind: 'timeline', sketch: { seconds: 1, clips: 1, tracks: 1, rows: 0, bars: [] } },
    });
  }
  expect(documents.list(timeline, { kind: 'graph' }).versions).toHaveLength(2);
  expect(documents.list(timeline, { kind: 'timeline' }).versions).toHaveLength(1);
});
