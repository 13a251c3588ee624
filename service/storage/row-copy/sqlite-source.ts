import { DatabaseSync } from 'node:sqlite';
import { isMarkedAsCopy, MARK_AS_COPY } from '../copy-mark.ts';
import type { Row, SqlValue } from '../database.ts';
import type { RowSource } from './row-pages.ts';

/** Rows of a SQLite database through a connection that nobody else uses. */
export class SqliteRows implements RowSource {
  readonly overriding = '';
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  async query(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    const statement = this.#db.prepare(sql);
    statement.setReadBigInts(true);
    return statement.all(...values);
  }

  async migrations(): Promise<Set<number>> {
    const hasAny = this.#db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get();
    if (hasAny === undefined) return new Set();
    return new Set(
      this.#db
        .prepare('SELECT number FROM migrations')
        .all()
        .map((row) => Number(row['number'])),
    );
  }

  async isCopy(): Promise<boolean> {
    return isMarkedAsCopy(this.#db);
  }

  async markAsCopy(): Promise<void> {
    this.#db.exec(MARK_AS_COPY);
  }

  /** Runs a write once for each list of values. */
  async writeMany(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    const statement = this.#db.prepare(sql);
    for (const values of rows) statement.run(...values);
  }
}

/**
 * Opens the file of a database for reading, as it is at this moment: what others write meanwhile is not seen, and nothing is written.
 * @throws what SQLite says
 */
export function openSqliteSnapshot(file: string): { rows: SqliteRows; db: DatabaseSync } {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    db.exec('PRAGMA busy_timeout = 5000');
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    return { rows: new SqliteRows(db), db };
  } catch (error) {
    db.close();
    throw error;
  }
}
