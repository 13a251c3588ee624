import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { NativePool } from '#native/pool/native-pool.ts';
import { endpoints } from '#shared/api/index.ts';
import {
  ImportStartQuery,
  diagnosticsPath,
  openedFilePath,
  openedFilesPath,
  UploadStartQuery,
  WindowId,
  type DeskEvent,
  type DeskStatus,
} from '#shared/desk/index.ts';
import { BlobClient } from './api/blob-client.ts';
import { observeWithAll } from './api/proxy-observer.ts';
import { proxyApiRequest } from './proxy/proxy.ts';
import { RESPONSE_CACHE_MIGRATIONS, createResponseCache } from './response-cache/response-cache.ts';
import { createDocumentCache } from './response-cache/document-cache.ts';
import { createOfflineResponses } from './response-cache/offline-responses.ts';
import { systemClock } from './clock.ts';
import { connectionStore, LOCAL_CONNECTION_ID } from './connections/connection-store.ts';
import { Connections } from './connections/connections.ts';
import { DeskError, isStorageFailure } from './desk-error.ts';
import { answerDiagnostics } from './diagnostics/bundle.ts';
import { createEventLog } from './diagnostics/event-log.ts';
import { createDeskHandlers } from './desk-handlers.ts';
import { createFileLibrary } from './history/file-library.ts';
import { createHistoryObserver } from './history/observer.ts';
import { createRunHistory } from './history/run-history.ts';
import { createRunSnapshots } from './history/run-snapshots.ts';
import { createDeskEvents, type StreamReader } from './http/desk-events.ts';
import { dispatchDesk, parseDesk } from './http/desk-router.ts';
import { respondWithError } from './http/respond.ts';
import { createJournal, type Journal } from './journal/journal.ts';
import { createSupervisor, type Supervisor } from './local-service/supervisor.ts';
import { createMedia } from './media/media.ts';
import { createMediaCache } from './media/media-cache.ts';
import { createMediaLocator } from './media/media-source.ts';
import { createMediaTokens, loadMediaSecret } from './media/media-token.ts';
import { createOpenedFiles } from './opened-files/opened-files.ts';
import type { CoreOptions } from './options.ts';
import { createNotices } from './notices.ts';
import { Transfers } from './project-files/transfers.ts';
import { recoverProjects } from './recovery/recover-projects.ts';
import { createRestoredServiceWatch } from './recovery/service-restored.ts';
import { settingsStore } from './settings/settings-store.ts';
import { openCheckedDatabase } from './storage/checked-database.ts';
import { acquireDataLock } from './storage/data-lock.ts';
import { dataFolderError, makeInnerFolder } from './storage/data-folder.ts';
import { hasDatabase, openDeskDatabase } from './storage/desk-database.ts';
import { Uploads } from './uploads/uploads.ts';
import { uploadStore } from './uploads/upload-store.ts';
import { createDetailsObserver, createProjectDetails } from './versions/project-details.ts';
import { createVersionRecorder } from './versions/recorder.ts';
import { createVersionObserver } from './versions/version-observer.ts';
import { createVersionStore } from './versions/version-store.ts';

export type { Clock, CoreLog, CoreOptions } from './options.ts';

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
   * Takes a file that the system handed to the app.
   * @param path absolute.
   * @returns the place in the app that starts its import, or null when the app opens no files of that name.
   */
  openFile(path: string): string | null;
  /** Ends streams, uploads and the local service, and lets the folder go. */
  close(): Promise<void>;
}

const MEDIA_CACHE_BYTES = 2 * 1024 ** 3;
const VERSION_BYTES = 500_000_000;
/** Pictures made at the same time. */
const NATIVE_CHILDREN = 2;
const RESPONSE_CACHE_BYTES = 256 * 1024 ** 2;

type Running = Awaited<ReturnType<typeof openCore>>;

export function createCore(options: CoreOptions): Core {
  let running: Promise<Running> | null = null;
  const openedFiles = createOpenedFiles();

  const answer = async (request: Request, how: (core: Running, id: string) => Promise<Response>) => {
    const requestId = request.headers.get('x-request-id') ?? randomUUID();
    try {
      if (!running) throw new DeskError('INTERNAL', 'Patchbay is still starting.', { status: 503 });
      return await how(await running, requestId);
    } catch (error) {
      return respondWithError(error, requestId, options.log);
    }
  };

  return {
    async start() {
      running ??= openCore(options);
      try {
        await running;
      } catch (error) {
        running = null;
        throw isStorageFailure(error) ? dataFolderError(options.dataDirectory, error) : error;
      }
    },
    fetch: (request) =>
      answer(request, (core) => {
        const { pathname } = new URL(request.url);
        return request.method === 'GET' && pathname.startsWith(`${openedFilesPath}/`)
          ? openedFiles.respond(pathname.slice(openedFilesPath.length + 1))
          : core.fetch(request);
      }),
    media: (request) => answer(request, (core) => core.media(request)),
    openFile(path) {
      const id = openedFiles.add(path);
      return id === null ? null : openedFilePath(id);
    },
    async close() {
      const closing = running;
      running = null;
      await (await closing)?.close();
    },
  };
}

/** The window that an event stream belongs to: it is there while the stream is open. */
function windowOf(url: URL, journal: Journal): StreamReader | null {
  const id = url.searchParams.get('window');
  if (id === null || !WindowId.safeParse(id).success) return null;
  return { id, ended: journal.windowArrived(id) };
}

async function openCore(options: CoreOptions) {
  const { log, secrets } = options;
  const clock = options.clock ?? systemClock;
  const now = () => clock.now();
  const desk = join(options.dataDirectory, 'desk');
  const events = createDeskEvents();
  const notices = createNotices(log, (list) => events.emit({ type: 'notices', notices: list }));
  makeInnerFolder(desk, now(), () => notices.add('folder', 'desk'));
  for (const name of ['journal', 'uploads', 'media', 'versions', 'transfers']) {
    makeInnerFolder(join(desk, name), now(), () => notices.add('folder', name));
  }
  const lock = acquireDataLock(desk);
  try {
    const eventLog = createEventLog(clock);
    events.subscribe((event) => eventLog.happened(event));
    const versionFolder = join(desk, 'versions');
    const databaseFile = join(desk, 'desk.sqlite');
    // Documents that only the lost database could name stay beside the folder; `tidy` would remove them.
    const quarantineVersions = (): void => {
      if (existsSync(versionFolder)) renameSync(versionFolder, `${versionFolder}.broken-${now()}`);
    };
    if (!hasDatabase(databaseFile) && readdirSync(versionFolder).length > 0) {
      quarantineVersions();
      notices.add('history-missing', 'versions');
    }
    const database = openDeskDatabase(databaseFile, now, () => {
      notices.add('history', 'desk.sqlite');
      quarantineVersions();
    });
    const answers = openCheckedDatabase(
      join(desk, 'answers.sqlite'),
      { migrations: RESPONSE_CACHE_MIGRATIONS, synchronous: 'NORMAL', newer: 'beside' },
      now,
      () => notices.add('answers', 'answers.sqlite'),
    );
    const responseCache = createResponseCache({ database: answers, limit: RESPONSE_CACHE_BYTES, clock, log });
    const documents = createDocumentCache({ database: answers, cache: responseCache, clock });
    const settings = settingsStore(join(desk, 'settings.json'), now, (usable) =>
      notices.add(usable ? 'settings' : 'settings-lost', 'settings.json'),
    );
    await settings.load();

    // Connections and supervisor know each other: one keeps the other's address and key.
    let supervisor: Supervisor;
    const connections: Connections = new Connections({
      store: connectionStore(join(desk, 'connections.json'), now, (usable) =>
        notices.add(usable ? 'connections' : 'connections-lost', 'connections.json'),
      ),
      secrets,
      clock,
      log,
      supervisor: () => supervisor,
      onChange: (list) => events.emit({ type: 'connections', list }),
      lastResponseAt: (id) => responseCache.lastResponseAt(id),
      onBack: (id) => {
        uploads.serviceIsBack(id);
        history.watcher.serviceIsBack(id);
      },
      responseTimeoutMs: options.responseTimeoutMs,
    });
    supervisor = createSupervisor({
      launcher: options.launchService,
      dataDirectory: join(options.dataDirectory, 'service'),
      deskDirectory: desk,
      clock,
      log,
      origin: () => connections.get(LOCAL_CONNECTION_ID).baseUrl,
      saveOrigin: (origin) => connections.setLocal({ origin }),
      key: async () => connections.keyOf(LOCAL_CONNECTION_ID),
      saveKey: (key) => connections.setLocal({ key }),
      onStatus: (status) => {
        events.emit({ type: 'local-service', status });
        connections.announce();
        if (status.state !== 'running') return;
        void restored.serviceRuns();
        uploads.serviceIsBack(LOCAL_CONNECTION_ID);
        history.watcher.serviceIsBack(LOCAL_CONNECTION_ID);
      },
    });
    await connections.load();
    const offline = createOfflineResponses({
      cache: responseCache,
      documents,
      isOffline: (id) => connections.offlineSince(id) !== null,
      log,
    });

    const runs = createRunHistory(database);
    const files = createFileLibrary(database);
    const blobs = new BlobClient(options.responseTimeoutMs, options.resolve);
    const uploads = new Uploads({
      directory: join(desk, 'uploads'),
      store: uploadStore(database),
      connections,
      blobs,
      files,
      clock,
      log,
      emit: (event) => events.emit(event),
    });
    const tokens = createMediaTokens(await loadMediaSecret(join(desk, 'media-secret'), now()));
    const cache = createMediaCache({
      directory: join(desk, 'media'),
      database,
      limit: options.mediaCacheBytes ?? MEDIA_CACHE_BYTES,
      clock,
    });
    const locator = createMediaLocator({ client: (id) => connections.client(id), clock });
    const native = new NativePool({
      launcher: options.launchNative,
      folder: join(desk, 'native'),
      size: NATIVE_CHILDREN,
      onLoss: ({ reason, detail }) => log.warn({ reason, detail }, 'a native child was lost'),
    });
    if (options.warmNative === true) native.warm();
    const media = createMedia({ tokens, cache, locator, blobs, connections, native, clock, log });
    const journal = createJournal({
      directory: join(desk, 'journal'),
      clock,
      log,
      notify: (windows, connectionId, projectId, news) =>
        events.emitTo(windows, { type: 'journal', connectionId, projectId, news }),
    });
    const versions = createVersionStore({
      directory: versionFolder,
      database,
      limit: options.versionBytes ?? VERSION_BYTES,
      clock,
      log,
    });
    const details = createProjectDetails(database);
    const recorder = createVersionRecorder({
      store: versions,
      read: async (connectionId, projectId, signal) => {
        const answer = await connections
          .client(connectionId)
          .call(endpoints.projects.getDocument, { params: { project_id: projectId }, signal });
        return { version: answer.version, graph: answer.document.graph };
      },
      onKept: (connectionId, projectId) => events.emit({ type: 'versions', connectionId, projectId }),
      clock,
      log,
    });
    const restored = createRestoredServiceWatch({
      serviceDirectory: join(options.dataDirectory, 'service'),
      deskDirectory: desk,
      notices,
      log,
      now,
      async recover(restoration) {
        const parts = { versions, documents, journal, details, runs, log };
        await recorder.startOver(LOCAL_CONNECTION_ID);
        const { call } = connections.client(LOCAL_CONNECTION_ID);
        const recovered = await recoverProjects(parts, call, LOCAL_CONNECTION_ID, restoration);
        // The service numbers versions anew: what was cached by the old numbers would look newer.
        documents.forgetConnection(LOCAL_CONNECTION_ID);
        responseCache.forgetConnection(LOCAL_CONNECTION_ID);
        return recovered;
      },
    });
    const history = createHistoryObserver({
      runs,
      files,
      client: (id) => connections.client(id),
      emit: (event) => events.emit(event),
      fileDeleted(connectionId, fileId) {
        media
          .forgetFile(connectionId, fileId)
          .catch(() => log.warn({}, 'the copy of a deleted file could not be removed'));
      },
      clock,
      log,
    });
    const observer = observeWithAll(
      [history, createVersionObserver(recorder, log), createDetailsObserver(details, log), offline.observer],
      log,
    );
    const transfers = new Transfers({
      directory: join(desk, 'transfers'),
      connections,
      versions,
      files,
      locator,
      blobs,
      uploads,
      version: options.version,
      subscribe: (listener) => events.subscribe(listener),
      emit: (event) => events.emit(event),
      clock,
      log,
    });
    const status = (): DeskStatus => ({
      host: options.host,
      version: options.version,
      platform: process.platform,
      mediaOrigin: options.mediaOrigin(),
      activeConnectionId: connections.activeId,
      localService: supervisor.status(),
      notices: notices.list(),
    });
    const handlers = createDeskHandlers({
      status,
      notices,
      responseCache,
      documents,
      connections,
      supervisor,
      settings,
      uploads,
      media,
      tokens,
      mediaOrigin: options.mediaOrigin,
      journal,
      runs,
      snapshots: createRunSnapshots(responseCache),
      watcher: history.watcher,
      files,
      versions,
      recorder,
      details,
      transfers,
      events,
      clock,
      log,
      responseTimeoutMs: options.responseTimeoutMs,
    });
    await cache.tidy();
    await versions.tidy();
    details.tidy();
    await restored.load();
    supervisor.start();
    await uploads.resume();
    await transfers.tidy();

    return {
      async fetch(request: Request): Promise<Response> {
        const url = new URL(request.url);
        const api = /^\/api\/([\w-]+)(\/v1\/.*)$/.exec(url.pathname);
        if (api) {
          const connectionId = api[1]!;
          const path = api[2]!;
          const client = connections.client(connectionId);
          return eventLog.noting(connectionId, request.method, path, () =>
            proxyApiRequest(client, connectionId, path, request, observer, offline),
          );
        }
        if (url.pathname === diagnosticsPath && request.method === 'GET') {
          return answerDiagnostics({
            status,
            settings: () => settings.get(),
            connections,
            uploads,
            runs,
            documents,
            events: eventLog,
            journal: join(desk, 'journal'),
            logFile: join(options.dataDirectory, 'logs', 'desk.log'),
            clock,
          });
        }
        if (url.pathname === '/desk/events' && request.method === 'GET') {
          return events.stream(
            () => [
              { type: 'connections', list: connections.list() },
              { type: 'local-service', status: supervisor.status() },
              { type: 'settings', settings: settings.get() },
              ...uploads.open().map((upload): DeskEvent => ({ type: 'upload', upload })),
            ],
            request.signal,
            windowOf(url, journal),
          );
        }
        if (url.pathname === '/desk/uploads' && request.method === 'POST') {
          const query = parseDesk(UploadStartQuery, Object.fromEntries(url.searchParams));
          return Response.json(await uploads.receive(query, request), { status: 201 });
        }
        if (url.pathname === '/desk/imports' && request.method === 'POST') {
          const query = parseDesk(ImportStartQuery, Object.fromEntries(url.searchParams));
          return Response.json(await transfers.startImport(query, request), { status: 201 });
        }
        const made = /^\/desk\/transfers\/([\w-]+)\/file$/.exec(url.pathname);
        if (made && request.method === 'GET') return transfers.file(made[1]!);
        return dispatchDesk(handlers, request, url);
      },

      media: (request: Request): Promise<Response> => media.answer(request),

      async close(): Promise<void> {
        events.close();
        history.watcher.close();
        await transfers.close();
        await uploads.close();
        await native.close();
        await supervisor.close();
        await connections.close();
        blobs.close();
        await journal.close();
        await recorder.close();
        await versions.close();
        database.close();
        answers.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
