import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SqliteDatabase } from '#service/storage/sqlite-database.ts';
import { readJournalText } from '#core/journal/journal-file.ts';
import { blobsInUse } from '#service/files/blob-use-rows.ts';

/** What must not be left of a killed process: broken databases, files that nothing knows of, rows without their bytes. */

const deskDatabase = (data: string): string => join(data, 'desk/desk.sqlite');
export const serviceDatabase = (data: string): string => join(data, 'service/patchbay.sqlite');

/**
 * Looks at databases as their killed writers left them, in copies: the app's own recovery comes after.
 * @param data data folder. @returns a problem for each that does not hold together.
 */
export function checkDatabases(data: string, which: readonly ('desk' | 'service')[]): string[] {
  return which.flatMap((name) => {
    const path = name === 'desk' ? deskDatabase(data) : serviceDatabase(data);
    const folder = mkdtempSync(join(tmpdir(), 'patchbay-integrity-'));
    try {
      for (const ending of ['', '-wal']) {
        if (existsSync(path + ending)) cpSync(path + ending, join(folder, `copy.sqlite${ending}`));
      }
      const database = new DatabaseSync(join(folder, 'copy.sqlite'));
      try {
        const found = database
          .prepare('PRAGMA integrity_check')
          .all()
          .map((row) => String(row['integrity_check']));
        const violations = database.prepare('PRAGMA foreign_key_check').all();
        return [
          ...(found.join() === 'ok' ? [] : [`The ${name} database is damaged: ${found.join('; ')}.`]),
          ...(violations.length === 0
            ? []
            : [`The ${name} database has ${violations.length} rows that refer to nothing.`]),
        ];
      } finally {
        database.close();
      }
    } catch (error) {
      return [`The ${name} database cannot be read: ${String(error)}.`];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
}

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Files that should not be there in the data folder of an app that has come to rest and ended by itself. */
export async function checkFiles(data: string): Promise<string[]> {
  const database = new DatabaseSync(serviceDatabase(data));
  try {
    const blobs = join(data, 'service/blobs');
    return [...(await checkBlobs(database, blobs)), ...checkUploads(database, blobs), ...checkPaths(data)];
  } finally {
    database.close();
  }
}

async function checkBlobs(database: DatabaseSync, blobs: string): Promise<string[]> {
  const stored = new Set(
    namesIn(blobs)
      .filter((name) => /^[0-9a-f]{2}$/.test(name))
      .flatMap((name) => namesIn(join(blobs, name))),
  );
  const inUse = await blobsInUse(new SqliteDatabase(database));
  return [
    ...[...stored].filter((hash) => !inUse.has(hash)).map((hash) => `The blob ${hash} belongs to no row.`),
    ...[...inUse]
      .filter((hash) => !stored.has(hash))
      .map((hash) => `The bytes of the blob ${hash} are gone.`),
  ];
}

/** What uploads and runs leave in the service while they are under way. */
function checkUploads(database: DatabaseSync, blobs: string): string[] {
  const queryValue = (sql: string): unknown => Object.values(database.prepare(sql).get() ?? {})[0];
  const rows = database.prepare('SELECT path FROM upload_parts').all();
  const storedPaths = new Set(rows.map((row) => String(row['path'])));
  const problems = namesIn(join(blobs, 'incoming'))
    .filter((name) => !storedPaths.has(name))
    .map((name) => `The incoming file ${name} belongs to no upload.`);
  const hanging = queryValue(
    "SELECT count(*) FROM runs WHERE status NOT IN ('succeeded', 'failed', 'canceled')",
  );
  if (hanging !== 0) problems.push(`${String(hanging)} runs hang.`);
  const reserved = queryValue('SELECT sum(storage_reserved_bytes) FROM accounts');
  const pending = queryValue("SELECT count(*) FROM uploads WHERE state = 'pending'");
  if (pending === 0 && reserved !== 0) problems.push(`${String(reserved)} bytes stay reserved for nothing.`);
  return problems;
}

/** Files that only a change under way has, and journals that should be empty. */
function checkPaths(data: string): string[] {
  const problems: string[] = [];
  for (const path of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    const name = basename(path);
    if (name.endsWith('.tmp') || name.endsWith('.new'))
      problems.push(`A half-written file was left: ${path}.`);
    if (/damaged|aside/.test(name)) problems.push(`Something was set aside as damaged: ${path}.`);
    if (path.startsWith(join('desk', 'uploads')) && name !== 'uploads') {
      problems.push(`The spooled file ${name} belongs to no upload.`);
    }
    if (!name.endsWith('.jsonl')) continue;
    const { state, condition } = readJournalText(readFileSync(join(data, path), 'utf8'));
    if (state.entries.length > 0)
      problems.push(`A journal still holds ${state.entries.length} edits: ${path}.`);
    if (condition !== 'whole') problems.push(`A journal is ${condition}: ${path}.`);
  }
  return problems;
}
