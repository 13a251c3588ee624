import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createFileBlobStore } from '#service/storage/file-blob-store.ts';
import { dataPaths, lockDataDirectory, prepareDataDirectory } from '#service/storage/data-directory.ts';
import { syncFileSync, syncFolderSync } from '#service/storage/folder-sync.ts';
import { IN_FOLDER, writeMediaLocation } from '#service/storage/media-location.ts';
import { openVerifiedStore, refuseForeignStore } from '#service/storage/open-blob-store.ts';
import {
  FILE,
  readFileRows,
  writeRemoteDatabase,
  type DatabaseLocation,
} from '#service/storage/row-copy/copy-database.ts';
import { backupPaths, filesOf, hashFile, readMedia, type BackupRecord } from './backup-folder.ts';
import { BackupProblem } from './backup-problem.ts';
import { verifyRows } from './verify-backup.ts';

export interface RestoreOptions {
  folder: string;
  name: string;
  /** A data folder that is empty, or in which the same was begun. */
  dataDirectory: string;
  location: DatabaseLocation;
  /** Where the media go, as `--media` says it. */
  media: string;
  signal: AbortSignal;
  onProgress: (count: number, total: number) => void;
}

/** The files that a folder may hold and still be empty: those of its lock, and of the file system. */
const IGNORED_FILES = new Set(['service.lock', 'service.pid', 'service.lock-journal', 'lost+found', 'blobs']);

/**
 * Puts a backup into an empty place: media first, each hashed on its way, and the database last, so that no service finds rows without their
 * media. The database knows that it is an earlier state. What was stopped goes on when the same is asked again.
 * @throws BackupProblem, DatabaseProblem, DataDirectoryProblem, MediaStoreProblem
 */
export async function restoreBackup(options: RestoreOptions): Promise<BackupRecord> {
  const { folder, name, dataDirectory, media, signal } = options;
  const record = await verifyRows(folder, name);
  const mediaList = readMedia(folder, name, record);
  prepareDataDirectory(dataDirectory);
  const unlock = lockDataDirectory(dataDirectory);
  try {
    const paths = dataPaths(dataDirectory);
    begin(dataDirectory, name);
    const source = createFileBlobStore(backupPaths(folder).media);
    const target = await openVerifiedStore({ dataDirectory, address: media });
    if (media !== IN_FOLDER) await refuseForeignStore(target, media);
    for (const [index, { hash }] of mediaList.entries()) {
      signal.throwIfAborted();
      await bring(hash, source, target);
      if ((index + 1) % 100 === 0 || index + 1 === mediaList.length)
        options.onProgress(index + 1, mediaList.length);
    }
    if (media !== IN_FOLDER) writeMediaLocation(dataDirectory, media);
    restoreProviderKeys(filesOf(folder, name).providerKeys, paths.providerKeys);
    await restoreRows(options, record);
    rmSync(paths.restoring);
    syncFolderSync(dataDirectory);
    return record;
  } finally {
    unlock();
  }
}

/** Writes down what is being put back, so that nobody starts on half of it. @throws BackupProblem where the folder is not empty */
function begin(dataDirectory: string, name: string): void {
  const { restoring, blobs } = dataPaths(dataDirectory);
  if (existsSync(restoring)) {
    if (readFileSync(restoring, 'utf8').trim() === name) return;
    throw new BackupProblem(
      `Another backup was being put back into ${dataDirectory}. Name an empty folder with --data, or the same backup.`,
    );
  }
  const found = readdirSync(dataDirectory).filter((file) => !IGNORED_FILES.has(file));
  if (found.length > 0 || readdirSync(blobs).some((file) => file !== 'incoming'))
    throw new BackupProblem(
      `The data folder ${dataDirectory} is not empty. Name an empty one with --data; nothing is ever written over.`,
    );
  writeFileSync(restoring, `${name}\n`, { mode: 0o600 });
  syncFileSync(restoring);
  syncFolderSync(dataDirectory);
}

type Store = ReturnType<typeof createFileBlobStore>;

async function bring(hash: string, source: Store, target: Store): Promise<void> {
  const damaged = new BackupProblem(
    `The medium ${hash} of the backup is missing or damaged. “backup verify” lists all that are; use another backup.`,
  );
  if (await target.has(hash)) return;
  if (!(await source.has(hash))) throw damaged;
  if ((await target.write(source.readStored(hash))).hash !== hash) throw damaged;
}

function restoreProviderKeys(source: string, target: string): void {
  if (!existsSync(source)) return;
  copyFileSync(source, target);
  chmodSync(target, 0o600);
  syncFileSync(target);
}

async function restoreRows(
  { folder, name, dataDirectory, location, signal }: RestoreOptions,
  record: BackupRecord,
): Promise<void> {
  const { database: source } = filesOf(folder, name);
  if (location !== FILE) {
    await readFileRows(source, (rows) => writeRemoteDatabase(rows, location, { signal, isStale: true }));
    return;
  }
  const { database } = dataPaths(dataDirectory);
  const temporary = `${database}.restoring`;
  copyFileSync(source, temporary);
  if ((await hashFile(temporary)) !== record.database.sha256)
    throw new BackupProblem('The database came back from the data folder with other bytes. Say it again.');
  chmodSync(temporary, 0o600);
  syncFileSync(temporary);
  renameSync(temporary, database);
  syncFolderSync(dataDirectory);
}
