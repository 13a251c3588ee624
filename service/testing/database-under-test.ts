import type { ServiceConfig } from '#service/context.ts';
import { dataPaths } from '#service/storage/data-directory.ts';
import type { Database } from '#service/storage/database.ts';
import { openDatabase } from '#service/storage/open-database.ts';
import { openRemoteDatabase } from '#service/storage/open-service-database.ts';
import {
  createTestDatabase,
  hasPostgres,
  type TestDatabase,
} from '#service/storage/postgres/testing/databases.ts';

/**
 * Which database the services of a test use: `postgres`, else a file each; `two` for two services on one database of PostgreSQL,
 * which take requests in turns. Set by `vitest.config.ts`.
 */
const VARIABLE = 'PATCHBAY_TEST_DATABASE';

/** Whether the services of this test use a database that is no file of theirs. */
export const isRemote = (): boolean => process.env[VARIABLE] === 'postgres' || servicesOfTest() === 2;

/** How many services a test of the API asks in turns. */
export const servicesOfTest = (): number => (process.env[VARIABLE] === 'two' ? 2 : 1);

const byDataFolder = new Map<string, Promise<TestDatabase | null>>();

/** Flags that name the database of the services on a data folder, beside that; it goes with the test run. */
export async function databaseFlags(data: string): Promise<{ database?: string }> {
  let database = byDataFolder.get(data);
  if (database === undefined) byDataFolder.set(data, (database = databaseUnderTest()));
  const found = await database;
  return found === null ? {} : { database: found.url };
}

/** Opens the database of a service beside it, as another process does. */
export const openBeside = async ({
  dataDirectory,
  database,
}: Pick<ServiceConfig, 'dataDirectory' | 'database'>): Promise<Database> =>
  database === undefined
    ? openDatabase(dataPaths(dataDirectory).database)
    : await openRemoteDatabase(database);

/** A database for one service; null where that has a file. */
export async function databaseUnderTest(): Promise<TestDatabase | null> {
  return isRemote() && (await hasPostgres()) ? await createTestDatabase() : null;
}
