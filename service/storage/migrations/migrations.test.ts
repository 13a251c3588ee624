import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blobsInUse, isBlobInUse } from '#service/files/blob-use-rows.ts';
import { openDatabaseFile } from '../open-database.ts';
import { SqliteDatabase } from '../sqlite-database.ts';
import { schemaToPostgres } from '../postgres/dialect.ts';
import { migrations, type Migration } from './index.ts';

/** SHA-256 of each migration's SQL, shortened. */
const FROZEN: Record<number, string> = {
  1: 'ce07365bde45c4ac',
  2: 'd9783dfb24a55b91',
  3: '63bb7e09cad0c35a',
  4: '6138f77cab356256',
  5: 'da81e547b4f23d84',
  6: '4ba93fec3ff091af',
  7: 'c23219e5b1dfa012',
  8: '489c07e2ea2b9b79',
  9: '5019fbc3648536bc',
  10: '79d3c18c0118f3d6',
  11: 'b8d28092f734f4b6',
  12: '1df93cfd4c3afcf4',
  13: '916a86b7adce0ea8',
  14: '4ea69f521fea4879',
  15: 'f3cf1cd3a29ad79b',
  16: 'ec900550bc67c51d',
  17: '60b37bd3f2e616a6',
  18: '45e56fef7006c214',
  19: '1a1e0bf385b36d18',
  20: '93a9ff11966db4a8',
  21: '1e949e6ecd5d1b81',
  22: '278312a5575170ab',
};

/** The same of what PostgreSQL gets. */
const FROZEN_POSTGRES: Record<number, string> = {
  1: 'cfc2213486765167',
  2: '1779e73b5ad08e4e',
  3: '059ae40f3ab4fb5a',
  4: 'b59310ec8a97c0c2',
  5: '1bb6b19b53764d11',
  6: '18b81d2ba9d7d1e9',
  7: '11e4fecc7da6ad1e',
  8: '0b18336d9c68aa10',
  9: '23e133b250cba2b3',
  10: '9bba950e962866cb',
  11: '54976ae1d9a5e54c',
  12: '121d1830b1e130ad',
  13: '98c59b1be102ab6c',
  14: '76be69ee8b584ed4',
  15: 'b10641763a3933bb',
  16: 'e7a9c9b22b9c6e6b',
  17: '3c9baa4f1d38542e',
  18: '1ee8b4abfa846db1',
  19: '8914739db2a908b3',
  20: 'd07019b2fc7dfccb',
  21: '41e2e24a3d4bdf51',
  22: 'c71b9d2e6fc2a8d9',
};

const schemaOf = (db: DatabaseSync): unknown[] =>
  db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name').all();

describe('migrations', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-migrations-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** A database as a build with the first `count` migrations left it. */
  const writtenBy = (count: number): string => {
    const path = join(folder, `of-${count}.sqlite`);
    const db = new DatabaseSync(path);
    // At once, or the disk is waited for at each statement.
    db.exec('BEGIN; CREATE TABLE migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT');
    for (const { number, name, sql } of migrations.slice(0, count)) {
      db.exec(sql);
      db.prepare('INSERT INTO migrations (number, name) VALUES (?, ?)').run(number, name);
    }
    db.exec('COMMIT');
    db.close();
    return path;
  };

  it('are never changed once there: data written by an earlier build could not be opened', () => {
    expect(migrations.map(({ number }) => number)).toEqual(migrations.map((_one, index) => index + 1));
    const prints = (textOf: (migration: Migration) => string) =>
      Object.fromEntries(
        migrations.map((migration) => [
          migration.number,
          createHash('sha256').update(textOf(migration)).digest('hex').slice(0, 16),
        ]),
      );
    expect(prints(({ sql }) => sql)).toMatchObject(FROZEN);
    expect(prints(({ sql, postgres }) => postgres ?? schemaToPostgres(sql))).toMatchObject(FROZEN_POSTGRES);
  });

  it('bring the data of every earlier build to the schema of this one', () => {
    const present = openDatabaseFile(join(folder, 'new.sqlite'));
    for (const { number } of migrations) {
      const old = openDatabaseFile(writtenBy(number));
      expect(schemaOf(old)).toEqual(schemaOf(present));
      old.close();
    }
    present.close();
  });

  it('move storyboards and timelines out of the rows of projects', () => {
    const path = writtenBy(9);
    const before = new DatabaseSync(path);
    before.exec("INSERT INTO accounts VALUES ('acc', 'x', 0, 0, 0, NULL, 'now', 'now')");
    const insert =
      before.prepare(`INSERT INTO projects (id, account_id, name, name_folded, version, created_at, updated_at,
      touched, storyboard, timeline) VALUES (?, 'acc', 'x', 'x', 1, 'now', 'now', 1, ?, ?)`);
    insert.run('both', '{"a":1}', '{"b":2}');
    insert.run('none', null, null);
    before.close();
    const db = openDatabaseFile(path);
    const moved = db.prepare('SELECT project_id, place, document FROM project_papers ORDER BY place').all();
    expect(moved.map((row) => Object.values(row))).toEqual([
      ['both', 'storyboard', '{"a":1}'],
      ['both', 'timeline', '{"b":2}'],
    ]);
    db.close();
  });

  it('know which accounts have had their sample project', () => {
    const path = writtenBy(10);
    const before = new DatabaseSync(path);
    before.exec("INSERT INTO accounts VALUES ('met', 'met', 0, 0, 0, 'then', 'now', 'now')");
    before.exec("INSERT INTO accounts VALUES ('new', 'new', 0, 0, 0, NULL, 'now', 'now')");
    before.close();
    const db = openDatabaseFile(path);
    const samples = db.prepare('SELECT id, sample_project FROM accounts ORDER BY id').all();
    expect(samples.map((row) => Object.values(row))).toEqual([
      ['met', 'made'],
      ['new', null],
    ]);
    db.close();
  });

  it('know the blobs of results from before, and follow every change', async () => {
    const [first, second, third] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [
      string,
      string,
      string,
    ];
    const outputs = (blob: string) => JSON.stringify({ out: { kind: 'file', blob, filename: 'x' } });
    const path = writtenBy(4);
    const before = new DatabaseSync(path);
    before.exec("INSERT INTO accounts VALUES ('acc', 'x', 0, 0, 0, NULL, 'now', 'now')");
    before.prepare("INSERT INTO node_cache VALUES ('acc', 'key', ?, 'now', 'now')").run(outputs(first));
    before.close();

    const db = openDatabaseFile(path);
    const door = new SqliteDatabase(db);
    expect([await isBlobInUse(door, first), await isBlobInUse(door, second)]).toEqual([true, false]);
    db.prepare(
      `INSERT INTO node_cache VALUES ('acc', 'key', ?, 'now', 'now')
       ON CONFLICT (account_id, key) DO UPDATE SET outputs = excluded.outputs`,
    ).run(outputs(second));
    expect([await isBlobInUse(door, first), await isBlobInUse(door, second)]).toEqual([false, true]);
    db.exec(`INSERT INTO runs (id, account_id, source_type, status, graph, target_node_ids, input_files, created_at,
      updated_at) VALUES ('run', 'acc', 'inline_graph', 'running', '{}', '[]', '[]', 'now', 'now')`);
    db.exec("INSERT INTO run_nodes (run_id, node_id, state) VALUES ('run', 'n', 'running')");
    db.prepare("UPDATE run_nodes SET outputs = ? WHERE run_id = 'run'").run(outputs(third));
    expect(await blobsInUse(door)).toEqual(new Set([second, third]));
    db.exec("DELETE FROM runs WHERE id = 'run'");
    db.exec('DELETE FROM node_cache');
    expect(await blobsInUse(door)).toEqual(new Set());
    db.close();
  });
});
