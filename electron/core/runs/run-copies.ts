import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { RunCopy } from '#shared/desk/index.ts';

/** Projects that were made to show a run as it was. */
export interface RunCopies {
  record(connectionId: string, copy: RunCopy): void;
  /** Those of one run, the newest first, or the one that a project is. */
  list(connectionId: string, of: { runId?: string | undefined; projectId?: string | undefined }): RunCopy[];
  /** A project got another id: the copy it is, and those made from it, follow. */
  moveProject(connectionId: string, from: string, to: string): void;
  removeConnection(connectionId: string): void;
}

const Row = z
  .object({
    project_id: z.string(),
    run_id: z.string(),
    version: z.number(),
    source_project_id: z.string().nullable(),
    source_name: z.string().nullable(),
    run_at: z.string(),
  })
  .transform((row): RunCopy => ({
    projectId: row.project_id,
    runId: row.run_id,
    version: row.version,
    sourceProjectId: row.source_project_id,
    sourceName: row.source_name,
    runAt: row.run_at,
  }));

export function createRunCopies(database: DatabaseSync): RunCopies {
  const add = database.prepare(`
    INSERT OR REPLACE INTO run_copies
      (connection_id, project_id, run_id, version, source_project_id, source_name, run_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`);
  const find = database.prepare(`
    SELECT * FROM run_copies
    WHERE connection_id = ?1 AND (?2 IS NULL OR run_id = ?2) AND (?3 IS NULL OR project_id = ?3)
    ORDER BY rowid DESC LIMIT 50`);
  const moveCopy = database.prepare(
    'UPDATE OR REPLACE run_copies SET project_id = ? WHERE connection_id = ? AND project_id = ?',
  );
  const moveSource = database.prepare(
    'UPDATE run_copies SET source_project_id = ? WHERE connection_id = ? AND source_project_id = ?',
  );
  const removeAll = database.prepare('DELETE FROM run_copies WHERE connection_id = ?');
  return {
    record: (connectionId, { projectId, runId, version, sourceProjectId, sourceName, runAt }) =>
      void add.run(connectionId, projectId, runId, version, sourceProjectId, sourceName, runAt),
    list: (connectionId, { runId, projectId }) =>
      find.all(connectionId, runId ?? null, projectId ?? null).map((row) => Row.parse(row)),
    moveProject(connectionId, from, to) {
      moveCopy.run(to, connectionId, from);
      moveSource.run(to, connectionId, from);
    },
    removeConnection: (connectionId) => void removeAll.run(connectionId),
  };
}
