import type { DocumentKind } from '#service/rules/document-kind.ts';
import type { Database } from '#service/storage/database.ts';
import { queryRow, run, text } from '#service/storage/statements.ts';

/** Storyboards and timelines; the column `place` says which of the two. */

/** The stored JSON; null for a project without one. */
export async function loadDocument(db: Database, projectId: string, kind: DocumentKind): Promise<unknown> {
  const json = await loadDocumentText(db, projectId, kind);
  return json === null ? null : JSON.parse(json);
}

/** As `loadDocument`, as it is stored: for who hands it on. */
export async function loadDocumentText(
  db: Database,
  projectId: string,
  kind: DocumentKind,
): Promise<string | null> {
  const row = await queryRow(
    db,
    'SELECT document FROM project_papers WHERE project_id = ? AND place = ?',
    projectId,
    kind,
  );
  return row ? text(row, 'document') : null;
}

/** Stores a document over what was there, with the files it refers to; inside a transaction. */
export async function storeDocument(
  db: Database,
  projectId: string,
  kind: DocumentKind,
  json: string,
  fileIds: Iterable<string>,
): Promise<void> {
  await run(
    db,
    `INSERT INTO project_papers (project_id, place, document) VALUES (?, ?, ?)
     ON CONFLICT (project_id, place) DO UPDATE SET document = excluded.document`,
    projectId,
    kind,
    json,
  );
  await run(db, 'DELETE FROM file_references WHERE project_id = ? AND place = ?', projectId, kind);
  await db.runMany(
    'INSERT INTO file_references (file_id, project_id, place) VALUES (?, ?, ?)',
    Array.from(fileIds, (fileId) => [fileId, projectId, kind]),
  );
}
