import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDraftStore } from '../drafts/draft-store.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openDeskDatabase } from './desk-database.ts';
import { openReservedNotes } from './reserved-notes.ts';

const pathOf = () => join(temporaryFolder(), 'reserved-notes');

test('what was noted is there after a restart, until it is settled', () => {
  const path = pathOf();
  const notes = openReservedNotes(path);
  expect(notes.add('journal a', ['1', '2'])).toBe(true);
  expect(notes.add('journal a', ['2', '3'])).toBe(true);
  expect(notes.add('journal b', ['9'])).toBe(true);
  notes.settle('journal a', ['1', '2', '7']);
  const again = openReservedNotes(path);
  expect([again.idsOf('journal a'), again.idsOf('journal b')]).toEqual([['3'], ['9']]);
  again.settle('journal a', ['3']);
  expect(openReservedNotes(path).idsOf('journal a')).toEqual([]);
});

test('a write that was cut off at any byte leaves what was noted before', () => {
  const path = pathOf();
  const notes = openReservedNotes(path);
  notes.add('a', ['first']);
  const before = readFileSync(path);
  notes.add('a', ['second']);
  const after = readFileSync(path);
  const changed = [...after.keys()].filter((at) => after[at] !== before[at]);
  const [from, to] = [changed[0] ?? 0, changed.at(-1) ?? 0];
  for (let cut = from; cut <= to; cut += 1) {
    writeFileSync(path, Buffer.concat([after.subarray(0, cut), before.subarray(cut)]));
    expect(openReservedNotes(path).idsOf('a')).toEqual(['first']);
  }
  writeFileSync(path, after);
  expect(openReservedNotes(path).idsOf('a')).toEqual(['first', 'second']);
});

test('a file that is damaged or cut short says nothing, and takes notes again', () => {
  const path = pathOf();
  openReservedNotes(path).add('a', ['1']);
  truncateSync(path, 10);
  const notes = openReservedNotes(path);
  expect(notes.idsOf('a')).toEqual([]);
  expect(notes.add('a', ['2'])).toBe(true);
  expect(openReservedNotes(path).idsOf('a')).toEqual(['2']);
});

test('more than the room there is, is not noted, and what was noted stays', () => {
  const path = pathOf();
  const notes = openReservedNotes(path);
  notes.add('a', ['1']);
  expect(notes.add('b', ['x'.repeat(70_000)])).toBe(false);
  expect(openReservedNotes(path).idsOf('a')).toEqual(['1']);
});

test('on a full disk the drafts that the service has are not found again', ({ skip }) => {
  const disk = mountSmallDisk(2_000_000);
  if (!disk) {
    skip('A small disk can be mounted by the administrator of a Linux machine only.');
    return;
  }
  const path = join(disk.folder, 'reserved-notes');
  const database = openDeskDatabase(
    join(disk.folder, 'desk.sqlite'),
    () => 0,
    () => {},
  );
  const open = () => createDraftStore(database, openReservedNotes(path));
  const place = { connectionId: 'local', projectId: 'prj_1', kind: 'timeline' } as const;
  const windows = () =>
    open()
      .list(place)
      .map(({ window }) => window);
  const store = open();
  database.exec(`
    INSERT INTO document_drafts (id, connection_id, project_id, kind, window, base_version, changes, written_at)
      VALUES (1, 'local', 'prj_1', 'timeline', 'one', 1, '{"set":1}', ''), (2, 'local', 'prj_1', 'timeline', 'two', 1, '{"set":1}', '');
    INSERT INTO draft_bases (draft_id, document) VALUES (1, '{}'), (2, '{}');`);
  // Without room that its log had before.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  disk.fill();
  store.remove(place, ['one']);
  expect(windows()).toEqual(['two']);
  disk.free();
  expect(windows()).toEqual(['two']);
  database.close();
});
