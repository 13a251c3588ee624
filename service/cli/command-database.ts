import { existsSync, statSync } from 'node:fs';
import { backUpBeforeMigration } from '../storage/backups.ts';
import { dataPaths, prepareDataDirectory } from '../storage/data-directory.ts';
import type { Database } from '../storage/database.ts';
import { openDatabase } from '../storage/open-database.ts';
import { openRemoteDatabase } from '../storage/open-service-database.ts';
import { hasBelongings } from '../storage/restore-database.ts';
import { databaseFlag, defaultDataDirectory, UsageProblem } from './flags.ts';

/** Flags that every command takes: where the service keeps its data. */
export const DATA_FLAGS = ['data', 'database'] as const;

interface CommandOptions {
  /** A mistyped directory is not made, and not taken for one without content. */
  mustExist?: boolean;
}

/**
 * Opens the database of a service for one command, whether that runs or not, and closes it after `work`.
 * @param flags of the command, `DATA_FLAGS` among them.
 * @throws UsageProblem, DatabaseProblem when it cannot be used, and what `work` throws.
 */
export async function withCommandDatabase(
  flags: ReadonlyMap<string, readonly string[]>,
  work: (db: Database, directory: string) => Promise<void>,
  { mustExist = false }: CommandOptions = {},
): Promise<void> {
  const directory = flags.get('data')?.[0] ?? defaultDataDirectory();
  const url = databaseFlag(flags.get('database')?.[0]);
  if (mustExist && url === undefined && !existsSync(directory))
    throw new UsageProblem(`There is no data directory ${directory}. Give that of the service with --data.`);
  const db = url === undefined ? openInDirectory(directory) : await openRemoteDatabase(url);
  try {
    await work(db, directory);
  } finally {
    await db.close();
  }
}

/** Where it is missing beside what belongs to it none is begun: the service restores it from its backup. */
function openInDirectory(directory: string): Database {
  prepareDataDirectory(directory);
  const { database, backups } = dataPaths(directory);
  const exists = (statSync(database, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (!exists && hasBelongings(directory)) {
    throw new UsageProblem(
      `The database of ${directory} is missing. Start the service once: it restores the newest backup.`,
    );
  }
  try {
    return openDatabase(database, (old) => void backUpBeforeMigration(old, backups, Date.now()));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageProblem(`The data directory ${directory} cannot be used (${reason}).`);
  }
}
