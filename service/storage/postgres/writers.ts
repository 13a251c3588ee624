import { randomInt } from 'node:crypto';
import type { ClientBase } from 'pg';
import { lockSql, WRITING } from './locks.ts';

/**
 * How often each process has written, and in row 0 all together, counted in the transactions that write: the difference is
 * what others have written.
 */
export class Writers {
  /** The number of this process. */
  readonly #number = randomInt(1, 2 ** 47);

  /** Makes the table, unless it is there, and adds this process. Its connection says that it lives, as long as it is open. */
  async add(client: ClientBase): Promise<void> {
    await client.query(`BEGIN; ${lockSql(WRITING)};
      CREATE TABLE IF NOT EXISTS database_writers (writer BIGINT PRIMARY KEY, writes BIGINT NOT NULL);
      INSERT INTO database_writers VALUES (0, 0), (${this.#number}, 0) ON CONFLICT DO NOTHING;
      SELECT pg_advisory_lock_shared(${this.#number});
      COMMIT`);
  }

  /** Counts a transaction of this process. */
  get countSql(): string {
    return `UPDATE database_writers SET writes = writes + 1 WHERE writer IN (0, ${this.#number})`;
  }

  get removeSql(): string {
    return `DELETE FROM database_writers WHERE writer = ${this.#number}`;
  }

  /** Removes those whose connection is over: the sum of all stays. */
  get removeStaleSql(): string {
    return `DELETE FROM database_writers w WHERE w.writer NOT IN (0, ${this.#number}) AND NOT EXISTS (
      SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.objsubid = 1
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND (l.classid::bigint << 32) + l.objid::bigint = w.writer)`;
  }

  /** What others have written, as `n`. */
  get externalSql(): string {
    return `SELECT COALESCE(SUM(CASE writer WHEN 0 THEN writes ELSE -writes END), 0) AS n
      FROM database_writers WHERE writer IN (0, ${this.#number})`;
  }
}
