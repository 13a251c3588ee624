import { readFileRow, type FileRow } from '#service/files/rows.ts';
import type { Database } from '#service/storage/database.ts';
import { one, type Row } from '#service/storage/statements.ts';
import type { DocumentKind } from '#service/rules/document-kind.ts';

const fileOf = (row: Row | undefined): FileRow | undefined => (row ? readFileRow(row) : undefined);

/** The newest file of a name among those that a document of a project refers to. */
export const findReferencedFile = (
  db: Database,
  accountId: string,
  { projectId, kind }: { projectId: string; kind: DocumentKind },
  filename: string,
): FileRow | undefined =>
  fileOf(
    one(
      db,
      `SELECT f.* FROM file_references r JOIN files f ON f.id = r.file_id
       WHERE r.project_id = ? AND r.place = ? AND f.account_id = ? AND f.filename = ? AND f.deleted_at IS NULL
       ORDER BY f.created_at DESC, f.id DESC LIMIT 1`,
      projectId,
      kind,
      accountId,
      filename,
    ),
  );

/** The file of a name that was uploaded last, else the one that a run made last. */
export const findFileByName = (db: Database, accountId: string, filename: string): FileRow | undefined =>
  fileOf(
    one(
      db,
      `SELECT * FROM files WHERE account_id = ? AND filename = ? AND deleted_at IS NULL
       ORDER BY origin = 'upload' DESC, created_at DESC, id DESC LIMIT 1`,
      accountId,
      filename,
    ),
  );
