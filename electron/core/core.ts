import { randomUUID } from 'node:crypto';
import { launchFilePath, settleLocale, type ChannelResponse } from '#shared/desk/index.ts';
import { DeskError, isStorageFailure } from './desk-error.ts';
import { readChannelCall } from './http/read-channel-call.ts';
import { errorResponseOf, respondWithError } from './http/respond.ts';
import { openCore, type OpenCore } from './open-core.ts';
import { createLaunchFiles } from './opened-files/opened-files.ts';
import type { CoreOptions } from './options.ts';
import { dataFolderError } from './storage/data-folder.ts';

export type { CoreOptions } from './options.ts';

/**
 * The desktop process without a host around it: one web-standard handler for the pages, one for media. Electron answers
 * a scheme with it, the browser host a port, tests call it.
 */
export interface Core {
  /**
   * Opens the data folder and starts the local service in the background.
   * @throws DataDirectoryInUseError when another process writes to the folder, DataFolderError when it cannot be used.
   */
  start(): Promise<void>;
  /** Answers `/desk/...` and `/api/{connectionId}/v1/...`. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /** Answers `/media/{token}`, on an origin of its own. Never rejects. */
  media(request: Request): Promise<Response>;
  /**
   * Answers a message of the channel, a `ChannelCall` as JSON. Never rejects.
   * @returns with the id null when the message is none.
   */
  call(message: string | Uint8Array): Promise<ChannelResponse>;
  /**
   * Takes a file that the system handed to the app.
   * @param path absolute.
   * @returns the place in the app that starts its import, or null when the app opens no files of that name.
   */
  openFile(path: string): string | null;
  /**
   * The language of the pages, by the person's setting, as a tag such as `de-CH`.
   * @param preferred what the system or the browser says that the person reads, best first.
   */
  locale(preferred: readonly string[]): string;
  /** Ends streams, uploads and the local service, and lets the folder go. */
  close(): Promise<void>;
}

/** Below `/desk` a 401 means that the page's own session is over; a key that a service wants is another matter. */
function maskUnauthorized(request: Request, response: Response): Response {
  if (response.status !== 401 || new URL(request.url).pathname.startsWith('/api/')) return response;
  return new Response(response.body, { status: 403, headers: response.headers });
}

export function createCore(options: CoreOptions): Core {
  let running: Promise<OpenCore> | null = null;
  let getLanguage: OpenCore['language'] = () => 'system';
  const launchFiles = createLaunchFiles();

  const started = async (): Promise<OpenCore> => {
    if (!running) throw new DeskError('INTERNAL', 'Patchbay is still starting.', { status: 503 });
    return running;
  };
  const respond = async (request: Request, operation: (core: OpenCore) => Promise<Response>) => {
    const requestId = request.headers.get('x-request-id') ?? randomUUID();
    try {
      return await operation(await started());
    } catch (error) {
      return maskUnauthorized(request, respondWithError(error, requestId, options.log));
    }
  };

  return {
    async start() {
      running ??= openCore(options, launchFiles);
      try {
        getLanguage = (await running).language;
      } catch (error) {
        running = null;
        throw isStorageFailure(error) ? dataFolderError(options.dataDirectory, error) : error;
      }
    },
    fetch: (request) => respond(request, (core) => core.fetch(request)),
    media: (request) => respond(request, (core) => core.media(request)),
    async call(message) {
      const call = readChannelCall(message);
      if ('status' in call) return call;
      try {
        await (await started()).call(call);
        return { id: call.id, status: 204 };
      } catch (error) {
        const { status, body } = errorResponseOf(error, randomUUID(), options.log);
        return { id: call.id, status: status === 401 ? 403 : status, body };
      }
    },
    openFile(path) {
      const id = launchFiles.add(path);
      return id === null ? null : launchFilePath(id);
    },
    locale: (preferred) => settleLocale(getLanguage(), preferred),
    async close() {
      const closing = running;
      running = null;
      await (await closing)?.close();
    },
  };
}
