import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { RestoredDatabase } from '#shared/desk/restored-database.ts';
import { backUpBeforeMigration } from './backups.ts';
import { dataDirectoryProblem, dataPaths } from './data-directory.ts';
import type { Database } from './database.ts';
import { openDatabaseFile } from './open-database.ts';
import { restoreDatabaseIfNeeded, writeRecord } from './restore-database.ts';
import { salvageFiles } from './salvage-files.ts';
import { SqliteDatabase } from './sqlite-database.ts';

/**
 * Opens the database of a data directory, after one that is damaged or missing was replaced.
 * @throws DataDirectoryProblem when it cannot be used or is of a newer version.
 */
export function openServiceDatabase(
  dataDirectory: string,
  getTime: () => number,
): { db: Database; restored: RestoredDatabase | null } {
  const paths = dataPaths(dataDirectory);
  try {
    const restored = restoreDatabaseIfNeeded(dataDirectory, getTime());
    const file = openDatabaseFile(paths.database, (old) => {
      backUpBeforeMigration(old, paths.backups, getTime());
    });
    const salvaged = restored && salvage(file, dataDirectory, restored);
    return { db: new SqliteDatabase(file), restored: salvaged };
  } catch (error) {
    throw dataDirectoryProblem(dataDirectory, error);
  }
}

/** Takes over from the damaged database what the backup lacks and can be had without harm. */
function salvage(file: DatabaseSync, dataDirectory: string, restored: RestoredDatabase): RestoredDatabase {
  if (restored.quarantined === null || restored.backupFrom === null) return restored;
  const { blobs } = dataPaths(dataDirectory);
  const sizeOf = (hash: string): number | null =>
    statSync(join(blobs, hash.slice(0, 2), hash), { throwIfNoEntry: false })?.size ?? null;
  const filesSalvaged = salvageFiles(file, join(dataDirectory, restored.quarantined), sizeOf);
  if (filesSalvaged === 0) return restored;
  const record = { ...restored, filesSalvaged };
  writeRecord(dataDirectory, record);
  return record;
}
