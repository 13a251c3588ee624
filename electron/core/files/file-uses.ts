import type { DatabaseSync } from 'node:sqlite';
import { LOCAL_CONNECTION_ID, type FileUse } from '#shared/desk/index.ts';
import type { CallAdministration } from '../administration/administration-client.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { findFileMentions } from './file-mentions.ts';

/** Files that the service is asked for at once. */
const SLICE = 500;

/** What still wants files: the service and this computer. Only the local service tells what it holds. */
export const fileUsesRoute =
  (deps: {
    database: DatabaseSync;
    folder: string;
    administration: { call: CallAdministration };
  }): DeskHandlers['findFileUses'] =>
  async ({ params: { connectionId }, body: { fileIds }, request: { signal } }) => {
    if (connectionId !== LOCAL_CONNECTION_ID) return { uses: null };
    const uses = new Map<string, Set<FileUse>>();
    for (let start = 0; start < fileIds.length; start += SLICE) {
      const { files } = await deps.administration.call('listFileReferences', {
        params: {},
        body: { fileIds: fileIds.slice(start, start + SLICE) },
        signal,
      });
      for (const { fileId, by } of files) uses.set(fileId, new Set(by));
    }
    // Last: what is put into a project meanwhile is noted on this computer before.
    for (const [fileId, by] of await findFileMentions(deps, new Set(fileIds), signal)) {
      uses.set(fileId, new Set([...(uses.get(fileId) ?? []), ...by]));
    }
    return { uses: [...uses].map(([fileId, by]) => ({ fileId, by: [...by] })) };
  };
