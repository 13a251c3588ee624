import { describe, expect, it } from 'vitest';
import { schemaToPostgres, toPostgres } from './dialect.ts';

describe('statements for PostgreSQL', () => {
  it('number their values in order, and leave texts alone', () => {
    expect(toPostgres(`SELECT * FROM t WHERE a = ? AND b LIKE 'what?%' AND c = '?''?' AND d > ?`)).toBe(
      `SELECT * FROM t WHERE a = $1 AND b LIKE 'what?%' AND c = '?''?' AND d > $2`,
    );
  });

  it('keep the numbers that values have', () => {
    expect(toPostgres('UPDATE t SET a = ?1, b = CASE ?1 WHEN 3 THEN 4 END WHERE id = ?2')).toBe(
      'UPDATE t SET a = $1, b = CASE $1 WHEN 3 THEN 4 END WHERE id = $2',
    );
    expect(() => toPostgres('SELECT ?1, ?')).toThrow('either all of its values or none');
  });

  it('say beginnings, lists and places in texts as PostgreSQL does', () => {
    expect(toPostgres(`SELECT id FROM t WHERE key GLOB 'live *' AND at < ?`)).toBe(
      `SELECT id FROM t WHERE starts_with(key, 'live ') AND at < $1`,
    );
    expect(toPostgres('SELECT a FROM t WHERE b = ? AND id IN (SELECT value FROM json_each(?))')).toBe(
      'SELECT a FROM t WHERE b = $1 AND id IN (SELECT value FROM json_array_elements_text(CAST($2 AS json)) AS listed (value))',
    );
    expect(toPostgres('SELECT 1 FROM t WHERE instr(a, ?) > 0')).toBe(
      'SELECT 1 FROM t WHERE strpos(a, $1) > 0',
    );
  });

  it('make tables whose texts sort by their bytes, and whose numbers are as large as those of SQLite', () => {
    const sql = `CREATE TABLE t (
      -- TEXT of a note.
      id TEXT PRIMARY KEY, n INTEGER NOT NULL, x REAL, b BLOB
    ) STRICT, WITHOUT ROWID;`;
    expect(schemaToPostgres(sql).replaceAll(/\s+/g, ' ')).toBe(
      'CREATE TABLE t ( id TEXT COLLATE "C" PRIMARY KEY, n BIGINT NOT NULL, x DOUBLE PRECISION, b BYTEA );',
    );
  });
});
