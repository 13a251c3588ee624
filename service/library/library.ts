import type { ServiceContext } from '#service/context.ts';
import { isFileId } from '#service/rules/file-values.ts';
import { findFile, type FileRow } from '#service/files/rows.ts';
import { findFileByName, findReferencedFile } from './rows.ts';
import type { DocumentKind } from '#service/rules/document-kind.ts';

/** Where a document that names files belongs, for names that several files bear. */
export interface LibraryScope {
  accountId: string;
  /** The document whose file goes before others of that name: what it meant before, it means still. */
  current?: { projectId: string; kind: DocumentKind };
}

export interface FileReference {
  fileId?: string;
  filename?: string;
}

/**
 * Finds files of an account by id or by name. Of several with one name, the file that the document refers to already
 * is meant, else the one uploaded last, else the one that a run made last.
 */
export function createLibrary(
  ctx: Pick<ServiceContext, 'db'>,
  { accountId, current }: LibraryScope,
): (reference: FileReference) => FileRow | undefined {
  const byName = new Map<string, FileRow | undefined>();
  const findByName = (filename: string): FileRow | undefined => {
    if (isFileId(filename)) return findFile(ctx, accountId, filename) ?? undefined;
    const before = current && findReferencedFile(ctx.db, accountId, current, filename);
    return before ?? findFileByName(ctx.db, accountId, filename);
  };
  return ({ fileId, filename }) => {
    const byId = fileId !== undefined && isFileId(fileId) ? findFile(ctx, accountId, fileId) : null;
    if (byId) return byId;
    if (filename === undefined || filename === '') return undefined;
    if (!byName.has(filename)) byName.set(filename, findByName(filename));
    return byName.get(filename);
  };
}
