import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { fileTransaction } from './open-database.ts';

/**
 * Files younger than a backup: their bytes lie in the blob store, and a damaged database can mostly still say whose they
 * are. Without their rows they would be set aside, and documents that name them would show nothing.
 */

const COLUMNS = [
  'id',
  'account_id',
  'blob',
  'filename',
  'content_type',
  'size_bytes',
  'origin',
  'run_id',
  'external_id',
  'external_user_id',
  'external_workspace_id',
  'created_at',
  'updated_at',
] as const;
type FileRow = Record<(typeof COLUMNS)[number], SQLOutputValue>;

/** More than anybody has; what a damaged page says may be without end. */
const MAX_ROWS = 1_000_000;

/**
 * Adds the rows of files that the damaged database has and this one lacks, as far as they can be read and their bytes are
 * there.
 * @param damagedPath the file of the damaged database; it stays as it is.
 * @param sizeOf bytes of a blob by its hash; null when it is not stored.
 * @returns how many were added.
 */
export function salvageFiles(
  db: DatabaseSync,
  damagedPath: string,
  sizeOf: (hash: string) => number | null,
): number {
  const rows = readFiles(damagedPath);
  let count = 0;
  fileTransaction(db, () => {
    for (const row of rows.values()) if (isSound(row, sizeOf) && addFile(db, row)) count += 1;
  });
  return count;
}

/** Without a write-ahead log nothing needs to be made beside the file, and nothing shall be. */
function locationOf(path: string): string | URL {
  if (existsSync(`${path}-wal`)) return path;
  const location = pathToFileURL(path);
  location.searchParams.set('immutable', '1');
  return location;
}

/** From both ends, as reading stops at the first damaged page. */
function readFiles(path: string): Map<string, FileRow> {
  const found = new Map<string, FileRow>();
  for (const direction of ['ASC', 'DESC']) {
    let damaged: DatabaseSync | null = null;
    try {
      damaged = new DatabaseSync(locationOf(path), { readOnly: true });
      const files = damaged.prepare(
        `SELECT ${COLUMNS.join(', ')} FROM files WHERE deleted_at IS NULL ORDER BY rowid ${direction}`,
      );
      for (const row of files.iterate() as Iterable<FileRow>) {
        if (found.size >= MAX_ROWS) break;
        if (typeof row.id === 'string' && !found.has(row.id)) found.set(row.id, row);
      }
    } catch {
      // What was read until here counts.
    } finally {
      damaged?.close();
    }
  }
  return found;
}

function isSound(row: FileRow, sizeOf: (hash: string) => number | null): boolean {
  const { blob, size_bytes: size, origin } = row;
  const texts = [row.account_id, row.filename, row.content_type, row.created_at, row.updated_at];
  if (!texts.every((text) => typeof text === 'string') || (origin !== 'upload' && origin !== 'run'))
    return false;
  return typeof blob === 'string' && /^[0-9a-f]{64}$/.test(blob) && sizeOf(blob) === size;
}

/** @returns whether it was missing. */
function addFile(db: DatabaseSync, row: FileRow): boolean {
  if (db.prepare('SELECT 1 FROM files WHERE id = ?').get(row.id)) return false;
  if (!db.prepare('SELECT 1 FROM accounts WHERE id = ?').get(row.account_id)) return false;
  const names = COLUMNS.join(', ');
  const insert = db.prepare(`INSERT INTO files (${names}) VALUES (${COLUMNS.map(() => '?').join(', ')})`);
  insert.run(...COLUMNS.map((column) => row[column]));
  // Uploads count toward the storage limit, results of runs do not.
  if (row.origin === 'upload') {
    db.prepare('UPDATE accounts SET storage_used_bytes = storage_used_bytes + ? WHERE id = ?').run(
      row.size_bytes,
      row.account_id,
    );
  }
  return true;
}
