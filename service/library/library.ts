import type { ServiceContext } from '#service/context.ts';
import { isFileId } from '#service/rules/file-values.ts';
import { findFile, type FileRow } from '#service/files/rows.ts';
import { findAllFiles, findFileByName, findReferencedFile } from './rows.ts';
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

type Find = (reference: FileReference) => FileRow | undefined;

/** Different references of one document after which all files of the account are read at once, if these are not many. */
const MANY_REFERENCES = 200;
const MAX_FILES_PER_QUERY = 10_000;

/**
 * Finds files of an account by id or by name. Of several with one name, the file that the document refers to already
 * is meant, else the one uploaded last, else the one that a run made last. The files are as they were when they were
 * first asked for.
 */
export function createLibrary(ctx: Pick<ServiceContext, 'db'>, { accountId, current }: LibraryScope): Find {
  const found = new Map<string, FileRow | undefined>();
  let all: ReturnType<typeof findAllFiles> = null;
  const single = {
    byId: (id: string) => findFile(ctx, accountId, id) ?? undefined,
    byName: (filename: string) =>
      (current && findReferencedFile(ctx.db, accountId, current, filename)) ??
      findFileByName(ctx.db, accountId, filename),
  };
  const cached = (kind: 'byId' | 'byName', text: string): FileRow | undefined => {
    if (all !== null) return all[kind].get(text);
    const key = `${kind} ${text}`;
    if (!found.has(key)) {
      found.set(key, single[kind](text));
      if (found.size === MANY_REFERENCES) all = findAllFiles(ctx.db, accountId, current, MAX_FILES_PER_QUERY);
    }
    return found.get(key);
  };
  return ({ fileId, filename }) => {
    const byId = fileId !== undefined && isFileId(fileId) ? cached('byId', fileId) : undefined;
    if (byId || filename === undefined || filename === '') return byId;
    return cached(isFileId(filename) ? 'byId' : 'byName', filename);
  };
}
