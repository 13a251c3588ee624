import { existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { createFileBlobStore } from '#service/storage/file-blob-store.ts';
import { checkFile, contentOfFile } from '#service/storage/row-copy/copy-database.ts';
import { createHash } from 'node:crypto';
import type { BlobStore } from '#service/storage/blob-store.ts';
import { backupPaths, filesOf, hashFile, readMedia, readRecord, type BackupRecord } from './backup-folder.ts';
import { BackupProblem } from './backup-problem.ts';

/**
 * Proves the rows of a backup: the bytes of their file, its pages, and the content of each table.
 * @throws BackupProblem
 */
export async function verifyRows(folder: string, name: string): Promise<BackupRecord> {
  const record = readRecord(folder, name);
  const { database } = filesOf(folder, name);
  const damaged = new BackupProblem(`The database of the backup ${name} is damaged. Use another backup.`);
  if (!existsSync(database) || (await hashFile(database)) !== record.database.sha256) throw damaged;
  if (!checkFile(database)) throw damaged;
  if (!isDeepStrictEqual(await contentOfFile(database), record.database.tables)) throw damaged;
  return record;
}

export interface Verified {
  record: BackupRecord;
  /** Media that are not there, or whose bytes are others. */
  damaged: string[];
}

/** Proves a whole backup by reading all of it. @throws BackupProblem where its rows or its lists are damaged */
export async function verifyBackup(
  folder: string,
  name: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (count: number, total: number) => void },
): Promise<Verified> {
  const record = await verifyRows(folder, name);
  const media = readMedia(folder, name, record);
  const store = createFileBlobStore(backupPaths(folder).media);
  const damaged: string[] = [];
  for (const [index, { hash }] of media.entries()) {
    signal.throwIfAborted();
    if ((await hashInStore(store, hash)) !== hash) damaged.push(hash);
    if ((index + 1) % 100 === 0 || index + 1 === media.length) onProgress(index + 1, media.length);
  }
  return { record, damaged };
}

async function hashInStore(store: BlobStore, hash: string): Promise<string | null> {
  if (!(await store.has(hash))) return null;
  const sum = createHash('sha256');
  for await (const chunk of store.readStored(hash)) sum.update(chunk as Uint8Array);
  return sum.digest('hex');
}
