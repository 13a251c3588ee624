import type { Client } from 'pg';
import { DatabaseProblem } from '../database-unavailable.ts';
import { NewerDatabaseError } from '../schema-version.ts';
import { connect, nameOf } from './connections.ts';
import { isDisconnected } from './failures.ts';
import { PostgresCoordination } from './postgres-coordination.ts';
import { PostgresDatabase } from './postgres-database.ts';
import { migratePostgres } from './schema.ts';

/** `server_version_num` of the oldest PostgreSQL that this is tried with. */
const MIN_VERSION = 150_000;

/**
 * Opens a PostgreSQL database for one command, and brings its tables up to date.
 * @param url `postgres://…`
 * @throws DatabaseProblem when it cannot be used, in a sentence with the next step.
 */
export async function openPostgres(url: string): Promise<PostgresDatabase> {
  const name = nameOf(url);
  try {
    const client = await connect(url, { statement_timeout: 0, query_timeout: 0 });
    try {
      await checkServer(client, name);
      await migratePostgres(client);
    } finally {
      await client.end();
    }
    return await PostgresDatabase.open(url);
  } catch (error) {
    throw problemOf(error, name);
  }
}

/** As `openPostgres`, for a service, with what it knows of the others on it. */
export async function openPostgresForService(
  url: string,
): Promise<{ db: PostgresDatabase; coordination: PostgresCoordination }> {
  const db = await openPostgres(url);
  try {
    await db.removeStaleWriters();
    return { db, coordination: new PostgresCoordination(url, db) };
  } catch (error) {
    await db.close();
    throw problemOf(error, nameOf(url));
  }
}

/**
 * @param options.isWriter false for who only reads there, as a standby lets them.
 * @throws DatabaseProblem for a server or a database that this program cannot work with
 */
export async function checkServer(
  client: Client,
  name: string,
  { isWriter = true }: { isWriter?: boolean } = {},
): Promise<void> {
  const { rows } = await client.query(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS shown,
       current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') AS read_only`,
  );
  const { version, shown, encoding, read_only: readOnly } = rows[0] ?? {};
  if (version < MIN_VERSION)
    throw new DatabaseProblem(`The server of ${name} is PostgreSQL ${shown}; Patchbay needs 15 or newer.`);
  if (encoding !== 'UTF8')
    throw new DatabaseProblem(
      `The database ${name} is encoded as ${encoding} and cannot hold every text. Create one with ENCODING 'UTF8' and name that.`,
    );
  if (isWriter && readOnly === 'on')
    throw new DatabaseProblem(
      `The database ${name} can only be read: its server is a standby, or it is set to read only. Name the primary server, or allow writing.`,
    );
}

/** What went wrong, in a sentence with the next step. @param name of the database, as `nameOf` gives it */
export function problemOf(error: unknown, name: string): DatabaseProblem {
  if (error instanceof DatabaseProblem) return error;
  const reason = reasonOf(error);
  if (error instanceof NewerDatabaseError) return new DatabaseProblem(reason);
  const { code } = (error ?? {}) as { code?: unknown };
  switch (code) {
    case '28P01':
    case '28000':
      return new DatabaseProblem(
        `The server of ${name} does not let this user in (${reason}). Correct the user or the password.`,
      );
    case '3D000':
      return new DatabaseProblem(
        `The server has no database ${name}. Create it there, with ENCODING 'UTF8', or correct its name.`,
      );
    case '42501':
      return new DatabaseProblem(
        `The user may not use the database ${name} (${reason}). Make it the owner of the database.`,
      );
    case '53100':
      return new DatabaseProblem(`The disk of the database ${name} is full. Free some space there.`);
    default:
  }
  return new DatabaseProblem(
    isDisconnected(error)
      ? `No PostgreSQL answers at ${name} (${reason}). Start it, or correct --database.`
      : `The database ${name} cannot be used (${reason}). Correct --database, or what the server says.`,
  );
}

const reasonOf = (error: unknown): string => {
  // Every address of a host was tried.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
};
