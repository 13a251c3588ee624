// @module-tag rig
import { copyFileSync, mkdtempSync, openSync, closeSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabaseFile } from './open-database.ts';
import { salvageFiles } from './salvage-files.ts';

const run = (db: DatabaseSync, sql: string, ...values: (string | null)[]) => db.prepare(sql).run(...values);
const all = (db: DatabaseSync, sql: string) => db.prepare(sql).all();
const queryRow = (db: DatabaseSync, sql: string) => db.prepare(sql).get();

let folder: string;
let damagedPath: string;
let backup: DatabaseSync;
const hashOf = (name: string): string => Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64);
const sizeOf = () => 100;

function addFile(
  db: DatabaseSync,
  id: string,
  more: { blob?: string; account?: string; deleted?: boolean } = {},
) {
  run(
    db,
    `INSERT INTO files (id, account_id, blob, filename, content_type, size_bytes, origin, created_at, updated_at, deleted_at)
     VALUES (?, ?, ?, ?, 'image/png', 100, 'upload', 'now', 'now', ?)`,
    id,
    more.account ?? 'me',
    more.blob ?? hashOf(id),
    `${id}.png`,
    more.deleted ? 'now' : null,
  );
}

const ids = () => all(backup, 'SELECT id FROM files ORDER BY id').map(({ id }) => id);

/** Opens the later database, lets it change, and closes it. */
function later(change: (db: DatabaseSync) => void): void {
  const db = openDatabaseFile(damagedPath);
  change(db);
  db.close();
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-salvage-'));
  damagedPath = join(folder, 'damaged.sqlite');
  const backupPath = join(folder, 'backup.sqlite');
  const db = openDatabaseFile(backupPath);
  run(
    db,
    "INSERT INTO accounts (id, name, balance_microcredits, created_at, updated_at) VALUES ('me', 'me', 0, 'now', 'now')",
  );
  addFile(db, 'old');
  db.close();
  copyFileSync(backupPath, damagedPath);
  backup = openDatabaseFile(backupPath);
});
afterEach(() => {
  backup.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('files younger than the backup', () => {
  it('are there again, and count as storage', () => {
    later((db) => {
      addFile(db, 'new');
      addFile(db, 'deleted', { deleted: true });
      addFile(db, 'without bytes', { blob: hashOf('gone') });
      addFile(db, 'no blob', { blob: 'x' });
      run(
        db,
        "INSERT INTO accounts (id, name, balance_microcredits, created_at, updated_at) VALUES ('later', 'later', 0, 'now', 'now')",
      );
      addFile(db, 'of an account that is not there', { account: 'later' });
    });
    const found = salvageFiles(backup, damagedPath, (hash) => (hash === hashOf('gone') ? null : 100));
    expect(found).toBe(1);
    expect(ids()).toEqual(['new', 'old']);
    const account = queryRow(backup, "SELECT storage_used_bytes AS used FROM accounts WHERE id = 'me'");
    expect(account).toEqual({ used: 100 });
    // The one whose bytes are found later.
    expect(salvageFiles(backup, damagedPath, sizeOf)).toBe(1);
  });

  it('stay away when they were deleted here', () => {
    later((db) => addFile(db, 'new'));
    addFile(backup, 'new', { deleted: true });
    expect(salvageFiles(backup, damagedPath, sizeOf)).toBe(0);
  });

  it('are found on both sides of a damaged page', () => {
    later((db) => {
      for (let index = 0; index < 2000; index += 1) addFile(db, `new-${String(index).padStart(4, '0')}`);
    });
    const damaged = new DatabaseSync(damagedPath);
    damaged.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const pages = Number(damaged.prepare('PRAGMA page_count').get()?.['page_count']);
    const pageSize = Number(damaged.prepare('PRAGMA page_size').get()?.['page_size']);
    damaged.close();
    const file = openSync(damagedPath, 'r+');
    const middle = Math.floor((pages * 3) / 4);
    for (let page = middle; page < middle + 3; page += 1) {
      writeSync(file, Buffer.alloc(pageSize, 0xff), 0, pageSize, page * pageSize);
    }
    closeSync(file);
    const count = salvageFiles(backup, damagedPath, sizeOf);
    expect(count).toBeGreaterThan(1000);
    expect(ids()).toContain('new-0000');
    expect(ids()).toContain('new-1999');
  });

  it.each(['', 'this is no database '.repeat(500)])('are lost when nothing can be read (%#)', (content) => {
    writeFileSync(damagedPath, content);
    expect(salvageFiles(backup, damagedPath, sizeOf)).toBe(0);
    expect(ids()).toEqual(['old']);
  });
});
