import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolderSync } from './folder-sync.ts';
import { transaction, type Database } from './database.ts';
import { queryRow, run } from './statements.ts';

/**
 * Whether a database and the blobs beside it belong together. Both carry a mark that changes at every start, so that a
 * database that was emptied, deleted or put back from a copy is not taken for the one that knows these blobs.
 */

const SECRET = 'blob-store';
const fileOf = (blobFolder: string): string => join(blobFolder, 'database-mark');

/** `unmarked`: neither side has a mark yet, as with data of an earlier version. */
export type Pairing = 'paired' | 'unmarked' | 'strangers';

export async function readPairing(db: Database, blobFolder: string): Promise<Pairing> {
  const databaseMark = await markOf(db);
  const folderMarks = readMarks(blobFolder);
  if (databaseMark === null && folderMarks.length === 0) return 'unmarked';
  return databaseMark !== null && folderMarks.includes(databaseMark) ? 'paired' : 'strangers';
}

/** Gives both sides a new mark. A crash on the way leaves them paired. */
export async function renewPairing(db: Database, blobFolder: string): Promise<void> {
  const mark = randomBytes(32);
  const previousMark = await markOf(db);
  if (previousMark !== null) writeMarks(blobFolder, [previousMark, mark.toString('hex')]);
  await transaction(db, async () => {
    await run(
      db,
      `INSERT INTO secrets (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      SECRET,
      mark,
    );
  });
  writeMarks(blobFolder, [mark.toString('hex')]);
}

async function markOf(db: Database): Promise<string | null> {
  const value = (await queryRow(db, 'SELECT value FROM secrets WHERE name = ?', SECRET))?.['value'];
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : null;
}

function readMarks(blobFolder: string): string[] {
  try {
    return readFileSync(fileOf(blobFolder), 'utf8')
      .split('\n')
      .filter((line) => line !== '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    // There is one, and it says nothing: not ours to trust.
    return ['unreadable'];
  }
}

function writeMarks(blobFolder: string, marks: readonly string[]): void {
  const path = fileOf(blobFolder);
  const file = openSync(`${path}.new`, 'w', 0o600);
  try {
    writeSync(file, `${marks.join('\n')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(`${path}.new`, path);
  syncFolderSync(blobFolder);
}
