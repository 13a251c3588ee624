import {
  endpoints,
  PublicFileDetail,
  PublicTimelineOtioImportResponse,
  type AnyEndpoint,
} from '#shared/api/index.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { ProxyObserver } from '../api/proxy-observer.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreLog } from '../options.ts';
import type { FileLibrary } from './file-library.ts';

/** Lists the files that pass between pages and services, and notes those that are gone. */
export function createFileObserver(options: {
  files: Pick<FileLibrary, 'noteUpload' | 'clear'>;
  client: (connectionId: string) => ApiClient;
  onDeleted: (connectionId: string, fileId: string) => void;
  /** A service was asked for a file and has it, or has it no more. */
  onPresence: (connectionId: string, fileId: string, missing: boolean) => void;
  log: CoreLog;
}): ProxyObserver {
  const { files, client, log } = options;

  /** Where a service names files of its account as the place of imported media, they are files like any other. */
  async function noteImported(connectionId: string, body: unknown): Promise<void> {
    const imported = PublicTimelineOtioImportResponse.safeParse(body);
    for (const { storagePath } of imported.success ? imported.data.files : []) {
      if (storagePath === '' || storagePath.includes('/')) continue;
      const params = { file_id: storagePath };
      files.noteUpload(
        connectionId,
        null,
        await client(connectionId).call(endpoints.files.get, { params }),
        null,
      );
    }
  }

  return {
    accepts: (endpoint: AnyEndpoint) =>
      endpoint === endpoints.files.get ||
      endpoint.resource === 'file' ||
      endpoint.resource === 'deleted-file' ||
      endpoint.resource === 'imported-files',
    responded(connectionId, { endpoint, params }, { status, body }) {
      const isOk = status >= 200 && status <= 299;
      const fileId = params['file_id'];
      if (endpoint === endpoints.files.get && fileId !== undefined && (isOk || status === 404)) {
        options.onPresence(connectionId, fileId, !isOk);
      }
      if (!isOk) return;
      if (endpoint.resource === 'file') {
        const file = PublicFileDetail.safeParse(body());
        if (file.success) files.noteUpload(connectionId, null, file.data, null);
      } else if (endpoint.resource === 'imported-files') {
        noteImported(connectionId, body()).catch((error: unknown) =>
          log.debug(errorFields(error), 'imported files are not listed'),
        );
      } else if (endpoint.resource === 'deleted-file' && fileId !== undefined) {
        files.clear(connectionId, fileId);
        options.onDeleted(connectionId, fileId);
      }
    },
    streamFinished: () => undefined,
  };
}
