import { FOLD_VERSION } from '#shared/search/index.ts';
import { transaction, type Database } from './database.ts';
import { queryRow, run, textOrNull } from './statements.ts';

/**
 * Texts that are searched are stored folded. Those that an earlier build stored are folded anew after the start, a slice at a
 * time, each in a transaction of its own: a stop in the middle loses nothing, and the next start goes on there. Until then
 * searches look for both forms.
 */

/** So many rows are read in a slice, and so many of them written. */
export const REFOLD_READS = 512;
export const REFOLD_WRITES = 64;

/** A table whose texts are searched. */
export interface FoldedSource<Entry extends { id: string }> {
  name: 'projects' | 'templates';
  /** Rows by id, behind one. */
  readAfter(db: Database, id: string, limit: number): Promise<Entry[]>;
  /** Folds the texts of one row. @returns whether that changed them. */
  refold(db: Database, entry: Entry): Promise<boolean>;
}

/** The row behind which texts may be of an earlier form; null where there are none. */
async function lastRefolded(db: Database, source: string): Promise<string | null> {
  const row = await queryRow(db, 'SELECT version, last_id FROM search_folds WHERE source = ?', source);
  return row?.['version'] === FOLD_VERSION ? textOrNull(row, 'last_id') : '';
}

/** Texts to search a source for, any of which is enough: while some are stored in the earlier form, that one as well. */
export const textsToSearch = async (
  db: Database,
  source: FoldedSource<{ id: string }>['name'],
  { folded, previous }: { folded: string; previous: string },
): Promise<string[]> =>
  folded === '' || folded === previous || (await lastRefolded(db, source)) === null
    ? [folded]
    : [folded, previous];

/** What several searches of one list found, as one page of it. @param order descending; equal for the same row alone. */
export function mergePages<Found>(
  pages: readonly Found[][],
  limit: number,
  order: (found: Found) => number | string,
): Found[] {
  const found = new Map(pages.flat().map((entry) => [order(entry), entry]));
  return [...found.values()].sort((a, b) => (order(a) < order(b) ? 1 : -1)).slice(0, limit);
}

/** @returns whether there may be more. */
async function refoldSlice<Entry extends { id: string }>(
  db: Database,
  source: FoldedSource<Entry>,
): Promise<boolean> {
  let lastId = await lastRefolded(db, source.name);
  if (lastId === null) return false;
  const entries = await source.readAfter(db, lastId, REFOLD_READS);
  let raw = 0;
  for (const entry of entries) {
    if (raw === REFOLD_WRITES) break;
    if (await source.refold(db, entry)) raw += 1;
    lastId = entry.id;
  }
  const isLast = entries.length < REFOLD_READS && (entries.at(-1)?.id ?? lastId) === lastId;
  await run(
    db,
    `INSERT INTO search_folds (source, version, last_id) VALUES (?, ?, ?)
     ON CONFLICT (source) DO UPDATE SET version = excluded.version, last_id = excluded.last_id`,
    source.name,
    FOLD_VERSION,
    isLast ? null : lastId,
  );
  return !isLast;
}

/** Folds anew what an earlier build stored: a slice at each step, nothing once all is done. */
export async function* refoldBacklog<Entry extends { id: string }>(
  db: Database,
  source: FoldedSource<Entry>,
): AsyncGenerator<void, void, void> {
  if ((await lastRefolded(db, source.name)) === null) return;
  while (await transaction(db, () => refoldSlice(db, source))) yield;
}
