import type { Database } from '#service/storage/database.ts';
import { all, queryRow, run, text, textOrNull } from '#service/storage/statements.ts';

/** Which rows refer to which blobs; what none refers to may go. */

/** Columns that hold a blob's hash; each has an index. */
const HOLDERS = [
  { table: 'files', column: 'blob', live: 'deleted_at IS NULL' },
  { table: 'projects', column: 'thumbnail_blob', live: 'thumbnail_blob IS NOT NULL' },
  { table: 'blob_previews', column: 'preview_blob', live: '1' },
  // Results of nodes: of runs under way, and kept for reuse.
  { table: 'blob_uses', column: 'blob', live: '1' },
] as const;

/** True while a live row refers to the blob. */
export const isBlobInUse = (db: Database, hash: string): boolean =>
  HOLDERS.some(
    ({ table, column, live }) =>
      queryRow(db, `SELECT 1 FROM ${table} WHERE ${column} = ? AND ${live} LIMIT 1`, hash) !== undefined,
  );

/** Every blob that a live row refers to. Pictures of blobs that are gone are forgotten first. */
export function blobsInUse(db: Database): Set<string> {
  const inUse = new Set<string>();
  const collect = (holders: readonly (typeof HOLDERS)[number][]) => {
    for (const { table, column, live } of holders) {
      for (const row of all(db, `SELECT ${column} AS held FROM ${table} WHERE ${live}`)) {
        inUse.add(text(row, 'held'));
      }
    }
  };
  collect(HOLDERS.filter(({ table }) => table !== 'blob_previews'));
  for (const row of all(db, 'SELECT DISTINCT blob FROM blob_previews')) {
    const blob = textOrNull(row, 'blob');
    if (blob !== null && !inUse.has(blob)) run(db, 'DELETE FROM blob_previews WHERE blob = ?', blob);
  }
  collect(HOLDERS.filter(({ table }) => table === 'blob_previews'));
  return inUse;
}
