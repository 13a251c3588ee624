import type { Database, Row, SqlValue } from './database.ts';

export type { Row, SqlValue };

/** The first row, or undefined. */
export const queryRow = (db: Database, sql: string, ...values: SqlValue[]): Promise<Row | undefined> =>
  db.get(sql, values);

/** All rows. */
export const all = (db: Database, sql: string, ...values: SqlValue[]): Promise<Row[]> => db.all(sql, values);

/** Runs a write; returns the number of rows changed. */
export const run = (db: Database, sql: string, ...values: SqlValue[]): Promise<number> => db.run(sql, values);

/** Texts as one value, for `column IN (SELECT value FROM json_each(?))`. What no column can hold is left out. */
export const textList = (texts: readonly string[]): string =>
  JSON.stringify(texts.filter((text) => text.isWellFormed() && !text.includes('\0')));

/** Reads a TEXT column. @throws Error when it holds something else. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new Error(`Column ${column} holds no text.`);
  return value;
}

/** Reads a TEXT column that may be NULL. */
export const textOrNull = (row: Row, column: string): string | null =>
  row[column] === null ? null : text(row, column);
