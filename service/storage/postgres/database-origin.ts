import type { Database } from '../database.ts';

/**
 * Which database this is, told by the server and kept in a row of it: a dump that is put back carries the row of the database
 * that it was made from. Each of server, database, tables and timeline is another one after some way of putting back.
 */

/** Instead of an origin: the rows are an earlier state. */
const STALE = 'earlier';

const CREATE = `CREATE TABLE IF NOT EXISTS database_origin (
  id BIGINT PRIMARY KEY CHECK (id = 1), origin TEXT NOT NULL)`;

const UPSERT = `INSERT INTO database_origin (id, origin) VALUES (1, ?)
  ON CONFLICT (id) DO UPDATE SET origin = excluded.origin`;

const PERMISSION = "SELECT has_function_privilege('pg_control_system()', 'EXECUTE')::int AS may";

/** The timeline changes where a server goes on from an archive, or a standby takes over. */
const present = (server: string): string => `
  SELECT ${server} || '/' || d.oid || '/' || to_regclass('runs')::oid || '/' ||
    substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS origin
  FROM pg_database d WHERE d.datname = current_database()`;

async function presentOrigin(db: Reader): Promise<string> {
  // Some who operate servers for others keep this from their customers.
  const isPermitted = Number((await db.get(PERMISSION))?.['may']) === 1;
  const server = isPermitted ? '(SELECT system_identifier::text FROM pg_control_system())' : "''";
  return String((await db.get(present(server)))?.['origin']);
}

type Reader = Pick<Database, 'get'>;

/** Inside a transaction: writes down which database this is. @returns whether its rows came from another one. */
export async function renewOrigin(db: Database): Promise<boolean> {
  const isStale = await isOriginStale(db);
  await db.run(CREATE);
  await db.run(UPSERT, [await presentOrigin(db)]);
  return isStale;
}

/** Whether the rows of a database came from another one, or an earlier state of it. */
export async function isOriginStale(db: Reader): Promise<boolean> {
  // A service of an earlier version has not written it down yet.
  if ((await db.get("SELECT to_regclass('database_origin')::text AS found"))?.['found'] === null)
    return false;
  const recorded = (await db.get('SELECT origin FROM database_origin'))?.['origin'];
  return recorded !== undefined && recorded !== (await presentOrigin(db));
}

/** Inside a transaction: says that the rows are an earlier state, until `renewOrigin`. */
export async function markOriginStale(db: Pick<Database, 'run'>): Promise<void> {
  await db.run(CREATE);
  await db.run(UPSERT, [STALE]);
}
