import type { Database } from '#service/storage/database.ts';
import { all, run, text } from '#service/storage/statements.ts';

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

/**
 * Deletes files that runs over before a time made on their way and nothing refers to; inside a transaction.
 * @returns the blob of each.
 */
export function deleteOrphans(db: Database, before: string): string[] {
  return all(db, ORPHANS, before).map((row) => {
    run(db, 'DELETE FROM files WHERE id = ?', text(row, 'id'));
    return text(row, 'blob');
  });
}

/** Deletes progress events of runs over before a time. */
export function deleteOldProgress(db: Database, before: string): void {
  run(db, OLD_PROGRESS, before);
}
