import type { StatementSync } from 'node:sqlite';
import type { Database } from './database.ts';

const prepared = new WeakMap<Database, Map<string, StatementSync>>();

/** A prepared statement, prepared once per database: preparing costs more than running most of ours. */
export function statement(db: Database, sql: string): StatementSync {
  let ofDatabase = prepared.get(db);
  if (!ofDatabase) prepared.set(db, (ofDatabase = new Map()));
  let found = ofDatabase.get(sql);
  if (!found) ofDatabase.set(sql, (found = db.prepare(sql)));
  return found;
}

export type Row = Record<string, null | number | bigint | string | Uint8Array>;
export type SqlValue = null | number | bigint | string | Uint8Array;

/** The first row, or undefined. */
export const queryRow = (db: Database, sql: string, ...values: SqlValue[]): Row | undefined =>
  statement(db, sql).get(...values);

/** All rows. */
export const all = (db: Database, sql: string, ...values: SqlValue[]): Row[] =>
  statement(db, sql).all(...values);

/** Runs a write; returns the number of rows changed. */
export const run = (db: Database, sql: string, ...values: SqlValue[]): number =>
  Number(statement(db, sql).run(...values).changes);

/** Reads a TEXT column. @throws Error when it holds something else. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new Error(`Column ${column} holds no text.`);
  return value;
}

/** Reads a TEXT column that may be NULL. */
export const textOrNull = (row: Row, column: string): string | null =>
  row[column] === null ? null : text(row, column);
