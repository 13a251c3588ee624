import type { Database } from '#service/storage/database.ts';
import { all, run, text, textList } from '#service/storage/statements.ts';

const ORPHANS = `
  SELECT f.id, f.blob FROM files f JOIN runs r ON r.id = f.run_id
  WHERE f.origin = 'run' AND r.finished_at < ?
    AND instr(r.outputs, f.id) = 0
    AND NOT EXISTS (SELECT 1 FROM file_references u WHERE u.file_id = f.id)
    AND NOT EXISTS (SELECT 1 FROM template_files t WHERE t.file_id = f.id)
  LIMIT 5000`;

const OLD_PROGRESS = `
  DELETE FROM run_events WHERE type = 'node.progress'
    AND run_id IN (SELECT id FROM runs WHERE finished_at < ?)`;

/** What a process left that ended as it was removing them. */
const OLD_ITEMS = `
  DELETE FROM run_nodes WHERE item <> '' AND run_id IN (SELECT id FROM runs WHERE finished_at < ?)`;

// The prefix is that of `liveRunId`, written out so that the index of migration 14 is used.
const LIVE_RUNS = `
  SELECT id FROM runs WHERE external_id GLOB 'patchbay-live/*' AND finished_at < ? LIMIT 5000`;

/** A file that somebody has put into a project or template meanwhile stays. */
const FILES_OF_LIVE_RUNS = `
  SELECT f.id, f.blob FROM files f WHERE f.run_id IN (SELECT value FROM json_each(?)) AND f.origin = 'run'
    AND NOT EXISTS (SELECT 1 FROM file_references u WHERE u.file_id = f.id)
    AND NOT EXISTS (SELECT 1 FROM template_files t WHERE t.file_id = f.id)`;

const LIVE_RESULTS = `
  SELECT account_id, key, outputs FROM node_cache WHERE key GLOB 'live *' AND used_at < ? LIMIT 5000`;

/**
 * Deletes files that runs over before a time made on their way and nothing refers to; inside a transaction.
 * @returns the blob of each.
 */
export async function deleteOrphans(db: Database, before: string): Promise<string[]> {
  const orphans = await all(db, ORPHANS, before);
  await db.runMany(
    'DELETE FROM files WHERE id = ?',
    orphans.map((row) => [text(row, 'id')]),
  );
  return orphans.map((row) => text(row, 'blob'));
}

/**
 * Deletes live previews that were over before a time, their files and their results; inside a transaction.
 * @returns the blobs that nothing of them holds any more.
 */
export async function deleteLiveRuns(db: Database, before: string): Promise<Set<string>> {
  const blobs = new Set<string>();
  const runIds = (await all(db, LIVE_RUNS, before)).map((row) => text(row, 'id'));
  const files = await all(db, FILES_OF_LIVE_RUNS, textList(runIds));
  for (const file of files) blobs.add(text(file, 'blob'));
  await db.runMany(
    'DELETE FROM files WHERE id = ?',
    files.map((file) => [text(file, 'id')]),
  );
  await db.runMany(
    'DELETE FROM runs WHERE id = ?',
    runIds.map((id) => [id]),
  );
  const results = await all(db, LIVE_RESULTS, before);
  for (const row of results) {
    for (const [, blob] of text(row, 'outputs').matchAll(/"blob":"([0-9a-f]{64})"/g)) blobs.add(blob ?? '');
  }
  await db.runMany(
    'DELETE FROM node_cache WHERE account_id = ? AND key = ?',
    results.map((row) => [text(row, 'account_id'), text(row, 'key')]),
  );
  return blobs;
}

/** Forgets all results at preview size: their files were not synced, and a power cut may have taken them. */
export async function clearLiveResults(db: Database): Promise<void> {
  await run(db, "DELETE FROM node_cache WHERE key GLOB 'live *'");
}

/** Deletes progress events of runs over before a time, and what is left of their items. */
export async function deleteOldProgress(db: Database, before: string): Promise<void> {
  await run(db, OLD_PROGRESS, before);
  await run(db, OLD_ITEMS, before);
}
