import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { RestoredDatabase } from '#shared/desk/restored-database.ts';
import { backUpBeforeMigration } from './backups.ts';
import { SINGLE_PROCESS, type Coordination } from './coordination.ts';
import { DataDirectoryProblem, dataDirectoryProblem, dataPaths } from './data-directory.ts';
import type { Database } from './database.ts';
import { openDatabaseFile } from './open-database.ts';
import { restoreDatabaseIfNeeded, writeRecord } from './restore-database.ts';
import { salvageFiles } from './salvage-files.ts';
import { SqliteDatabase } from './sqlite-database.ts';

export interface ServiceDatabase {
  db: Database;
  /** Its file, which the service backs up; null where that is for others to do. */
  file: string | null;
  /** What took the place of a damaged or missing one. */
  restored: RestoredDatabase | null;
  /** What it knows of other services on the database. */
  coordination: Coordination;
}

/**
 * Opens the database that a service is to use.
 * @throws DataDirectoryProblem, DatabaseProblem when it cannot be used or is of a newer version.
 */
export async function openServiceDatabase(
  { dataDirectory, database }: { dataDirectory: string; database?: string | undefined },
  getTime: () => number,
): Promise<ServiceDatabase> {
  if (existsSync(dataPaths(dataDirectory).restoring))
    throw new DataDirectoryProblem(
      `A backup was being put back into ${dataDirectory} and is not all there. Say the same “backup restore” again.`,
    );
  if (database === undefined) return openInDirectory(dataDirectory, getTime);
  const { openPostgresForService } = await import('./postgres/open-postgres.ts');
  return { ...(await openPostgresForService(database)), file: null, restored: null };
}

/** Opens a database that is no file of the service, for one command beside services. @throws DatabaseProblem */
export async function openRemoteDatabase(url: string): Promise<Database> {
  // Loaded here only: most services have their database in the data directory.
  const { openPostgres } = await import('./postgres/open-postgres.ts');
  return await openPostgres(url);
}

/** After one that is damaged or missing was replaced. @throws DataDirectoryProblem */
function openInDirectory(dataDirectory: string, getTime: () => number): ServiceDatabase {
  const paths = dataPaths(dataDirectory);
  try {
    const restored = restoreDatabaseIfNeeded(dataDirectory, getTime());
    const file = openDatabaseFile(paths.database, (old) => {
      backUpBeforeMigration(old, paths.backups, getTime());
    });
    const salvaged = restored && salvage(file, dataDirectory, restored);
    return {
      db: new SqliteDatabase(file),
      file: paths.database,
      restored: salvaged,
      coordination: SINGLE_PROCESS,
    };
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
