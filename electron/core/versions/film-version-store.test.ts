import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MediaVersion } from '#shared/desk/index.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestLog } from '../testing/test-log.ts';
import { createDocumentVersions } from './document-versions.ts';
import { createFilmVersionStore, type FilmKey } from './film-version-store.ts';

const place: FilmKey = { connectionId: 'local', projectId: 'p', kind: 'timeline' };
/** Half of the pause that ends a stretch of work. */
const STEP = 6_000;

function start(limit = 1e9) {
  const folder = temporaryFolder();
  const database = openTestDatabase(folder);
  const { clock, advance } = createTestClock();
  const documents = createDocumentVersions({
    directory: join(folder, 'versions'),
    database,
    limits: { graphs: 1, films: limit },
    log: createTestLog(),
  });
  const store = createFilmVersionStore(documents, clock);
  const keep = (name: string, where: FilmKey = place, reason: 'saved' | 'found' = 'saved') =>
    store.keep({
      ...where,
      version: 1,
      reason,
      document: { name, filler: Array.from({ length: 400 }, (_, index) => `${name}${index * 7919}`) },
      picture: { kind: 'timeline', sketch: { seconds: 1, clips: 1, tracks: 1, rows: 0, bars: [] } },
    });
  const listed = (where: FilmKey = place) =>
    documents.list(where, { kind: where.kind }).versions.map((version) => MediaVersion.parse(version));
  const names = async (where: FilmKey = place) =>
    Promise.all(listed(where).map(async ({ id }) => (await store.document(where, id)).document['name']));
  /** The file of a version's document. */
  const fileOf = (id: string): string => {
    const hash = String(database.prepare('SELECT hash FROM versions WHERE id = ?').get(id)?.['hash']);
    return join(folder, 'versions', hash.slice(0, 2), `${hash}.gz`);
  };
  return { store, documents, keep, listed, names, advance, fileOf };
}

describe('keeping', () => {
  test('edits without a pause are one version, which is the last of them', async () => {
    const { keep, names, advance } = start();
    await keep('one');
    advance(STEP);
    await keep('two');
    expect(await names()).toEqual(['two']);
    advance(3 * STEP);
    await keep('three');
    expect(await names()).toEqual(['three', 'two']);
  });

  test('a version says what was done in its stretch of work', async () => {
    const { store, listed, advance } = start();
    const save = (name: string, steps: string[]) =>
      store.keep({
        ...place,
        version: 1,
        reason: 'saved',
        document: { name },
        picture: { kind: 'timeline', sketch: { seconds: 1, clips: 1, tracks: 1, rows: 0, bars: [] } },
        steps,
      });
    await save('one', ['trim clip']);
    advance(STEP);
    await save('two', ['trim 2 clips', 'trim clip']);
    advance(3 * STEP);
    await save('three', []);
    expect(listed().map(({ steps }) => steps)).toEqual([
      undefined,
      ['trim clip', 'trim 2 clips', 'trim clip'],
    ]);
    // An edit of another kind begins another version, also without a pause.
    await save('four', ['move clip']);
    await save('five', ['trim clip', 'move clip']);
    await save('six', ['move 2 clips']);
    await save('seven', ['undo: move 2 clips']);
    expect(listed().map(({ steps }) => steps?.join(', '))).toEqual([
      'undo: move 2 clips',
      'trim clip, move clip, move 2 clips',
      'move clip',
      'trim clip, trim 2 clips, trim clip',
    ]);
  });

  test('a long stretch is divided', async () => {
    const { keep, listed, advance } = start();
    for (let step = 0; step < 25; step += 1) {
      await keep(`step ${step}`);
      advance(STEP);
    }
    expect(listed()).toHaveLength(3);
  });

  test('what equals the newest is not saved again; a named version is never replaced', async () => {
    const { documents, keep, listed, names } = start();
    expect(await keep('one')).toMatchObject({ kind: 'timeline', name: null });
    expect(await keep('one')).toBeNull();
    const [first] = listed();
    if (!first) throw new Error('nothing was saved');
    expect(documents.change(place, first.id, { name: 'Rough cut' }).name).toBe('Rough cut');
    await keep('two');
    expect(await names()).toEqual(['two', 'one']);
  });

  test('what others made is a version of its own', async () => {
    const { keep, listed } = start();
    await keep('mine');
    await keep('theirs', place, 'found');
    await keep('mine again');
    expect(listed().map(({ reason }) => reason)).toEqual(['saved', 'found', 'saved']);
  });

  test('makes room by the oldest without a name, and leaves the newest of each document', async () => {
    const { documents, keep, listed, names, advance } = start(3000);
    const other: FilmKey = { ...place, projectId: 'other' };
    await keep('of another project', other);
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      advance(3 * STEP);
      await keep(name);
      const [newest] = listed();
      if (name === 'a' && newest) documents.change(place, newest.id, { name: 'First' });
    }
    expect(await names(other)).toEqual(['of another project']);
    const left = await names();
    expect([left[0], left.at(-1)]).toEqual(['f', 'a']);
    expect(left.length).toBeLessThan(6);
  });
});

test('pages of fifty lead from the newest to the oldest', async () => {
  const { documents, keep, advance } = start();
  for (let index = 0; index < 60; index += 1) {
    await keep(`v${index}`);
    advance(3 * STEP);
  }
  const first = documents.list(place, { kind: 'timeline' });
  expect(first.versions).toHaveLength(50);
  const second = documents.list(place, { kind: 'timeline', cursor: first.nextCursor ?? undefined });
  expect([second.versions.length, second.nextCursor]).toEqual([10, null]);
});

test('a damaged version says so; others are not affected', async () => {
  const { store, documents, keep, listed, names, advance, fileOf } = start();
  await keep('one');
  advance(3 * STEP);
  await keep('two');
  const [, older] = listed();
  if (!older) throw new Error('nothing was saved');
  writeFileSync(fileOf(older.id), new Uint8Array([1, 2]));
  await expect(store.document(place, older.id)).rejects.toThrow('damaged on the disk');
  await documents.delete(place, older.id);
  expect(await names()).toEqual(['two']);
});

test('versions go with a project that gets another id, and with what is deleted', async () => {
  const { documents, keep, names } = start();
  await keep('one');
  await documents.moveProject('local', 'p', 'q');
  expect(await names()).toEqual([]);
  expect(await names({ ...place, projectId: 'q' })).toEqual(['one']);
  await documents.removeProject('local', 'q');
  expect(await names({ ...place, projectId: 'q' })).toEqual([]);
});

test('one list has the versions of all documents of a project, newest first, and goes on where its page ended', async () => {
  const { store, documents, keep, advance } = start();
  const board: FilmKey = { ...place, kind: 'storyboard' };
  for (const name of ['one', 'two', 'three']) {
    await keep(name);
    await store.keep({
      ...board,
      version: 1,
      reason: 'found',
      document: { name },
      picture: { kind: 'storyboard', sketch: { scenes: 1, shots: 1, seconds: 1, frames: [] } },
    });
    advance(STEP);
  }
  // The stretch of work of the timeline goes on: its one version has the last date.
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = documents.list(place, { cursor, limit: 2 });
    seen.push(...page.versions.map(({ kind }) => kind));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(seen).toEqual(['storyboard', 'timeline', 'storyboard', 'storyboard']);
  expect(documents.list(place, { kind: 'timeline' }).limitBytes).toBe(1e9);
  expect(documents.list(place).limitBytes).toBe(1e9 + 1);
});

test('one that is kept on purpose is not replaced by the edits after it; what was kept before a step has no name of a person', async () => {
  const { store, documents, keep, listed, names } = start();
  await keep('one');
  documents.change(place, listed()[0]?.id ?? '', { keep: true });
  await keep('two');
  expect(await names()).toEqual(['two', 'one']);
  await store.keep({
    ...place,
    version: 1,
    reason: 'before',
    name: 'Before: recut',
    document: { name: 'three' },
    picture: { kind: 'timeline', sketch: { seconds: 1, clips: 1, tracks: 1, rows: 0, bars: [] } },
  });
  const named = () => documents.list(place, { namedOnly: true }).versions.map(({ name }) => name);
  expect(named()).toEqual([null]);
  documents.change(place, listed()[0]?.id ?? '', { name: 'Mine' });
  expect(named()).toEqual(['Mine', null]);
});
