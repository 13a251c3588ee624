import { transaction, type Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textOrNull } from '#service/storage/statements.ts';

/** Which rows refer to which blobs; what none refers to may go. */

/** Columns that hold a blob's hash; each has an index. */
const HOLDERS = [
  { table: 'files', column: 'blob', live: 'deleted_at IS NULL' },
  { table: 'projects', column: 'thumbnail_blob', live: 'thumbnail_blob IS NOT NULL' },
  { table: 'blob_previews', column: 'preview_blob', live: '1 = 1' },
  // Results of nodes: of runs under way, and kept for reuse.
  { table: 'blob_uses', column: 'blob', live: '1 = 1' },
] as const;

const IS_IN_USE = `SELECT ${HOLDERS.map(
  ({ table, column, live }) => `EXISTS (SELECT 1 FROM ${table} WHERE ${column} = ?1 AND ${live})`,
).join(' OR ')} AS held`;

/** True while a live row refers to the blob. */
export const isBlobInUse = async (db: Database, hash: string): Promise<boolean> =>
  (await queryRow(db, IS_IN_USE, hash))?.['held'] === 1;

const NON_PICTURE_HOLDERS = HOLDERS.filter(({ table }) => table !== 'blob_previews').map(
  ({ table, column, live }) =>
    `EXISTS (SELECT 1 FROM ${table} h WHERE h.${column} = p.preview_blob AND ${live})`,
);

const PICTURES = `SELECT DISTINCT p.preview_blob AS held FROM blob_previews p
  WHERE NOT (${NON_PICTURE_HOLDERS.join(' OR ')})`;

/** Stored pictures of blobs whose bytes no file, project or result has too. */
export const pictureBlobs = async (db: Database): Promise<string[]> =>
  (await all(db, PICTURES)).map((row) => text(row, 'held'));

/** Whether a blob is such a picture still. */
export const isPictureBlob = async (db: Database, hash: string): Promise<boolean> =>
  (await queryRow(db, `${PICTURES} AND p.preview_blob = ?`, hash)) !== undefined;

/** Forgets a stored picture, of however many blobs it is one. */
export const deletePictureRows = async (db: Database, hash: string): Promise<void> => {
  await run(db, 'DELETE FROM blob_previews WHERE preview_blob = ?', hash);
};

/** Every blob that a live row refers to. Pictures of blobs that are gone are forgotten first. */
export const blobsInUse = (db: Database): Promise<Set<string>> =>
  transaction(db, async () => {
    const inUse = new Set<string>();
    const collect = async (holders: readonly (typeof HOLDERS)[number][]): Promise<void> => {
      for (const { table, column, live } of holders) {
        for (const row of await all(db, `SELECT ${column} AS held FROM ${table} WHERE ${live}`)) {
          inUse.add(text(row, 'held'));
        }
      }
    };
    await collect(HOLDERS.filter(({ table }) => table !== 'blob_previews'));
    const missing = (await all(db, 'SELECT DISTINCT blob FROM blob_previews'))
      .map((row) => textOrNull(row, 'blob'))
      .filter((blob) => blob !== null && !inUse.has(blob));
    await db.runMany(
      'DELETE FROM blob_previews WHERE blob = ?',
      missing.map((blob) => [blob]),
    );
    await collect(HOLDERS.filter(({ table }) => table === 'blob_previews'));
    return inUse;
  });

/** Every blob that a live row refers to; pictures of those that are gone are none. Changes nothing. */
export async function referencedBlobs(db: Pick<Database, 'all'>): Promise<Set<string>> {
  const inUse = new Set<string>();
  for (const { table, column, live } of HOLDERS.filter(({ table }) => table !== 'blob_previews'))
    for (const row of await db.all(`SELECT ${column} AS held FROM ${table} WHERE ${live}`))
      inUse.add(text(row, 'held'));
  const pictures = await db.all('SELECT blob, preview_blob FROM blob_previews');
  const related = pictures.filter((row) => inUse.has(text(row, 'blob')));
  for (const row of related) inUse.add(text(row, 'preview_blob'));
  return inUse;
}
