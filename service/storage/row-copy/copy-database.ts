import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { dataPaths } from '../data-directory.ts';
import { DatabaseProblem } from '../database-unavailable.ts';
import { syncFileSync, syncFolderSync } from '../folder-sync.ts';
import { openDatabaseFile } from '../open-database.ts';
import { copyFileInUse } from '../backups.ts';
import { markAsCopy } from '../copy-mark.ts';
import { isDatabaseDamage } from '../database-health.ts';
import { copyRows, databaseContent, type DatabaseContent, type CopyOptions } from './copy-tables.ts';
import type { RowSource } from './row-pages.ts';
import { openSqliteSnapshot, SqliteRows } from './sqlite-source.ts';

/** Where a database is: the address of one in PostgreSQL, or `FILE` for the file of the data folder. */
export type DatabaseLocation = string;
export const FILE = 'file';

/** SQLite keeps these beside a file. */
const COMPANIONS = ['', '-wal', '-shm', '-journal'];

interface Reading {
  dataDirectory: string;
  location: DatabaseLocation;
  /** Refuses a PostgreSQL database that a service uses. The folder is locked by the caller. */
  isExclusive: boolean;
}

/** Gives the rows of a database as it is at one moment to `work`. Nothing is written to it. @throws DatabaseProblem */
async function readDatabase<T>(
  { dataDirectory, location, isExclusive }: Reading,
  work: (rows: RowSource) => Promise<T>,
): Promise<T> {
  if (location !== FILE) {
    // Loaded here only: most services have their database in the data directory.
    const { readPostgres } = await import('./postgres-source.ts');
    return await readPostgres(location, { isExclusive }, work);
  }
  const { database } = dataPaths(dataDirectory);
  if (!hasContent(database)) throw noDatabase(dataDirectory);
  return await readFileRows(database, work);
}

const noDatabase = (dataDirectory: string): DatabaseProblem =>
  new DatabaseProblem(`There is no database in ${dataDirectory}. Give the data folder with --data.`);

const hasContent = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;

/**
 * Copies rows into a file of SQLite. It gets its name once all rows are in it, were read back and are on the disk.
 * @param file must not be there. @throws DatabaseProblem, or what the system says; then nothing is left of it
 */
async function writeDatabaseFile(
  source: RowSource,
  file: string,
  options: CopyOptions,
): Promise<DatabaseContent> {
  const temporary = `${file}.copying`;
  const discard = (): void => COMPANIONS.forEach((suffix) => rmSync(temporary + suffix, { force: true }));
  // Left by one that was killed.
  discard();
  try {
    const db = openDatabaseFile(temporary);
    let content: DatabaseContent;
    try {
      db.exec('BEGIN IMMEDIATE');
      content = await copyRows(source, new SqliteRows(db), options);
      db.exec('COMMIT');
    } finally {
      db.close();
    }
    syncFileSync(temporary);
    if (existsSync(file)) throw new DatabaseProblem(`There is a file ${file} already. Move it away first.`);
    renameSync(temporary, file);
    syncFolderSync(dirname(file));
    return content;
  } catch (error) {
    discard();
    throw error;
  }
}

interface FileCopy {
  dataDirectory: string;
  location: DatabaseLocation;
  /** Must not be there. */
  file: string;
  signal?: AbortSignal;
}

/**
 * Copies a database that may be in use, as it is at one moment, into a file of SQLite that is marked as a copy.
 * @returns what is in it. @throws DatabaseProblem; then nothing is left of it
 */
export async function copyToFile({
  dataDirectory,
  location,
  file,
  signal,
}: FileCopy): Promise<DatabaseContent> {
  if (location !== FILE)
    return await readDatabase({ dataDirectory, location, isExclusive: false }, (source) =>
      writeDatabaseFile(source, file, { signal, isStale: true }),
    );
  const { database } = dataPaths(dataDirectory);
  if (!hasContent(database)) throw noDatabase(dataDirectory);
  try {
    await copyFileInUse(database, file);
    if (!checkFile(file))
      throw new DatabaseProblem(
        'The database is damaged, so it is not backed up. Start the service: it puts its newest good copy in place.',
      );
    markAsCopy(file);
    syncFileSync(file);
    return await contentOfFile(file);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/** Gives the rows of a file that nobody changes to `work`. @throws what SQLite says */
export async function readFileRows<T>(file: string, work: (rows: RowSource) => Promise<T>): Promise<T> {
  const { rows, db } = openSqliteSnapshot(file);
  try {
    return await work(rows);
  } finally {
    db.close();
  }
}

/** Whether all pages of a file are sound, and its indexes fit its tables. */
export function checkFile(file: string): boolean {
  const { db } = openSqliteSnapshot(file);
  try {
    return db.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'] === 'ok';
  } catch (error) {
    if (isDatabaseDamage(error)) return false;
    throw error;
  } finally {
    db.close();
  }
}

/** What each table of a file holds. @throws DatabaseProblem for one of another version */
export const contentOfFile = (file: string): Promise<DatabaseContent> => readFileRows(file, databaseContent);

interface Copying extends CopyOptions {
  dataDirectory: string;
  from: DatabaseLocation;
  to: DatabaseLocation;
}

/**
 * Copies the database of a service from one place to another, whole or not at all. Call it with the directory locked.
 * @throws DatabaseProblem; then the target is as empty as it was, and the source is never changed
 */
export async function copyDatabase({
  dataDirectory,
  from,
  to,
  ...options
}: Copying): Promise<DatabaseContent> {
  const { database } = dataPaths(dataDirectory);
  if (to === FILE && hasContent(database))
    throw new DatabaseProblem(
      `The data folder has a database already, ${database}. Move that file away (it is never written over), then say this again.`,
    );
  return await readDatabase({ dataDirectory, location: from, isExclusive: true }, (source) =>
    to === FILE ? writeDatabaseFile(source, database, options) : writeRemoteDatabase(source, to, options),
  );
}

/** Copies rows into a PostgreSQL database in one transaction. @throws DatabaseProblem; then nothing was written */
export async function writeRemoteDatabase(
  source: RowSource,
  url: string,
  options: CopyOptions,
): Promise<DatabaseContent> {
  const { writePostgres } = await import('./postgres-source.ts');
  return await writePostgres(url, async (target) => {
    const content = await copyRows(source, target, options);
    await target.continueNumbers();
    return content;
  });
}
