// @module-tag rig
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { JournalEntry } from '#shared/desk/index.ts';
import { isDiskFull } from '../desk-error.ts';
import { openDeskDatabase } from '../storage/desk-database.ts';
import { mountSmallDisk, type SmallDisk } from '../testing/small-disk.ts';
import { openReservedNotes } from '../storage/reserved-notes.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { createTestLog } from '../testing/test-log.ts';
import { Journal } from './journal.ts';
import { readJournalText } from './journal-file.ts';

/** A disk that is really full, in the middle of what is being written. */

/** An entry of so many characters. */
const entry = (id: string, size: number): JournalEntry => ({
  id,
  label: 'edit',
  at: '2026-01-01T00:00:00Z',
  baseVersion: 1,
  operations: [{ op: 'setNodeTitle', nodeId: 'a', title: 'x'.repeat(size) }],
});

/** As FAT has it: a file has one name. */
const hasNoSecondNames = () =>
  Promise.reject(Object.assign(new Error('EPERM: operation not permitted, link'), { code: 'EPERM' }));

function journalOn(disk: SmallDisk, secondName?: () => Promise<void>) {
  const path = join(disk.folder, 'journal', 'local', 'prj_1.jsonl');
  const open = () =>
    new Journal({
      directory: join(disk.folder, 'journal'),
      clock: createTestClock().clock,
      log: createTestLog(),
      notify: () => {},
      reserved: openReservedNotes(join(disk.folder, 'reserved-notes')),
      ...(secondName ? { secondName } : {}),
    });
  const journal = open();
  return {
    path,
    append: (...entries: JournalEntry[]) =>
      journal.append('local', 'prj_1', { writer: 'w1', entries, history: [] }),
    claim: () => journal.claim('local', 'prj_1', { writer: 'w1', take: true }),
    taken: (...entryIds: string[]) => journal.acknowledge('local', 'prj_1', { writer: 'w1', entryIds }),
    /** What another process finds. */
    found: async () =>
      (await open().claim('local', 'prj_1', { writer: 'r', take: true })).entries.map(({ id }) => id),
  };
}

/** Skips the test where no disk can be mounted; the injected failures of the other tests run everywhere. */
function diskOr(skip: (note: string) => void, sizeBytes = 2_000_000): SmallDisk {
  const disk = mountSmallDisk(sizeBytes);
  if (disk) return disk;
  skip('A small disk can be mounted by the administrator of a Linux machine only.');
  throw new Error('The test was not skipped.');
}

describe('the journal', () => {
  test.for([0, 4096, 12_288])(
    'with %i bytes left refuses what does not fit, keeps what it answered for, and goes on when there is room',
    async (left, { skip }) => {
      const disk = diskOr(skip);
      const journal = journalOn(disk);
      await journal.append(entry('before', 3000));
      disk.fill(left);
      const before = readFileSync(journal.path, 'utf8');
      await expect(journal.append(entry('large', 60_000))).rejects.toSatisfy(isDiskFull);
      expect(readFileSync(journal.path, 'utf8')).toBe(before);
      expect(await journal.found()).toEqual(['before']);
      disk.free();
      await journal.append(entry('large', 60_000));
      await journal.append(entry('more', 10));
      expect(readJournalText(readFileSync(journal.path, 'utf8')).condition).toBe('whole');
      expect(await journal.found()).toEqual(['before', 'large', 'more']);
    },
  );

  test('notes which edits the service has taken, so that no later start takes them for newer than its own', async ({
    skip,
  }) => {
    const disk = diskOr(skip);
    const journal = journalOn(disk);
    // It begins with much, so that the file is not removed when all else was taken.
    await journal.append(entry('taken', 3000), entry('waiting', 4000), entry('last', 10));
    disk.fill();
    await expect(journal.append(entry('unknown', 9000))).rejects.toSatisfy(isDiskFull);
    await journal.taken('taken');
    await journal.taken('last', 'never journaled');
    expect((await journal.claim()).entries.map(({ id }) => id)).toEqual(['waiting']);
    expect(await journal.found()).toEqual(['waiting']);
    disk.free();
    await journal.append(entry('unknown', 9000));
    expect(await journal.found()).toEqual(['waiting', 'unknown']);
    expect(openReservedNotes(join(disk.folder, 'reserved-notes')).idsOf(journal.path)).toEqual([]);
    expect(readJournalText(readFileSync(journal.path, 'utf8')).state.entries).toHaveLength(2);
  });

  test('goes on line by line where there is no room to write the file anew', async ({ skip }) => {
    const disk = diskOr(skip);
    const journal = journalOn(disk);
    await journal.append(entry('before', 10));
    // Just below where the file is written anew.
    await journal.append(entry('waiting', 515_000));
    disk.fill(24_576);
    const before = statSync(journal.path).size;
    for (let count = 0; count < 8; count += 1) await journal.append(entry(`small ${count}`, 2000));
    expect(statSync(journal.path).size).toBeGreaterThan(before);
    expect(await journal.found()).toEqual([
      'before',
      'waiting',
      ...Array.from({ length: 8 }, (_, count) => `small ${count}`),
    ]);
  });

  test.for(['torn', 'damaged'] as const)(
    'a %s one opens, and nothing of it is lost',
    async (how, { skip }) => {
      const disk = diskOr(skip);
      await journalOn(disk).append(entry('1', 5000), entry('2', 5000), entry('3', 5000));
      const { path } = journalOn(disk);
      if (how === 'torn') appendFileSync(path, '{"t":"entry","entry":{"id":"4","la');
      else writeFileSync(path, readFileSync(path, 'utf8').replace('"id":"2"', '"id":##'));
      const left = how === 'torn' ? ['1', '2', '3'] : ['1', '3'];
      const damaged = readFileSync(path, 'utf8');
      disk.fill();
      expect(await journalOn(disk).found()).toEqual(left);
      // Killed before there was room, and opened again.
      const again = journalOn(disk);
      await expect(again.append(entry('5', 9000))).rejects.toSatisfy(isDiskFull);
      disk.free();
      await again.append(entry('5', 9000));
      expect(await again.found()).toEqual([...left, '5']);
      expect(readJournalText(readFileSync(path, 'utf8')).condition).toBe('whole');
      // What could not be read is still there for who can.
      const quarantined = readdirSync(dirname(path)).filter((name) => name.includes('.broken-'));
      expect(quarantined.length > 0).toBe(how === 'damaged');
      for (const name of quarantined) expect(readFileSync(join(dirname(path), name), 'utf8')).toBe(damaged);
    },
  );
});

describe('a damaged journal on a full disk where a file has one name only', () => {
  /** One with a line that cannot be read, and no room for a copy of it. */
  async function damagedOn(disk: SmallDisk, left = 0) {
    const { path, append } = journalOn(disk);
    await append(entry('1', 5000), entry('2', 5000), entry('3', 5000));
    writeFileSync(path, readFileSync(path, 'utf8').replace('"id":"2"', '"id":##'));
    disk.fill(left);
    const names = () => readdirSync(dirname(path)).sort();
    const texts = () => names().map((name) => readFileSync(join(dirname(path), name), 'utf8'));
    return { path, damaged: readFileSync(path, 'utf8'), names, texts };
  }
  const open = (disk: SmallDisk) => journalOn(disk, hasNoSecondNames);

  test.for([0, 8192])(
    'opens, and keeps every line of it as it is until there is room: %i bytes left',
    async (left, { skip }) => {
      const disk = diskOr(skip);
      const { path, damaged, names, texts } = await damagedOn(disk, left);
      const first = await open(disk).claim();
      expect(first.entries.map(({ id }) => id)).toEqual(['1', '3']);
      expect(first.notice).toMatch(/stays as it is until there is room on the disk/);
      expect([names().length, texts()]).toEqual([1, [damaged]]);
      // Killed before there was room, and opened again.
      const again = open(disk);
      await expect(again.append(entry('5', 9000))).rejects.toSatisfy(isDiskFull);
      expect(texts()).toEqual([damaged]);
      disk.free();
      await again.append(entry('5', 9000));
      expect(await again.found()).toEqual(['1', '3', '5']);
      expect(readJournalText(readFileSync(path, 'utf8')).condition).toBe('whole');
      expect(texts()).toContain(damaged);
    },
  );

  test('is not removed when all that can be read of it was taken', async ({ skip }) => {
    const disk = diskOr(skip);
    const { path, damaged, names, texts } = await damagedOn(disk);
    const journal = open(disk);
    await journal.claim();
    await journal.taken('1', '3');
    expect([names().includes(basename(path)), texts()]).toEqual([false, [damaged]]);
    expect(await journal.found()).toEqual([]);
  });

  test('is copied once where there is room for the copy and not for the file anew', async ({ skip }) => {
    const disk = diskOr(skip);
    const { damaged, texts } = await damagedOn(disk, 16_384);
    const journal = open(disk);
    expect((await journal.claim()).notice).toMatch(/was set aside next to it/);
    expect(texts()).toEqual([damaged, damaged]);
    await expect(journal.append(entry('5', 9000))).rejects.toSatisfy(isDiskFull);
    disk.free();
    await journal.append(entry('5', 9000));
    expect(texts().filter((text) => text === damaged)).toHaveLength(1);
    expect(await journal.found()).toEqual(['1', '3', '5']);
  });
});

test('the database is whole after a write that did not fit, has what it answered for, and goes on', ({
  skip,
}) => {
  const disk = diskOr(skip, 1_000_000);
  const path = join(disk.folder, 'desk.sqlite');
  const database = openDeskDatabase(
    path,
    () => 0,
    () => {},
  );
  const insert = database.prepare(
    `INSERT INTO files (connection_id, file_id, filename, content_type, size_bytes, origin, created_at)
     VALUES ('local', ?, ?, 'image/png', 1, 'uploaded', '2026-01-01T00:00:00Z')`,
  );
  const written: string[] = [];
  disk.fill(40_960);
  for (let count = 0; count < 500; count += 1) {
    try {
      insert.run(`file_${count}`, 'x'.repeat(900));
      written.push(`file_${count}`);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      break;
    }
  }
  expect(written.length).toBeLessThan(500);
  const held = () =>
    database
      .prepare('SELECT file_id FROM files ORDER BY rowid')
      .all()
      .map((row) => row['file_id']);
  expect(held()).toEqual(written);
  disk.free();
  insert.run('file_after', 'there is room');
  expect(held()).toEqual([...written, 'file_after']);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  database.close();
  const again = new DatabaseSync(path);
  expect(again.prepare('SELECT count(*) AS count FROM files').get()).toEqual({ count: written.length + 1 });
  again.close();
});
