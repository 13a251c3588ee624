import type { ServiceContext } from '#service/context.ts';
import { one, type Row } from '#service/storage/statements.ts';
import { isFileId } from '#service/rules/file-values.ts';
import { findFile, readFileRow, type FileRow } from '#service/files/handlers.ts';

/** Where a document that names files belongs, for names that several files bear. */
export interface LibraryScope {
  accountId: string;
  /** The project and place whose file goes before others of that name: what it meant before, it means still. */
  kept?: { projectId: string; place: ProjectPlace };
}

/** A document of a project beside its graph. */
export type ProjectPlace = 'storyboard' | 'timeline';

export interface FileReference {
  fileId?: string;
  filename?: string;
}

const named = (row: Row | undefined): FileRow | undefined => (row ? readFileRow(row) : undefined);

/**
 * Finds files of an account by id or by name. Of several with one name, the file that the document refers to already
 * is meant, else the one uploaded last, else the one that a run made last.
 */
export function createLibrary(
  ctx: Pick<ServiceContext, 'db'>,
  { accountId, kept }: LibraryScope,
): (reference: FileReference) => FileRow | undefined {
  const byName = new Map<string, FileRow | undefined>();
  const findByName = (filename: string): FileRow | undefined => {
    if (isFileId(filename)) return findFile(ctx, accountId, filename) ?? undefined;
    const before =
      kept &&
      one(
        ctx.db,
        `SELECT f.* FROM file_references r JOIN files f ON f.id = r.file_id
         WHERE r.project_id = ? AND r.place = ? AND f.account_id = ? AND f.filename = ? AND f.deleted_at IS NULL
         ORDER BY f.created_at DESC, f.id DESC LIMIT 1`,
        kept.projectId,
        kept.place,
        accountId,
        filename,
      );
    return named(
      before ??
        one(
          ctx.db,
          `SELECT * FROM files WHERE account_id = ? AND filename = ? AND deleted_at IS NULL
           ORDER BY origin = 'upload' DESC, created_at DESC, id DESC LIMIT 1`,
          accountId,
          filename,
        ),
    );
  };
  return ({ fileId, filename }) => {
    const byId = fileId !== undefined && isFileId(fileId) ? findFile(ctx, accountId, fileId) : null;
    if (byId) return byId;
    if (filename === undefined || filename === '') return undefined;
    if (!byName.has(filename)) byName.set(filename, findByName(filename));
    return byName.get(filename);
  };
}
