import { readFileRow, type FileRow } from '#service/files/rows.ts';
import type { Database } from '#service/storage/database.ts';
import { all, queryRow, type Row } from '#service/storage/statements.ts';
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
    queryRow(
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
    queryRow(
      db,
      `SELECT * FROM files WHERE account_id = ? AND filename = ? AND deleted_at IS NULL
       ORDER BY origin = 'upload' DESC, created_at DESC, id DESC LIMIT 1`,
      accountId,
      filename,
    ),
  );

/**
 * All files of an account by what they are found by: one query, where a document names a hundred thousand files, most of
 * which are not there. Of several with one name, the one that goes before the others is there.
 * @param maximum files. @returns null when there are more.
 */
export function findAllFiles(
  db: Database,
  accountId: string,
  current: { projectId: string; kind: DocumentKind } | undefined,
  maximum: number,
): { byId: ReadonlyMap<string, FileRow>; byName: ReadonlyMap<string, FileRow> } | null {
  // Those that go before others come later.
  const rows = all(
    db,
    `SELECT * FROM files WHERE account_id = ? AND deleted_at IS NULL
     ORDER BY origin = 'upload', created_at, id LIMIT ?`,
    accountId,
    maximum + 1,
  );
  if (rows.length > maximum) return null;
  const referenced =
    current === undefined
      ? []
      : all(
          db,
          `SELECT f.* FROM file_references r JOIN files f ON f.id = r.file_id
           WHERE r.project_id = ? AND r.place = ? AND f.account_id = ? AND f.deleted_at IS NULL
           ORDER BY f.created_at, f.id`,
          current.projectId,
          current.kind,
          accountId,
        );
  const files = [...rows, ...referenced].map(readFileRow);
  return {
    byId: new Map(files.map((file) => [file.id, file])),
    byName: new Map(files.map((file) => [file.filename, file])),
  };
}
