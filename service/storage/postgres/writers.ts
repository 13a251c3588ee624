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

  /** Makes the table, unless it is there, and adds this process. */
  async add(client: ClientBase): Promise<void> {
    await client.query(`BEGIN; ${lockSql(WRITING)};
      CREATE TABLE IF NOT EXISTS database_writers (writer BIGINT PRIMARY KEY, writes BIGINT NOT NULL);
      INSERT INTO database_writers VALUES (0, 0) ON CONFLICT DO NOTHING;
      INSERT INTO database_writers VALUES (${this.#number}, 0);
      COMMIT`);
  }

  /** Counts a transaction of this process. */
  get countSql(): string {
    return `UPDATE database_writers SET writes = writes + 1 WHERE writer IN (0, ${this.#number})`;
  }

  get removeSql(): string {
    return `DELETE FROM database_writers WHERE writer = ${this.#number}`;
  }

  /** Removes the others, which may be over: the sum of all stays. */
  get removeStaleSql(): string {
    return `DELETE FROM database_writers WHERE writer NOT IN (0, ${this.#number})`;
  }

  /** What others have written, as `n`. */
  get externalSql(): string {
    return `SELECT COALESCE(SUM(CASE writer WHEN 0 THEN writes ELSE -writes END), 0) AS n
      FROM database_writers WHERE writer IN (0, ${this.#number})`;
  }
}
