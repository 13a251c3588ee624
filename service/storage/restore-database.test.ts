import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUpDatabase } from './backups.ts';
import { dataPaths } from './data-directory.ts';
import { openDatabaseFile } from './open-database.ts';
import { restoreDatabaseIfNeeded } from './restore-database.ts';
import { addSuspicion } from './suspect-database.ts';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 10);

describe('restoring the database', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'patchbay-restoring-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));
  const paths = () => dataPaths(directory);
  const restore = (now = NOW) => restoreDatabaseIfNeeded(directory, now);

  /** A table that holds one text, beside the service's own. */
  function put(text: string): void {
    const db = openDatabaseFile(paths().database);
    db.exec('CREATE TABLE IF NOT EXISTS mark (text TEXT); CREATE INDEX IF NOT EXISTS marks ON mark (text)');
    db.exec('DELETE FROM mark');
    db.prepare('INSERT INTO mark VALUES (?)').run(text);
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    db.close();
  }
  function read(file = paths().database): unknown {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      return db.prepare('SELECT text FROM mark NOT INDEXED').get()?.['text'];
    } finally {
      db.close();
    }
  }
  function pragma(name: string): unknown {
    const db = new DatabaseSync(paths().database);
    try {
      return Object.values(db.prepare(`PRAGMA ${name}(1)`).get() ?? {})[0];
    } finally {
      db.close();
    }
  }
  const damage = () => writeFileSync(paths().database, 'damaged '.repeat(1000));

  /** Changes a text in the index alone: the pages are well formed, and the index does not fit its table. */
  function damageIndex(text: string): void {
    const sound = readFileSync(paths().database);
    for (let at = sound.indexOf(text); at !== -1; at = sound.indexOf(text, at + 1)) {
      const bytes = Buffer.from(sound);
      bytes[at]! ^= 1;
      writeFileSync(paths().database, bytes);
      if (read() === text) break;
    }
    expect(pragma('quick_check')).toBe('ok');
    expect(pragma('integrity_check')).not.toBe('ok');
  }

  it('refuses a database of a newer version, whatever its tables look like, and moves nothing', async () => {
    put('newer');
    await backUpDatabase(paths().database, paths().backups, NOW);
    const db = new DatabaseSync(paths().database);
    db.exec("INSERT INTO migrations (number, name) VALUES (9999, 'future')");
    db.exec('ALTER TABLE blob_previews RENAME COLUMN content_type TO media_type');
    db.close();
    const before = readdirSync(directory).toSorted();
    expect(() => restore()).toThrow('newer Patchbay');
    expect(readdirSync(directory).toSorted()).toEqual(before);
    expect(read()).toBe('newer');
  });

  it('does not use an older backup when the newest is of a newer version', async () => {
    put('old');
    await backUpDatabase(paths().database, paths().backups, NOW - DAY_MS);
    const db = new DatabaseSync(paths().database);
    db.exec("INSERT INTO migrations (number, name) VALUES (9999, 'future')");
    db.close();
    copyFileSync(paths().database, join(paths().backups, `patchbay-${NOW}-000009-daily.sqlite`));
    damage();
    expect(() => restore()).toThrow('newer Patchbay');
    expect(existsSync(paths().database)).toBe(false);
  });

  it('takes the backup that was made last, also when the clock was ahead while an older one was made', async () => {
    put('1');
    await backUpDatabase(paths().database, paths().backups, NOW + 1000 * DAY_MS);
    put('2');
    await backUpDatabase(paths().database, paths().backups, NOW);
    damage();
    expect(restore()).toMatchObject({ state: 'done', backupFrom: new Date(NOW).toISOString() });
    expect(read()).toBe('2');
  });

  it('passes over a backup that cannot be copied', async () => {
    put('good');
    await backUpDatabase(paths().database, paths().backups, NOW - DAY_MS);
    // A folder of that name, which cannot be copied as a file can.
    mkdirSync(join(paths().backups, `patchbay-${NOW}-000009-daily.sqlite`));
    damage();
    expect(restore()).toMatchObject({ state: 'done' });
    expect(read()).toBe('good');
  });

  it('does not begin anew while the only backup cannot be copied', () => {
    put('lost');
    mkdirSync(join(paths().backups, `patchbay-${NOW}-daily.sqlite`), { recursive: true });
    damage();
    expect(() => restore()).toThrow(/copyfile/);
    rmSync(paths().backups, { recursive: true });
    expect(restore()).toMatchObject({ state: 'done', backupFrom: null });
  });

  it('mends an index that does not fit its table once SQLite has told of it, and loses nothing', async () => {
    put('marker-text');
    await backUpDatabase(paths().database, paths().backups, NOW);
    put('newest-text');
    damageIndex('newest-text');
    // The check of every start does not see it.
    expect(restore()).toBeNull();
    expect(pragma('integrity_check')).not.toBe('ok');
    addSuspicion(paths().suspect);
    expect(restore()).toBeNull();
    expect(pragma('integrity_check')).toBe('ok');
    expect(read()).toBe('newest-text');
    expect(existsSync(paths().suspect)).toBe(false);
  });

  it('mends the index of a backup that it takes', async () => {
    put('marker-text');
    damageIndex('marker-text');
    await backUpDatabase(paths().database, paths().backups, NOW);
    damage();
    restore();
    expect(read()).toBe('marker-text');
    expect(pragma('integrity_check')).toBe('ok');
  });

  it('takes the backup when SQLite tells of damage again and again that no check finds', async () => {
    put('backup');
    await backUpDatabase(paths().database, paths().backups, NOW);
    put('suspect');
    const restored: boolean[] = [];
    for (let round = 1; round <= 3; round += 1) {
      addSuspicion(paths().suspect);
      restored.push(restore() !== null);
    }
    expect(restored).toEqual([false, false, true]);
    expect(read()).toBe('backup');
    expect(existsSync(paths().suspect)).toBe(false);
  });

  it('a stop between the renames leaves the write-ahead log beside its own database', async () => {
    put('backup');
    await backUpDatabase(paths().database, paths().backups, NOW);
    const quarantined = 'patchbay.sqlite.broken-x';
    const begun = { at: new Date(NOW).toISOString(), cause: 'damaged', backupFrom: null, state: 'begun' };
    writeFileSync(paths().restoredDatabase, JSON.stringify({ ...begun, quarantined }));
    rmSync(paths().database);
    writeFileSync(join(directory, quarantined), 'damaged');
    writeFileSync(`${paths().database}-wal`, 'its log');
    restore();
    expect(readFileSync(join(directory, `${quarantined}-wal`), 'utf8')).toBe('its log');
    const others = readdirSync(directory).filter(
      (name) => name.includes('.broken-') && !name.startsWith(quarantined),
    );
    expect(others).toEqual([]);
    expect(read()).toBe('backup');
  });
});
