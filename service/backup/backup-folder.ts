import { createHash, randomBytes } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { DEFAULT_LIMITS, parseJsonBytes } from '#shared/reading/index.ts';
import { acquireLock } from '#service/storage/data-directory.ts';
import { BackupProblem } from './backup-problem.ts';
import { syncFileSync, syncFolderSync } from '#service/storage/folder-sync.ts';

/**
 * A folder of backups: `media/` with files by their content, which all backups share, and a folder for each backup with the rows in a
 * file of SQLite, the list of the media that they name, and what both were when it was made.
 */

/** The form of what is written; a later one gets another number. */
const FORMAT = 1;
const MAX_RECORD_BYTES = 1024 * 1024;
const MAX_MEDIA_BYTES = 512 * 1024 * 1024;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const Record = z.object({
  format: z.literal(FORMAT),
  /** When it was made, ISO 8601. */
  createdAt: z.iso.datetime(),
  /** SHA-256 of the file of the rows, and of each table in it. */
  database: z.object({
    sha256: Sha256,
    tables: z.record(z.string(), z.object({ rows: z.int(), sha256: Sha256 })),
  }),
  /** SHA-256 of the list of media. */
  media: z.object({ sha256: Sha256, count: z.int(), bytes: z.int() }),
  /** Media that rows name and that were not to be had. */
  missing: z.array(Sha256).max(10_000),
});
export type BackupRecord = z.infer<typeof Record>;

export interface Medium {
  hash: string;
  sizeBytes: number;
}

export const backupPaths = (folder: string) => ({
  media: join(folder, 'media'),
  lock: join(folder, 'backup.lock'),
});

export const filesOf = (folder: string, name: string) => ({
  database: join(folder, name, 'database.sqlite'),
  media: join(folder, name, 'media.txt'),
  record: join(folder, name, 'backup.json'),
  providerKeys: join(folder, name, 'provider-keys.secret'),
});

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[0-9a-f]{6}$/;
const PARTIAL = 'partial-';

export const backupName = (timestamp: number): string =>
  `${new Date(timestamp).toISOString().replaceAll(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}`;

export const partialName = (name: string): string => `${PARTIAL}${name}`;

/** Names of the backups in a folder, the one made first first. */
export function listBackupNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .toSorted();
}

/** @param name of a backup; the one made last without it. @throws BackupProblem */
export function findBackup(folder: string, name: string | undefined): string {
  const names = listBackupNames(folder);
  const found = name === undefined ? names.at(-1) : names.find((each) => each === name);
  if (found !== undefined) return found;
  throw new BackupProblem(
    name === undefined || names.length === 0
      ? `There is no backup in ${folder}. Give the folder that “backup create --to” was given.`
      : `There is no such backup in ${folder}. There are ${names.join(', ')}.`,
  );
}

/** Makes the folder, for its owner only, and clears away what a stop left. Holds it. @throws BackupProblem */
export function openBackupFolder(folder: string): { close(): void } {
  mkdirSync(resolve(folder), { recursive: true, mode: 0o700 });
  let lock: { close(): void };
  try {
    lock = acquireLock(backupPaths(folder).lock);
  } catch (error) {
    if (!/locked|busy/i.test(String(error))) throw error;
    throw new BackupProblem(
      `A backup is being written to ${folder}. Wait until it is there, or name another folder.`,
    );
  }
  for (const name of readdirSync(folder))
    if (name.startsWith(PARTIAL)) rmSync(join(folder, name), { recursive: true, force: true });
  return lock;
}

/** Writes the list of media and then what the backup is. Returns once both are on the disk. */
export function writeRecord(
  folder: string,
  name: string,
  media: readonly Medium[],
  summary: Pick<BackupRecord, 'createdAt' | 'database' | 'missing'>,
): BackupRecord {
  const files = filesOf(folder, name);
  const list = media.map(({ hash, sizeBytes }) => `${hash} ${sizeBytes}\n`).join('');
  writeFileSync(files.media, list, { mode: 0o600 });
  syncFileSync(files.media);
  const record: BackupRecord = {
    format: FORMAT,
    ...summary,
    media: {
      sha256: createHash('sha256').update(list).digest('hex'),
      count: media.length,
      bytes: media.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    },
  };
  writeFileSync(files.record, `${JSON.stringify(record, null, 1)}\n`, { mode: 0o600 });
  syncFileSync(files.record);
  syncFolderSync(join(folder, name));
  return record;
}

/** @throws BackupProblem for what is damaged, or was written by a later version */
export function readRecord(folder: string, name: string): BackupRecord {
  const parsed = parseJsonBytes(readLimited(filesOf(folder, name).record, MAX_RECORD_BYTES), {
    limits: { ...DEFAULT_LIMITS, bytes: MAX_RECORD_BYTES, depth: 8 },
    label: 'The description of the backup',
    hint: 'Use another backup.',
  });
  const record = parsed.ok ? Record.safeParse(parsed.value) : null;
  if (record?.success) return record.data;
  const format = parsed.ok ? (parsed.value as { format?: unknown } | null)?.format : null;
  throw new BackupProblem(
    typeof format === 'number' && format > FORMAT
      ? `The backup ${name} was made by a newer Patchbay. Use that version.`
      : `The description of the backup ${name} is damaged. Use another backup.`,
  );
}

/** The media that a backup names. @throws BackupProblem where the list is not the one that was written */
export function readMedia(folder: string, name: string, { media }: BackupRecord): Medium[] {
  const bytes = readLimited(filesOf(folder, name).media, MAX_MEDIA_BYTES);
  if (createHash('sha256').update(bytes).digest('hex') !== media.sha256)
    throw new BackupProblem(`The list of media of the backup ${name} is damaged. Use another backup.`);
  return bytes
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [hash = '', sizeBytes] = line.split(' ');
      return { hash, sizeBytes: Number(sizeBytes) };
    });
}

function readLimited(path: string, limit: number): Buffer {
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  if (size === undefined) throw new BackupProblem(`${path} is missing. Use another backup.`);
  if (size > limit)
    throw new BackupProblem(`${path} is too large to be what it should be. Use another backup.`);
  return readFileSync(path);
}

/** SHA-256 of a file, hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
