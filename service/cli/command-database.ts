import { statSync } from 'node:fs';
import { backUpBeforeMigration } from '../storage/backups.ts';
import { dataPaths, prepareDataDirectory } from '../storage/data-directory.ts';
import type { Database } from '../storage/database.ts';
import { openDatabase } from '../storage/open-database.ts';
import { hasBelongings } from '../storage/restore-database.ts';
import { UsageProblem } from './flags.ts';

/**
 * Opens the database of a data directory for one command, whether the service runs or not.
 * @throws UsageProblem when it cannot be used. Where it is missing beside what belongs to it none is begun: the service
 * restores it from its backup.
 */
export function openCommandDatabase(directory: string): Database {
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
