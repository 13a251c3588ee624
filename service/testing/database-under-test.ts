import {
  createTestDatabase,
  hasPostgres,
  type TestDatabase,
} from '#service/storage/postgres/testing/databases.ts';

/** Which database the services of a test use: `postgres`, else a file each. Set by `vitest.config.ts`. */
const VARIABLE = 'PATCHBAY_TEST_DATABASE';

/** Whether the services of this test use a database that is no file of theirs. */
export const isRemote = (): boolean => process.env[VARIABLE] === 'postgres';

/** A database for one service; null where that has a file. */
export async function databaseUnderTest(): Promise<TestDatabase | null> {
  return isRemote() && (await hasPostgres()) ? await createTestDatabase() : null;
}
