import { DatabaseError, type Client } from 'pg';
import type { Row, SqlValue } from '../database.ts';
import { BatchQuery } from '../postgres/batch-query.ts';
import { connect, nameOf } from '../postgres/connections.ts';
import { isOriginStale, markOriginStale } from '../postgres/database-origin.ts';
import { isDisconnected } from '../postgres/failures.ts';
import { lockSql, SERVING, tryLockSql, WRITING } from '../postgres/locks.ts';
import { checkServer, problemOf } from '../postgres/open-postgres.ts';
import { PreparedStatements } from '../postgres/prepared-statements.ts';
import { migratePostgres } from '../postgres/schema.ts';
import { DatabaseProblem } from '../database-unavailable.ts';
import type { RowSource } from './row-pages.ts';

/** Rows of a PostgreSQL database through a connection that nobody else uses, inside one transaction. */
export class PostgresRows implements RowSource {
  readonly overriding = 'OVERRIDING SYSTEM VALUE';
  readonly #client: Client;
  readonly #statements = new PreparedStatements();

  constructor(client: Client) {
    this.#client = client;
  }

  async query(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return (await this.#client.query<Row>(this.#statements.query(sql, values, { bigints: true }))).rows;
  }

  async migrations(): Promise<Set<number>> {
    const { rows: found } = await this.#client.query("SELECT to_regclass('migrations') AS found");
    if (found[0]?.found === null) return new Set();
    const { rows } = await this.#client.query('SELECT number FROM migrations');
    return new Set(rows.map(({ number }) => Number(number)));
  }

  async isCopy(): Promise<boolean> {
    return await isOriginStale({ get: async (sql) => (await this.query(sql))[0] });
  }

  async markAsCopy(): Promise<void> {
    await markOriginStale({
      run: async (sql, values = []) => {
        await this.writeMany(sql, [values]);
        return 1;
      },
    });
  }

  /** Runs a write once for each list of values, in one round trip. */
  async writeMany(sql: string, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    const { name, text } = this.#statements.of(sql);
    const batch = new BatchQuery(name, text, rows);
    this.#client.query(batch);
    await batch.changed;
  }

  /** Where columns number themselves: the next number is one above the highest. */
  async continueNumbers(): Promise<void> {
    const { rows } = await this.#client.query(
      `SELECT table_name AS t, column_name AS c FROM information_schema.columns
       WHERE table_schema = current_schema() AND is_identity = 'YES'`,
    );
    for (const { t, c } of rows) {
      await this.#client.query(
        `SELECT setval(pg_get_serial_sequence('${t}', '${c}'), COALESCE(MAX(${c}), 1), MAX(${c}) IS NOT NULL) FROM ${t}`,
      );
    }
  }
}

/** No limit on time: a copy takes as long as it takes, and is watched by somebody. */
const UNLIMITED = { statement_timeout: 0, query_timeout: 0, idle_in_transaction_session_timeout: 0 };

const READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';
const WRITE = `BEGIN; ${lockSql(WRITING)}`;

interface Opening {
  url: string;
  /** Refuses a database that a service uses, and keeps services from it meanwhile. */
  isExclusive: boolean;
  isWriter: boolean;
}

async function withPostgres<T>(
  { url, isExclusive, isWriter }: Opening,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const name = nameOf(url);
  let client: Client;
  try {
    client = await connect(url, UNLIMITED);
  } catch (error) {
    throw problemOf(error, name);
  }
  try {
    await checkServer(client, name, { isWriter });
    if (isExclusive) await lockDatabase(client, name);
    if (isWriter) await prepareTables(client);
    await client.query(isWriter ? WRITE : READ);
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error instanceof DatabaseError || isDisconnected(error) ? problemOf(error, name) : error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Makes the tables where there are none. Those of an earlier version are left as they are, for their own service. */
async function prepareTables(client: Client): Promise<void> {
  if ((await new PostgresRows(client).migrations()).size === 0) await migratePostgres(client);
}

async function lockDatabase(client: Client, name: string): Promise<void> {
  const { rows } = await client.query(tryLockSql(SERVING));
  if (rows[0]?.taken === true) return;
  throw new DatabaseProblem(`A service is using the database ${name}. Stop it, then say this again.`);
}

/** Reads a database as it is at one moment; nothing is written to it. @throws DatabaseProblem, and what `work` throws */
export const readPostgres = <T>(
  url: string,
  { isExclusive }: { isExclusive: boolean },
  work: (rows: PostgresRows) => Promise<T>,
): Promise<T> =>
  withPostgres({ url, isExclusive, isWriter: false }, (client) => work(new PostgresRows(client)));

/** Writes to a database in one transaction: all of it, or nothing. @throws DatabaseProblem, and what `work` throws */
export const writePostgres = <T>(
  url: string,
  work: (rows: PostgresRows, client: Client) => Promise<T>,
): Promise<T> =>
  withPostgres({ url, isExclusive: true, isWriter: true }, (client) =>
    work(new PostgresRows(client), client),
  );
