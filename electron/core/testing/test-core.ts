import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { pictureLauncher } from '#native/testing/picture-launcher.ts';
import { isTerminalUploadState, type DeskEvent, type Upload } from '#shared/desk/index.ts';
import { createCore, type Core, type CoreOptions } from '../core.ts';
import type { ServiceLauncher } from '../local-service/launcher.ts';
import { createFileSecretStore } from '../secrets/file-secret-store.ts';
import { respondEmpty, startServer, type Responder } from './http-server.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { createTestLog } from './test-log.ts';
import { untilDeskEvent } from './until-desk-event.ts';

/** An API key that no other text in a test holds. */
export const LOCAL_KEY = 'pb_live_localkey_0123456789abcdef';

/** A launcher whose service is already there: a server of the test. */
export function launcherOf(origin: string | (() => string), key = LOCAL_KEY): ServiceLauncher {
  return {
    start: async ({ signal }) => {
      let end = (_code: number | null) => {};
      const exited = new Promise<number | null>((resolve) => {
        end = resolve;
      });
      signal.addEventListener('abort', () => end(0), { once: true });
      return {
        origin: typeof origin === 'string' ? origin : origin(),
        pid: null,
        exited,
        stop: async () => end(0),
      };
    },
    createKey: async () => key,
  };
}

export interface TestCore {
  core: Core;
  folder: string;
  log: ReturnType<typeof createTestLog>;
  /** A request of a page; the body is sent as JSON. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The parsed body of a success. */
  read(method: string, path: string, body?: unknown): Promise<unknown>;
  upload(fields: {
    bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
    filename?: string;
    sizeBytes?: number;
    contentType?: string;
    connectionId?: string;
    projectId?: string;
    /** Name and place of the upload, as a page gives them. */
    target?: { uploadId: string; nodeId: string; input: string };
    signal?: AbortSignal;
  }): Promise<Response>;
  /** Waits on the event stream until an event passes the test; an event of before the call counts as well. */
  until(test: (event: DeskEvent) => boolean): Promise<DeskEvent>;
  /** Waits until an upload has ended. */
  uploadEnded(id: string): Promise<Upload>;
}

/** A started core on a folder of its own. */
export async function startTestCore(
  options: Partial<CoreOptions> & { folder?: string } & Pick<CoreOptions, 'launchService'>,
): Promise<TestCore> {
  const folder = options.folder ?? temporaryFolder();
  const log = createTestLog();
  const core = createCore({
    dataDirectory: folder,
    secrets: createFileSecretStore(join(folder, 'desk', 'keys.json')),
    launchNative: pictureLauncher(),
    host: 'browser',
    version: '1.2.3',
    mediaOrigin: () => 'http://media.test',
    log,
    ...options,
  });
  await core.start();
  onTestFinished(() => core.close());

  const ask: TestCore['ask'] = (method, path, body, headers = {}) =>
    core.fetch(
      new Request(`http://app.test${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );

  return {
    core,
    folder,
    log,
    ask,
    until: (test) => untilDeskEvent(core, test),
    async read(method, path, body) {
      const response = await ask(method, path, body);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    upload({
      bytes,
      filename = 'photo.png',
      sizeBytes,
      contentType = 'image/png',
      connectionId = 'local',
      projectId,
      target,
      signal,
    }) {
      const size = sizeBytes ?? (bytes instanceof Uint8Array ? bytes.byteLength : 0);
      const query = new URLSearchParams({ connectionId, filename, sizeBytes: String(size), ...target });
      if (projectId !== undefined) query.set('projectId', projectId);
      return core.fetch(
        new Request(`http://app.test/desk/uploads?${query.toString()}`, {
          method: 'POST',
          headers: { 'content-type': contentType },
          body: bytes,
          ...(signal ? { signal } : {}),
          ...(bytes instanceof ReadableStream ? { duplex: 'half' as const } : {}),
        }),
      );
    },
    async uploadEnded(id) {
      const ended = (upload: Upload) => isTerminalUploadState(upload.state);
      const waiting = untilDeskEvent(
        core,
        (event) => event.type === 'upload' && event.upload.id === id && ended(event.upload),
      );
      const read = async () => (await (await ask('GET', `/desk/uploads/${id}`)).json()) as Upload;
      const now = await read();
      if (ended(now)) {
        // Nothing more will come for it on the stream.
        waiting.catch(() => {});
        return now;
      }
      await waiting;
      return read();
    },
  };
}

/** A started core whose local service is a server of the test. */
export async function startOnService(respond: Responder = respondEmpty, options: Partial<CoreOptions> = {}) {
  const service = await startServer(respond);
  const desk = await startTestCore({ launchService: launcherOf(service.origin), ...options });
  return {
    service,
    desk,
    /** The core once more on the same folder, as after a restart. */
    restart: (more: Partial<CoreOptions> = {}) =>
      startTestCore({ folder: desk.folder, launchService: launcherOf(service.origin), ...more }),
  };
}

/** A started core with a connection to a hosted service of the test, which its local service is as well. */
export async function startOnHosted(origin: string, options: Partial<CoreOptions> = {}) {
  const desk = await startTestCore({ launchService: launcherOf(origin), ...options });
  const { id } = (await desk.read('POST', '/desk/connections', {
    name: 'Studio',
    baseUrl: origin,
    key: 'pb_live_studiokey_1234',
  })) as { id: string };
  return { desk, id };
}

/** Status and error of a response that refuses. */
export const refusalOf = async (response: Response) => ({
  status: response.status,
  ...(
    (await response.json()) as { error: { code: string; message: string; details: Record<string, unknown> } }
  ).error,
});
