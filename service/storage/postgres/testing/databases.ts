import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { migratePostgres } from '../schema.ts';
import { openNetwork, type CutNetwork } from './network.ts';
import { startServer } from './server.ts';

/** Databases for tests in the one server of a test run, which is started when the first is wanted. */

/** Where the run keeps its server; set by `build/test/postgres.global.ts`. */
export const FOLDER_VARIABLE = 'PATCHBAY_TEST_POSTGRES';

/** The tables as this version has them; others are copied from it. */
const TEMPLATE = 'with_tables';

const addressOf = (folder: string, name: string): string =>
  `postgres://postgres@localhost/${name}?host=${encodeURIComponent(folder)}`;

async function onServer<T>(folder: string, name: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: addressOf(folder, name) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs `work` in one process at a time; the system gives the turn back when one dies. */
async function alone<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const lock = new DatabaseSync(join(folder, 'turn'));
  lock.exec('PRAGMA busy_timeout = 60000; BEGIN EXCLUSIVE');
  try {
    return await work();
  } finally {
    lock.close();
  }
}

const folderOfRun = (): string => {
  const folder = process.env[FOLDER_VARIABLE];
  if (folder === undefined) throw new Error(`${FOLDER_VARIABLE} is not set: run this test with vitest.`);
  return folder;
};

/** Where it has to be there: on others its programs may ask for what the system does not have. */
const isExpected = process.platform === 'linux' && process.arch === 'x64';

async function startHere(folder: string): Promise<boolean> {
  try {
    return (await startServer(folder)) !== null;
  } catch (error) {
    if (isExpected) throw error;
    process.stderr.write(`PostgreSQL does not start here: ${String(error)}\n`);
    return false;
  }
}

/** Starts the server of this run, unless it is there. @returns whether there is one. */
async function hasServer(folder: string): Promise<boolean> {
  const state = join(folder, 'state');
  if (!existsSync(state)) {
    const started = await startHere(folder);
    if (started) {
      await onServer(folder, 'postgres', (client) => client.query(`CREATE DATABASE ${TEMPLATE}`));
      await onServer(folder, TEMPLATE, migratePostgres);
    }
    writeFileSync(state, started ? 'running' : 'none');
  }
  return readFileSync(state, 'utf8') === 'running';
}

/** Whether this system has a PostgreSQL for tests, which on Linux with an x64 processor it has. */
export async function hasPostgres(): Promise<boolean> {
  const folder = folderOfRun();
  const isThere = await alone(folder, () => hasServer(folder));
  if (!isThere && isExpected)
    throw new Error('No PostgreSQL for tests: install the optional packages (npm run setup).');
  if (!isThere)
    process.stderr.write('Tests of PostgreSQL are left out: there is no server for this system.\n');
  return isThere;
}

export interface TestDatabase {
  /** Its address. */
  url: string;
  name: string;
  /** Ends all of its connections, as a restart of the server does. */
  endConnections(): Promise<void>;
  /** Runs SQL on it from a connection of its own. */
  execute(sql: string): Promise<Record<string, unknown>[]>;
  /** A way to it through the network that can be cut. */
  throughNetwork(): Promise<CutNetwork>;
  drop(): Promise<void>;
}

/**
 * A database of its own.
 * @param options.empty without the tables of the service. @param options.encoding of an empty one
 */
export async function createTestDatabase({
  empty = false,
  encoding = 'UTF8',
}: { empty?: boolean; encoding?: string } = {}): Promise<TestDatabase> {
  const folder = folderOfRun();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const command = (sql: string) => onServer(folder, 'postgres', (client) => client.query(sql));
  // A template is copied by one at a time.
  const kind = empty ? `TEMPLATE template0 ENCODING '${encoding}'` : `TEMPLATE ${TEMPLATE}`;
  await alone(folder, () => command(`CREATE DATABASE ${name} ${kind}`));
  const endConnections = async (): Promise<void> => {
    await command(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
  };
  return {
    url: addressOf(folder, name),
    name,
    endConnections,
    execute: async (sql) => (await onServer(folder, name, (client) => client.query(sql))).rows,
    throughNetwork: () => openNetwork(join(folder, '.s.PGSQL.5432'), name),
    drop: async () => {
      await command(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
