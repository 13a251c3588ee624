import { randomBytes } from 'node:crypto';
import type { BlobStore } from './blob-store.ts';
import { transaction, type Database } from './database.ts';
import { queryRow, run } from './statements.ts';

/**
 * Whether a database and the blobs beside it belong together. Both carry a mark that changes at every start, so that a
 * database that was emptied, deleted or put back from a copy is not taken for the one that knows these blobs.
 */

const SECRET = 'blob-store';

type MarkedStore = Pick<BlobStore, 'readMarks' | 'writeMarks'>;

/** `unmarked`: neither side has a mark yet, as with data of an earlier version. */
export type Pairing = 'paired' | 'unmarked' | 'strangers';

export async function readPairing(db: Database, blobs: MarkedStore): Promise<Pairing> {
  const databaseMark = await markOf(db);
  const folderMarks = await blobs.readMarks();
  if (databaseMark === null && folderMarks.length === 0) return 'unmarked';
  return databaseMark !== null && folderMarks.includes(databaseMark) ? 'paired' : 'strangers';
}

/** Gives both sides a new mark. A crash on the way leaves them paired. */
export async function renewPairing(db: Database, blobs: MarkedStore): Promise<void> {
  const mark = randomBytes(32);
  const previousMark = await markOf(db);
  if (previousMark !== null) await blobs.writeMarks([previousMark, mark.toString('hex')]);
  await transaction(db, async () => {
    await run(
      db,
      `INSERT INTO secrets (name, value) VALUES (?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      SECRET,
      mark,
    );
  });
  await blobs.writeMarks([mark.toString('hex')]);
}

async function markOf(db: Database): Promise<string | null> {
  const value = (await queryRow(db, 'SELECT value FROM secrets WHERE name = ?', SECRET))?.['value'];
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : null;
}
