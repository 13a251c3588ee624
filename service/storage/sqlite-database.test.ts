import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { describeDatabase } from './database-suite.ts';
import { SqliteDatabase } from './sqlite-database.ts';

const open = (file: string): DatabaseSync => {
  const connection = new DatabaseSync(file);
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  return connection;
};

describe('the database in one connection of SQLite', () => {
  describeDatabase(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-database-'));
    const file = join(folder, 'database.sqlite');
    const connections = [open(file)];
    return {
      db: new SqliteDatabase(connections[0]!),
      identity: 'INTEGER PRIMARY KEY',
      connect: async () => {
        const connection = open(file);
        connections.push(connection);
        return new SqliteDatabase(connection);
      },
      close: async () => {
        for (const connection of connections) if (connection.isOpen) connection.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  });

  it('waits for the disk but in transactions that say otherwise', async () => {
    const db = new SqliteDatabase(open(':memory:'));
    const level = async () => (await db.get('PRAGMA synchronous'))?.['synchronous'];
    const failing = db.transaction(
      async () => {
        expect(await level()).toBe(1);
        throw new Error('no');
      },
      { relaxed: true },
    );
    await expect(failing).rejects.toThrow('no');
    expect(await db.transaction(level, { relaxed: true })).toBe(1);
    expect(await db.transaction(level)).toBe(2);
    expect(await level()).toBe(2);
    await db.close();
  });
});
