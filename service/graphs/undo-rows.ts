import type { PatchOperation } from '#shared/api/index.ts';
import type { Database } from '#service/storage/database.ts';
import { all, run, text } from '#service/storage/statements.ts';

/** @param json the operations that lead from this version of the project to the one before. */
export async function insertUndo(
  db: Database,
  { id, version }: { id: string; version: number },
  json: string,
  at: string,
): Promise<void> {
  await run(
    db,
    'INSERT INTO project_undo (project_id, version, operations, created_at) VALUES (?, ?, ?, ?)',
    id,
    version,
    json,
    at,
  );
}

/** What leads back to a version, the newest step first. */
export const undoStepsAfter = async (
  db: Database,
  projectId: string,
  version: number,
): Promise<PatchOperation[][]> =>
  (
    await all(
      db,
      'SELECT operations FROM project_undo WHERE project_id = ? AND version > ? ORDER BY version DESC',
      projectId,
      version,
    )
  ).map((row) => JSON.parse(text(row, 'operations')) as PatchOperation[]);

export async function deleteUndoBefore(db: Database, at: string): Promise<void> {
  await run(db, 'DELETE FROM project_undo WHERE created_at < ?', at);
}
