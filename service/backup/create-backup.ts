import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { referencedBlobs } from '#service/files/blob-use-rows.ts';
import type { BlobStore } from '#service/storage/blob-store.ts';
import { dataPaths } from '#service/storage/data-directory.ts';
import { createFileBlobStore } from '#service/storage/file-blob-store.ts';
import { syncFileSync, syncFolderSync } from '#service/storage/folder-sync.ts';
import { IN_FOLDER, readMediaLocation } from '#service/storage/media-location.ts';
import { openBlobStoreAt } from '#service/storage/open-blob-store.ts';
import { copyToFile, readFileRows, type DatabaseLocation } from '#service/storage/row-copy/copy-database.ts';
import {
  backupName,
  backupPaths,
  filesOf,
  hashFile,
  listBackupNames,
  openBackupFolder,
  readMedia,
  readRecord,
  partialName,
  writeRecord,
  type BackupRecord,
  type Medium,
} from './backup-folder.ts';
import { BackupProblem } from './backup-problem.ts';

/** Files between two words about how far it is. */
const STEP = 100;
/** So often the rows are copied again where media that they named have gone meanwhile. */
const MAX_ATTEMPTS = 3;

export interface BackupOptions {
  dataDirectory: string;
  /** Where the rows are. */
  location: DatabaseLocation;
  /** Where backups are kept. */
  folder: string;
  /** Older ones are removed, with the media that only they name; undefined keeps all. */
  keep?: number | undefined;
  getTime: () => number;
  signal: AbortSignal;
  onProgress: (count: number, total: number) => void;
}

/**
 * Backs a workspace up while it may be used: the rows as they are at one moment, then each medium that they name and that an earlier backup
 * has not brought, its SHA-256 taken on the way. The backup gets its name once everything is there.
 * @throws BackupProblem, DatabaseProblem, MediaStoreProblem; nothing is left of it then but media
 */
export async function createBackup(options: BackupOptions): Promise<{ name: string; record: BackupRecord }> {
  const { folder, dataDirectory } = options;
  const lock = openBackupFolder(folder);
  try {
    const source = await openBlobStoreAt({
      dataDirectory,
      address: readMediaLocation(dataDirectory) ?? IN_FOLDER,
    });
    const target = createFileBlobStore(backupPaths(folder).media);
    const name = backupName(options.getTime());
    const partial = partialName(name);
    let record: BackupRecord;
    for (let attempt = 1; ; attempt += 1) {
      mkdirSync(join(folder, partial), { mode: 0o700 });
      record = await fillBackup(options, partial, { source, target });
      // What was deleted while it was copied is not in newer rows; what these name too is lost.
      if (record.missing.length === 0 || attempt === MAX_ATTEMPTS) break;
      rmSync(join(folder, partial), { recursive: true });
    }
    renameSync(join(folder, partial), join(folder, name));
    syncFolderSync(folder);
    if (options.keep !== undefined) await removeOlder(folder, options.keep, target);
    return { name, record };
  } finally {
    lock.close();
  }
}

async function fillBackup(
  { dataDirectory, location, folder, getTime, signal, onProgress }: BackupOptions,
  name: string,
  stores: { source: BlobStore; target: BlobStore },
): Promise<BackupRecord> {
  const files = filesOf(folder, name);
  const createdAt = new Date(getTime()).toISOString();
  const tables = await copyToFile({ dataDirectory, location, file: files.database, signal });
  const hashes = await readFileRows(files.database, (rows) =>
    referencedBlobs({ all: (sql) => rows.query(sql) }),
  );
  const media: Medium[] = [];
  const missing: string[] = [];
  let count = 0;
  for (const hash of [...hashes].toSorted()) {
    signal.throwIfAborted();
    const sizeBytes = await bring(hash, stores);
    if (sizeBytes === null) missing.push(hash);
    else media.push({ hash, sizeBytes });
    count += 1;
    if (count % STEP === 0 || count === hashes.size) onProgress(count, hashes.size);
  }
  const { providerKeys } = dataPaths(dataDirectory);
  if (existsSync(providerKeys)) {
    copyFileSync(providerKeys, files.providerKeys);
    syncFileSync(files.providerKeys);
  }
  const database = { sha256: await hashFile(files.database), tables };
  return writeRecord(folder, name, media, { createdAt, database, missing });
}

/** @returns bytes; null for one that is not there, or whose bytes are others than its name says */
async function bring(
  hash: string,
  { source, target }: { source: BlobStore; target: BlobStore },
): Promise<number | null> {
  if (await target.has(hash)) return await target.size(hash);
  if (!(await source.has(hash))) return null;
  const stored = await target.write(source.readStored(hash));
  return stored.hash === hash ? stored.sizeBytes : null;
}

async function removeOlder(folder: string, keep: number, media: BlobStore): Promise<void> {
  if (keep < 1) throw new BackupProblem('At least one backup is kept.');
  const names = listBackupNames(folder);
  for (const name of names.slice(0, -keep)) rmSync(join(folder, name), { recursive: true });
  syncFolderSync(folder);
  const named = new Set<string>();
  for (const name of names.slice(-keep))
    for (const { hash } of readMedia(folder, name, readRecord(folder, name))) named.add(hash);
  for await (const hash of media.list()) if (!named.has(hash)) await media.delete(hash);
}
