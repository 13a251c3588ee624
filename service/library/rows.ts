import { readFileRow, type FileRow } from '#service/files/rows.ts';
import type { Database } from '#service/storage/database.ts';
import { all, textList } from '#service/storage/statements.ts';
import type { DocumentKind } from '#service/rules/document-kind.ts';

/** The document whose files go before others of their name. */
type Current = { projectId: string; kind: DocumentKind } | undefined;

/** Files of the account that a document of a project refers to, the newest last. */
async function referencedFiles(db: Database, accountId: string, current: Current): Promise<FileRow[]> {
  if (current === undefined) return [];
  const rows = await all(
    db,
    `SELECT f.* FROM file_references r JOIN files f ON f.id = r.file_id
     WHERE r.project_id = ? AND r.place = ? AND f.deleted_at IS NULL ORDER BY f.created_at, f.id`,
    current.projectId,
    current.kind,
  );
  return rows.map(readFileRow).filter((file) => file.accountId === accountId);
}

/** Files by name: the one that the document refers to, else the one uploaded last, else the one that a run made last. */
export async function findFilesByName(
  db: Database,
  accountId: string,
  current: Current,
  names: readonly string[],
): Promise<ReadonlyMap<string, FileRow>> {
  if (names.length === 0) return new Map();
  // Those that go before others come later.
  const rows = await all(
    db,
    `SELECT * FROM files WHERE account_id = ? AND filename IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
     ORDER BY origin = 'upload', created_at, id`,
    accountId,
    textList(names),
  );
  const requested = new Set(names);
  const referenced = await referencedFiles(db, accountId, current);
  const files = [...rows.map(readFileRow), ...referenced.filter(({ filename }) => requested.has(filename))];
  return new Map(files.map((file) => [file.filename, file]));
}

/**
 * All files of an account by what they are found by: one query, where a document names a hundred thousand files, most of
 * which are not there. Of several with one name, the one that goes before the others is there.
 * @param maximum files. @returns null when there are more.
 */
export async function findAllFiles(
  db: Database,
  accountId: string,
  current: Current,
  maximum: number,
): Promise<{ byId: ReadonlyMap<string, FileRow>; byName: ReadonlyMap<string, FileRow> } | null> {
  // Those that go before others come later.
  const rows = await all(
    db,
    `SELECT * FROM files WHERE account_id = ? AND deleted_at IS NULL
     ORDER BY origin = 'upload', created_at, id LIMIT ?`,
    accountId,
    maximum + 1,
  );
  if (rows.length > maximum) return null;
  const referenced = await referencedFiles(db, accountId, current);
  const files = [...rows.map(readFileRow), ...referenced];
  return {
    byId: new Map(files.map((file) => [file.id, file])),
    byName: new Map(files.map((file) => [file.filename, file])),
  };
}
