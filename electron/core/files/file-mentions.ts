import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FileUse } from '#shared/desk/index.ts';
import { systemErrorCode } from '../desk-error.ts';

/** Where files are still named on this computer: in all that can bring one back, or run with it again. */

const expand = promisify(gunzip);

/** Far above any document; what claims to be more is damage. */
const MAX_TEXT_BYTES = 1024 ** 3;
/** Rows that are read at once. */
const ROWS = 50;
const FILE_ID = /file_[\w-]{1,120}\.[\w-]{1,20}/g;

/** Texts of a table; each has `id`, by which they are paged, and `text`, which may be compressed. */
const TABLES: readonly { use: FileUse; sql: string }[] = [
  // Those that no version up to 0.5 kept in their rows are files.
  { use: 'history', sql: 'SELECT place AS id, document AS text FROM film_versions' },
  { use: 'undo', sql: 'SELECT id, steps AS text FROM document_undo' },
  { use: 'undo', sql: 'SELECT undo_id AS id, document AS text FROM undo_bases' },
  { use: 'undo', sql: 'SELECT id, changes || sent AS text FROM document_drafts' },
  { use: 'undo', sql: 'SELECT draft_id AS id, document AS text FROM draft_bases' },
  { use: 'batch', sql: 'SELECT rowid AS id, coalesce(graph, fields) AS text FROM batches' },
  {
    use: 'batch',
    sql: `SELECT b.rowid AS id, (SELECT group_concat(item_values) FROM batch_items i
      WHERE i.batch_id = b.id AND instr(item_values, 'file_') > 0) AS text FROM batches b`,
  },
  // Of runs whose results are there: who deleted these does not run them again.
  {
    use: 'run',
    sql: `SELECT s.rowid AS id, s.request AS text FROM run_sources s WHERE EXISTS (SELECT 1 FROM outputs o
      WHERE o.connection_id = s.connection_id AND o.run_id = s.run_id AND o.hidden = 0 AND o.missing = 0)`,
  },
  {
    use: 'run',
    sql: `SELECT g.rowid AS id, g.body AS text FROM run_graphs g WHERE EXISTS (SELECT 1 FROM run_sources s
      JOIN outputs o ON o.connection_id = s.connection_id AND o.run_id = s.run_id
      WHERE s.graph_hash = g.hash AND o.hidden = 0 AND o.missing = 0)`,
  },
];

/** Files and folders below the desk's folder. */
const FOLDERS: readonly { use: FileUse; name: string }[] = [
  { use: 'undo', name: 'journal' },
  { use: 'history', name: 'versions' },
  { use: 'snippet', name: 'snippets.json' },
  { use: 'group', name: 'groups' },
];

const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** @throws what is damaged in a way that cannot be read: nothing may be taken for unused then. */
async function textOf(bytes: Uint8Array): Promise<string> {
  const plain = isPacked(bytes) ? await expand(bytes, { maxOutputLength: MAX_TEXT_BYTES }) : bytes;
  return Buffer.from(plain).toString('utf8');
}

async function* rowsOf(database: DatabaseSync, sql: string): AsyncGenerator<string> {
  const page = database.prepare(`SELECT id, text FROM (${sql}) WHERE id > ? ORDER BY id LIMIT ${ROWS}`);
  for (let after = -1; ;) {
    const rows = page.all(after);
    for (const { id, text } of rows) {
      after = Number(id);
      if (text instanceof Uint8Array) yield await textOf(text);
      else if (typeof text === 'string') yield text;
    }
    if (rows.length < ROWS) return;
  }
}

/** All files of a folder, or the file of that name; none where it is not there. */
async function* filesOf(path: string): AsyncGenerator<string> {
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    const code = systemErrorCode(error);
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') return null;
    throw error;
  });
  if (entries === null) {
    yield await textOf(await readFile(path));
    return;
  }
  for (const entry of entries) {
    const inside = join(path, entry.name);
    if (entry.isDirectory()) yield* filesOf(inside);
    // One that is gone by now was replaced or removed.
    else if (entry.isFile())
      yield await readFile(inside).then(textOf, (error: unknown) => {
        if (systemErrorCode(error) === 'ENOENT') return '';
        throw error;
      });
  }
}

/**
 * Which files are named in histories, undo steps, unsaved changes, batches, runs with results, snippets and the
 * library of groups. One text at a time is in memory.
 * @param fileIds those that are looked for. @returns of each that is named by what; others are left out.
 * @throws where something could not be read: then nobody knows.
 */
export async function findFileMentions(
  { database, folder }: { database: DatabaseSync; folder: string },
  fileIds: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Map<string, Set<FileUse>>> {
  const found = new Map<string, Set<FileUse>>();
  const read = async (use: FileUse, texts: AsyncIterable<string>): Promise<void> => {
    for await (const text of texts) {
      signal.throwIfAborted();
      for (const [fileId] of text.matchAll(FILE_ID)) {
        if (!fileIds.has(fileId)) continue;
        const uses = found.get(fileId) ?? new Set();
        found.set(fileId, uses.add(use));
      }
    }
  };
  for (const { use, sql } of TABLES) await read(use, rowsOf(database, sql));
  for (const { use, name } of FOLDERS) await read(use, filesOf(join(folder, name)));
  return found;
}
