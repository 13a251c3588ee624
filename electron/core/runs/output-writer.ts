import type { DatabaseSync } from 'node:sqlite';
import { hashOfValue, type createEqualBytes } from './equal-bytes.ts';
import type { OutputEntry } from './output-entries.ts';
import type { OutputIndex } from './output-index.ts';

export interface RunOfOutputs {
  connectionId: string;
  runId: string;
  projectId: string | null;
  projectVersion: number | null;
  templateId: string | null;
  /** ISO. */
  createdAt: string;
  /** What is known of the bytes of its files. */
  hashes?: ReadonlyMap<string, string>;
}

/** Writes an output that is new; inside a transaction. @returns the function, which says whether it was new. */
export function outputWriter(
  database: DatabaseSync,
  index: OutputIndex,
  equalBytes: ReturnType<typeof createEqualBytes>,
): (run: RunOfOutputs, entry: OutputEntry, isStarred: boolean) => boolean {
  const insert = database.prepare(`
    INSERT OR IGNORE INTO outputs (connection_id, run_id, key, title, kind, node_id, node_type, project_id,
      project_version, template_id, content_type, filename, file_id, size_bytes, excerpt, value, inputs, stack, created_at, starred,
      note, hash)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, max(?21, ?20 * coalesce(
      (SELECT max(i.starred) FROM batch_items i JOIN batches b ON b.id = i.batch_id
        WHERE i.run_id = ?2 AND b.connection_id = ?1), 0)), ?22, ?23)`);
  return function addEntry(run: RunOfOutputs, entry: OutputEntry, isStarred: boolean): boolean {
    const { connectionId, runId } = run;
    const { fileId, key, value } = entry;
    const valueHash = value === null ? null : hashOfValue(key, value);
    const hash =
      fileId === null ? valueHash : (run.hashes?.get(fileId) ?? equalBytes.hashOf(connectionId, fileId));
    const marks = equalBytes.marksOf({
      connectionId,
      projectId: run.projectId,
      kind: entry.kind,
      contentKey: hash ?? fileId,
    });
    const { changes, lastInsertRowid } = insert.run(
      run.connectionId,
      run.runId,
      entry.key,
      entry.title,
      entry.kind,
      entry.nodeId,
      entry.nodeType,
      run.projectId,
      run.projectVersion,
      run.templateId,
      entry.contentType,
      entry.filename,
      entry.fileId,
      entry.sizeBytes,
      entry.excerpt,
      entry.value,
      JSON.stringify(entry.inputs),
      entry.stack,
      run.createdAt,
      isStarred ? 1 : 0,
      marks.starred ? 1 : 0,
      marks.note,
      hash,
    );
    if (changes === 0) return false;
    index.write(lastInsertRowid, { ...entry, connectionId, runId, note: marks.note });
    return true;
  };
}
