import { ApiError, endpoints, type PublicFileDetail } from '#shared/api/index.ts';
import { LOCAL_CONNECTION_ID, type FileRecord, type FileSearch } from '#shared/desk/index.ts';
import type { CallAdministration } from '../administration/administration-client.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { FileLibrary } from './file-library.ts';

/** What a service answers of a file that it does not have, or whose id it does not know as one. */
const NOT_FOUND_STATUSES: ReadonlySet<number> = new Set([400, 404, 410]);

/** Requests under way at once. */
const MAX_CONCURRENT = 4;

interface Sources {
  files: Pick<FileLibrary, 'get' | 'findByName' | 'noteUpload'>;
  client: ApiClient;
  /** What bears these names at a service that can be asked for names; null where only ids are known. */
  byName: ((names: readonly string[]) => Promise<readonly PublicFileDetail[]>) | null;
}

/**
 * Finds files that a document names and this computer has neither uploaded nor seen made, and lists them: documents that came by
 * the API name files so. What does not exist is left out.
 * @throws ApiError, UnreachableError when the service cannot be asked
 */
async function findFiles(
  { connectionId, projectId, fileIds, names }: FileSearch,
  { files, client, byName }: Sources,
): Promise<FileRecord[]> {
  const uncached = [...new Set(fileIds)].filter((fileId) => files.get(connectionId, fileId) === null);
  const unnamed = [...new Set(names)].filter((name) => files.findByName(connectionId, name) === null);
  const found: PublicFileDetail[] = [];
  const work = uncached.values();
  const worker = async (): Promise<void> => {
    for (const fileId of work) {
      try {
        found.push(await client.call(endpoints.files.get, { params: { file_id: fileId } }));
      } catch (error) {
        if (!(error instanceof ApiError) || !NOT_FOUND_STATUSES.has(error.status)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
  if (byName && unnamed.length > 0) found.push(...(await byName(unnamed)));
  for (const file of found) files.noteUpload(connectionId, projectId, file, null);
  const records = [
    ...fileIds.map((fileId) => files.get(connectionId, fileId)),
    ...names.map((name) => files.findByName(connectionId, name)),
  ].flatMap((record) => record ?? []);
  return [...new Map(records.map((record) => [record.fileId, record])).values()];
}

/** The route of pages; only the local service can be asked for names. */
export const findFilesRoute =
  (deps: {
    files: Sources['files'];
    connections: Connections;
    administration: { call: CallAdministration };
  }): DeskHandlers['findFiles'] =>
  async ({ body, request: { signal } }) => {
    const byName = async (names: readonly string[]) => {
      const call = { params: { projectId: body.projectId }, body: { names }, signal };
      return (await deps.administration.call('findFiles', call)).files;
    };
    const found = await findFiles(body, {
      files: deps.files,
      client: deps.connections.client(body.connectionId),
      byName: body.connectionId === LOCAL_CONNECTION_ID ? byName : null,
    });
    return { files: found };
  };
