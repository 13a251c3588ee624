import { existsSync } from 'node:fs';
import { bytesLabel } from '#shared/reading/index.ts';
import { findBackup, listBackupNames } from '#service/backup/backup-folder.ts';
import { createBackup } from '#service/backup/create-backup.ts';
import { withCommandDatabase } from './command-database.ts';
import { noteAsCommand } from './note-as-command.ts';
import { restoreBackup } from '#service/backup/restore-backup.ts';
import { verifyBackup } from '#service/backup/verify-backup.ts';
import { IN_FOLDER } from '../storage/media-location.ts';
import { FILE } from '../storage/row-copy/copy-database.ts';
import { DATA_FLAGS } from './command-database.ts';
import {
  databaseFlag,
  defaultDataDirectory,
  mediaFlag,
  parseFlags,
  parseInteger,
  UsageProblem,
} from './flags.ts';
import { Interrupted, untilInterrupted } from './until-interrupted.ts';

type Write = (line: string) => void;
type Flags = ReadonlyMap<string, readonly string[]>;

const COMMANDS = ['create', 'list', 'verify', 'restore'] as const;

const FLAGS: Record<(typeof COMMANDS)[number], readonly string[]> = {
  create: [...DATA_FLAGS, 'to', 'keep'],
  list: ['from'],
  verify: ['from', 'backup'],
  restore: [...DATA_FLAGS, 'from', 'backup', 'media'],
};

/**
 * `backup create | list | verify | restore`: copies of database and media together.
 * @param note for people who watch; `print` for results. @throws UsageProblem, and what the backup throws
 */
export async function runBackupCommand(args: readonly string[], print: Write, note: Write): Promise<void> {
  const command = COMMANDS.find((name) => name === args[0]);
  if (command === undefined)
    throw new UsageProblem('Say backup create, backup list, backup verify or backup restore.');
  const { flags, positional } = parseFlags(args.slice(1), FLAGS[command]);
  if (positional.length > 0) throw new UsageProblem(`"${positional[0]}" is not understood here.`);
  try {
    if (command === 'create') await create(flags, print, note);
    else if (command === 'verify') await verify(flags, print, note);
    else if (command === 'restore') await restore(flags, print, note);
    else listBackupNames(required(flags, 'from')).forEach(print);
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    note('Stopped. Media that were copied stay; the same command goes on.');
    process.exitCode = 1;
  }
}

function required(flags: Flags, name: string): string {
  const value = flags.get(name)?.[0];
  if (value === undefined || value === '')
    throw new UsageProblem(`Name the folder of the backups with --${name}.`);
  return value;
}

const locationOf = (flags: Flags): string => databaseFlag(flags.get('database')?.[0]) ?? FILE;

async function create(flags: Flags, print: Write, note: Write): Promise<void> {
  const folder = required(flags, 'to');
  const dataDirectory = flags.get('data')?.[0] ?? defaultDataDirectory();
  if (!existsSync(dataDirectory))
    throw new UsageProblem(
      `There is no data directory ${dataDirectory}. Give that of the service with --data.`,
    );
  const keep = flags.get('keep')?.[0];
  const { name, record } = await untilInterrupted((signal) =>
    createBackup({
      dataDirectory,
      folder,
      location: locationOf(flags),
      keep: keep === undefined ? undefined : parseInteger('keep', keep, 1),
      getTime: Date.now,
      signal,
      onProgress: (count, total) => note(`${count} of ${total} files are there`),
    }),
  );
  const { media, missing } = record;
  print(name);
  note(`${media.count} files (${bytesLabel(media.bytes)}) and ${rowsOf(record)} rows are in ${folder}.`);
  if (missing.length > 0)
    reportDamaged(missing, 'are named by rows and were not there, or were damaged', note);
}

async function verify(flags: Flags, print: Write, note: Write): Promise<void> {
  const folder = required(flags, 'from');
  const name = findBackup(folder, flags.get('backup')?.[0]);
  const { record, damaged } = await untilInterrupted((signal) =>
    verifyBackup(folder, name, {
      signal,
      onProgress: (count, total) => note(`${count} of ${total} files were read`),
    }),
  );
  if (damaged.length > 0) {
    reportDamaged(damaged, `of the backup ${name} are missing or damaged`, note);
    note('Remove those from its folder media and make another backup, which brings them again.');
    return;
  }
  print(`${name}: ${rowsOf(record)} rows and ${record.media.count} files are as they were when it was made.`);
  if (record.missing.length > 0)
    note(`${record.missing.length} files were missing when it was made: ${record.missing.join(', ')}`);
}

async function restore(flags: Flags, print: Write, note: Write): Promise<void> {
  const folder = required(flags, 'from');
  const name = findBackup(folder, flags.get('backup')?.[0]);
  const dataDirectory = flags.get('data')?.[0] ?? defaultDataDirectory();
  const record = await untilInterrupted((signal) =>
    restoreBackup({
      folder,
      name,
      dataDirectory,
      location: locationOf(flags),
      media: mediaFlag(flags.get('media')?.[0]) ?? IN_FOLDER,
      signal,
      onProgress: (count, total) => note(`${count} of ${total} files are there`),
    }),
  );
  await withCommandDatabase(flags, (db) => noteAsCommand(db, 'backup.restore', { name }));
  print(`${rowsOf(record)} rows and ${record.media.count} files of ${name} are in ${dataDirectory}.`);
  note(
    'Runs that were under way when it was made end or go on at the start, and ask no model by themselves.',
  );
}

const rowsOf = ({ database }: { database: { tables: Record<string, { rows: number }> } }): number =>
  Object.values(database.tables).reduce((sum, { rows }) => sum + rows, 0);

function reportDamaged(hashes: readonly string[], description: string, note: Write): void {
  note(
    `${hashes.length} files ${description}: ${hashes.slice(0, 20).join(', ')}${hashes.length > 20 ? ', …' : ''}`,
  );
  process.exitCode = 1;
}
