// @module-tag rig
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataPaths } from '../data-directory.ts';
import { openDatabaseFile } from '../open-database.ts';
import { openPostgres, openPostgresForService } from '../postgres/open-postgres.ts';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../postgres/testing/databases.ts';
import { copyDatabase, FILE } from './copy-database.ts';
import { serviceTables } from './tables.ts';

/** More rows than a page holds. */
const MANY = 5000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'patchbay-copy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const dataFolder = (name: string): string => {
  const directory = join(folder, name);
  mkdirSync(directory);
  return directory;
};

/** A database with values that two databases could write differently. */
function fill(directory: string): void {
  const db = openDatabaseFile(dataPaths(directory).database);
  db.prepare(
    "INSERT INTO accounts (id, name, balance_microcredits, created_at, updated_at) VALUES (?, ?, ?, 'now', 'now')",
  ).run('acc', 'Zoë 🎞 \u0000 end', 9_007_199_254_740_993n);
  db.exec(`
    INSERT INTO secrets VALUES ('x', x'00ff10'), ('empty', x'');
    INSERT INTO projects (id, account_id, name, name_folded, version, created_at, updated_at, touched)
      VALUES ('prj', 'acc', 'a''b\\c', '', 1, 'now', 'now', 7);
    INSERT INTO search_owners (number, account_id) VALUES (41, 'acc');
    INSERT INTO node_cache VALUES ('acc', 'key', '{"a":{"blob":"${'b'.repeat(64)}"}}', 'now', 'now');
    DELETE FROM blob_uses;
    INSERT INTO blob_uses VALUES ('by hand', '${'c'.repeat(64)}');
    UPDATE project_clock SET value = 7`);
  db.exec('BEGIN');
  const insert = db.prepare("INSERT INTO nodes VALUES ('prj', ?, ?, 'text', NULL, ?, -0.0, '{}')");
  for (let count = 0; count < MANY; count += 1) insert.run(`é${count}`, count / 3, count * 1e-9);
  db.prepare("INSERT INTO project_papers VALUES ('prj', 'timeline', ?)").run('x'.repeat(12_000_000));
  db.exec('COMMIT');
  db.close();
}

/** Every row of every table, as texts that tell numbers, texts and bytes apart. */
function dump(directory: string): Record<string, string[]> {
  const db = openDatabaseFile(dataPaths(directory).database);
  const rowsOf = (connection: DatabaseSync, table: string, columns: string[]): string[] =>
    connection
      .prepare(`SELECT ${columns.map((name) => `quote(${name}) AS ${name}`).join(', ')} FROM ${table}`)
      .all()
      .map((row) => Object.values(row).join(' '))
      .toSorted();
  const found = Object.fromEntries(
    serviceTables().map(({ name, columns }) => [
      name,
      rowsOf(
        db,
        name,
        columns.map((column) => column.name),
      ),
    ]),
  );
  db.close();
  return found;
}

const hashOf = (directory: string): string =>
  createHash('sha256')
    .update(readFileSync(dataPaths(directory).database))
    .digest('hex');

describe('tables of the service', () => {
  it('come after those that they refer to and whose triggers write into them', () => {
    const names = serviceTables().map(({ name }) => name);
    expect(names).not.toContain('migrations');
    for (const [first, second] of [
      ['accounts', 'projects'],
      ['projects', 'nodes'],
      ['runs', 'run_nodes'],
      ['run_nodes', 'blob_uses'],
      ['node_cache', 'blob_uses'],
      ['providers', 'provider_models'],
    ])
      expect(names.indexOf(second!)).toBeGreaterThan(names.indexOf(first!));
  });
});

describe.runIf(await hasPostgres())('copying a database', () => {
  let database: TestDatabase;
  let source: string;
  beforeEach(async () => {
    database = await createTestDatabase({ empty: true });
    source = dataFolder('source');
  });
  afterEach(() => database.drop());

  const toPostgres = (options: { signal?: AbortSignal; onTable?: (table: string) => void } = {}) =>
    copyDatabase({ dataDirectory: source, from: FILE, to: database.url, ...options });
  const countIn = async (table: string) =>
    Number((await database.execute(`SELECT count(*) AS n FROM ${table}`))[0]?.['n']);

  it('takes every row to PostgreSQL and back as it was, and leaves the source alone', async () => {
    fill(source);
    const before = hashOf(source);
    const there = await toPostgres();
    expect(hashOf(source)).toBe(before);
    expect(there['nodes']?.rows).toBe(MANY);
    expect(await database.execute('SELECT name, balance_microcredits::text AS b FROM accounts')).toEqual([
      { name: 'Zoë 🎞 \ufffd end', b: '9007199254740993' },
    ]);
    const target = dataFolder('target');
    const back = await copyDatabase({ dataDirectory: target, from: database.url, to: FILE });
    expect(back).toEqual(there);
    const [old, now] = [dump(source), dump(target)];
    expect(now['accounts']?.join()).toContain('9007199254740993');
    // A NUL in a text is the one thing that PostgreSQL cannot hold.
    delete old['accounts'];
    delete now['accounts'];
    expect(now).toEqual(old);
    expect(readdirSync(target).toSorted()).toEqual(['patchbay.sqlite']);
  });

  it('goes on numbering where the numbers ended', { tags: 'long' }, async () => {
    fill(source);
    await toPostgres();
    const db = await openPostgres(database.url);
    await db.run(
      "INSERT INTO accounts (id, name, balance_microcredits, created_at, updated_at) VALUES ('new', 'new', 0, 'now', 'now')",
    );
    await db.run("INSERT INTO search_owners (account_id) VALUES ('new')");
    expect(await db.get("SELECT number FROM search_owners WHERE account_id = 'new'")).toEqual({ number: 42 });
    await db.close();
  });

  it('refuses a target that holds something, and writes over nothing', { tags: 'long' }, async () => {
    fill(source);
    await toPostgres();
    await expect(toPostgres()).rejects.toThrow(
      /is not empty: its table accounts has rows.*Name an empty one/,
    );
    const used = dataFolder('used');
    openDatabaseFile(dataPaths(used).database).close();
    await expect(copyDatabase({ dataDirectory: used, from: database.url, to: FILE })).rejects.toThrow(
      /has a database already, .*patchbay\.sqlite\. Move that file away/,
    );
    renameSync(dataPaths(used).database, join(used, 'old'));
    await copyDatabase({ dataDirectory: used, from: database.url, to: FILE });
  });

  it('refuses databases of other versions, and one that is not there', async () => {
    await expect(toPostgres()).rejects.toThrow(/There is no database in .*--data/);
    fill(source);
    const db = openDatabaseFile(dataPaths(source).database);
    db.exec("INSERT INTO migrations VALUES (9999, 'later')");
    await expect(toPostgres()).rejects.toThrow('copied from was written by a newer Patchbay');
    db.exec(
      'DELETE FROM migrations WHERE number IN (9999, (SELECT MAX(number) FROM migrations WHERE number < 9999))',
    );
    await expect(toPostgres()).rejects.toThrow(
      /written by an earlier Patchbay.*Start the service with it once/,
    );
    db.close();
    rmSync(dataPaths(source).database);
    fill(source);
    await database.execute("INSERT INTO migrations VALUES (9999, 'later')");
    await expect(toPostgres()).rejects.toThrow('copied into was written by a newer Patchbay');
    expect(await countIn('accounts')).toBe(0);
  });

  it('refuses a database that a service uses, as source and as target', async () => {
    fill(source);
    const { db, coordination } = await openPostgresForService(database.url);
    await coordination.join(source, async () => {});
    await expect(toPostgres()).rejects.toThrow(/A service is using the database .*Stop it/);
    await expect(
      copyDatabase({ dataDirectory: dataFolder('target'), from: database.url, to: FILE }),
    ).rejects.toThrow(/A service is using the database .*Stop it/);
    await coordination.close();
    await db.close();
  });

  it('keeps nothing of what was stopped on the way, and begins anew', async () => {
    fill(source);
    const stop = new AbortController();
    const stopAt = (table: string) => table === 'nodes' && stop.abort(new Error('enough'));
    await expect(toPostgres({ signal: stop.signal, onTable: stopAt })).rejects.toThrow('enough');
    expect(await countIn('accounts')).toBe(0);
    await toPostgres();
    const target = dataFolder('target');
    const again = new AbortController();
    await expect(
      copyDatabase({
        dataDirectory: target,
        from: database.url,
        to: FILE,
        signal: again.signal,
        onTable: (table) => table === 'nodes' && again.abort(new Error('enough')),
      }),
    ).rejects.toThrow('enough');
    expect(readdirSync(target)).toEqual([]);
  });

  it('keeps nothing where other rows come back', async () => {
    fill(source);
    await (await openPostgres(database.url)).close();
    await database.execute(`
      CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN NEW.name := upper(NEW.name); RETURN NEW; END $$;
      CREATE TRIGGER spoil BEFORE INSERT ON projects FOR EACH ROW EXECUTE FUNCTION spoil()`);
    await expect(toPostgres()).rejects.toThrow(
      /The table projects came back with other rows .*Nothing was kept in the new place/,
    );
    expect(await countIn('accounts')).toBe(0);
  });
});
