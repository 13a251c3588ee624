import type { ServiceContext } from '#service/context.ts';
import { isFileId } from '#service/rules/file-values.ts';
import { findFiles, type FileRow } from '#service/files/rows.ts';
import { findAllFiles, findFilesByName } from './rows.ts';
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

export type Find = (reference: FileReference) => FileRow | undefined;

/** Different references of one document after which all files of the account are read at once, if these are not many. */
const MANY_REFERENCES = 200;
const MAX_FILES_PER_QUERY = 10_000;

/**
 * Finds files of an account by id or by name. Of several with one name, the file that the document refers to already
 * is meant, else the one uploaded last, else the one that a run made last. The files are as they are now.
 * @param references those that will be asked for: others are not found.
 */
export async function loadLibrary(
  ctx: Pick<ServiceContext, 'db'>,
  { accountId, current }: LibraryScope,
  references: Iterable<FileReference>,
): Promise<Find> {
  const ids = new Set<string>();
  const names = new Set<string>();
  for (const { fileId, filename } of references) {
    if (fileId !== undefined && isFileId(fileId)) ids.add(fileId);
    if (filename !== undefined && filename !== '') (isFileId(filename) ? ids : names).add(filename);
  }
  const found = await ctx.db.snapshot(async () => {
    const all =
      ids.size + names.size < MANY_REFERENCES
        ? null
        : await findAllFiles(ctx.db, accountId, current, MAX_FILES_PER_QUERY);
    return (
      all ?? {
        byId: await findFiles(ctx, accountId, [...ids]),
        byName: await findFilesByName(ctx.db, accountId, current, [...names]),
      }
    );
  });
  return ({ fileId, filename }) => {
    const byId = fileId !== undefined && isFileId(fileId) ? found.byId.get(fileId) : undefined;
    if (byId || filename === undefined || filename === '') return byId;
    return isFileId(filename) ? found.byId.get(filename) : found.byName.get(filename);
  };
}
