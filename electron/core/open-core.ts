import { join } from 'node:path';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import { languageOf, settleLocale, type Language } from '#shared/desk/languages.ts';
import type { ChannelCall, Settings } from '#shared/desk/index.ts';
import { openAgents } from './agents/agents-feature.ts';
import { openAdministration } from './administration/administration-feature.ts';
import { BlobClient } from './api/blob-client.ts';
import { observeWithAll } from './api/proxy-observer.ts';
import { openBatches } from './batches/batches-feature.ts';
import { systemClock } from './clock.ts';
import { openChat } from './chat/chat-feature.ts';
import { openConnections, openStatus } from './connections/connections-feature.ts';
import { openDiagnostics } from './diagnostics/diagnostics-feature.ts';
import { openDiskUse, type ServicePictures } from './disk-use/disk-use-feature.ts';
import { createEventLog } from './diagnostics/event-log.ts';
import { openDrafts } from './drafts/drafts-feature.ts';
import { openEstimates } from './estimates/estimates-feature.ts';
import { openEventStreams } from './events-feature.ts';
import type { CoreContext, Feature } from './feature.ts';
import { openSampleResults } from './first-start/sample-results.ts';
import { openGroupLibrary } from './group-library/group-library-feature.ts';
import { openFiles } from './files/files-feature.ts';
import { createDeskEvents } from './http/desk-events.ts';
import { createCallDispatch, dispatchDesk, type DeskHandlers } from './http/desk-router.ts';
import { openJournal } from './journal/journal-feature.ts';
import { openMaskDrafts } from './mask-drafts/mask-drafts-feature.ts';
import { openMedia } from './media/media-feature.ts';
import { openLibrary } from './library/library-feature.ts';
import { createNotices } from './notices.ts';
import { OpenHandles } from './open-handles.ts';
import type { LaunchFiles } from './opened-files/opened-files.ts';
import type { CoreOptions } from './options.ts';
import { openTransfers } from './project-files/transfers-feature.ts';
import { handleApiRoute } from './proxy/api-route.ts';
import { openQueue } from './queue/queue-feature.ts';
import { openRecovery } from './recovery/recovery-feature.ts';
import { restoredAt } from './recovery/service-restored.ts';
import type { RunHistory } from './runs/run-history.ts';
import { openRuns } from './runs/runs-feature.ts';
import { createCoreCalls } from './proxy/core-calls.ts';
import { openNodeTypes } from './proxy/node-types.ts';
import { createOfflineResponses } from './response-cache/offline-responses.ts';
import { openResponseCache } from './response-cache/open-response-cache.ts';
import { openSettings } from './settings/settings-feature.ts';
import { openSnippets } from './snippets/snippets-feature.ts';
import { openStorage } from './storage/open-storage.ts';
import { openUploads } from './uploads/uploads-feature.ts';
import { openVersions } from './versions/versions-feature.ts';

/** A core whose data folder is open. */
export interface OpenCore {
  /** @throws DeskError */
  fetch(request: Request): Promise<Response>;
  media(request: Request): Promise<Response>;
  /** @throws DeskError */
  call(call: ChannelCall): Promise<void>;
  /** The person's setting as it is now. */
  language: () => Settings['language'];
  /** Closes what was opened, in the reverse order. */
  close(): Promise<void>;
}

/**
 * Opens the features and puts them together.
 * @throws what a feature throws while it opens or starts; then all that was open before is closed again.
 */
export async function openCore(options: CoreOptions, launchFiles: LaunchFiles): Promise<OpenCore> {
  const handles = new OpenHandles(options.log);
  try {
    return await openFeatures(options, launchFiles, handles);
  } catch (error) {
    await handles.close();
    throw error;
  }
}

/** A template whose price takes longer is estimated without one. */
const PRICE_TIMEOUT_MS = 5000;

/** Asks the local service what a run of a template costs at most. */
const templatePriceBy =
  ({ call }: Pick<ReturnType<typeof openAdministration>, 'call'>) =>
  async (templateId: string): Promise<number | null> => {
    const signal = AbortSignal.timeout(PRICE_TIMEOUT_MS);
    const form = await call('getTemplateForm', { params: { templateId }, body: undefined, signal });
    return form.price ?? null;
  };

async function openFeatures(
  options: CoreOptions,
  launchFiles: LaunchFiles,
  handles: OpenHandles,
): Promise<OpenCore> {
  const { log, clock = systemClock } = options;
  const events = createDeskEvents();
  const notices = createNotices(log, (list) => events.emit({ type: 'notices', notices: list }));
  const eventLog = createEventLog(clock);
  events.subscribe((event) => eventLog.happened(event));
  const folder = join(options.dataDirectory, 'desk');
  const context: CoreContext = { options, folder, clock, log, events, notices, handles };

  const { database, versionFolder, reserved } = openStorage(context);
  const cache = openResponseCache(context);
  const settings = await openPersonal(context);
  const connecting = await openConnections(context, cache, sampleLanguage(settings, options));
  const { connections, signals } = connecting;
  const status = openStatus(context, connecting);
  const blobs = new BlobClient(options.responseTimeoutMs, options.resolve);
  handles.add('blob connections', blobs, (open) => open.close());
  const unsaved = openUnsaved(context, { database, signals, reserved });
  const administration = openAdministration(context, connecting);
  const segments = { database, connections, signals, administration };
  const filing = openFiles(context, segments);
  const { files, fileDeleted } = filing;
  const uploading = openUploads(context, { database, connections, signals, blobs, files });
  const { uploads } = uploading;
  const showing = await openShowing(context, { ...segments, blobs, fileDeleted, responses: cache.responses });
  const { media, locator } = showing;
  const versioning = openVersions(context, { database, folder: versionFolder, connections, signals });
  const running = openRuns(context, { ...segments, cache, filing, versioning });
  const library = openLibrary(context, { ...segments, running, showing });
  const { modelsChanged } = administration;
  const templatePrice = templatePriceBy(administration);
  const estimates = openEstimates(context, { ...segments, modelsChanged, templatePrice, running });
  const api = createCoreCalls((request, url) => route(request, url));
  const using = { ...segments, api, files, running, library, showing, estimates };
  const batching = openUnasked(context, using);
  const agents = await openVisitors(context, using);
  const recovery = openRecovery(context, {
    ...versioning,
    connections,
    signals,
    cache,
    journal: unsaved.journal,
    runs: moveTogether(running, library, batching, unsaved, agents),
  });
  const transfers = openTransfers(context, { connections, ...versioning, files, locator, blobs, uploads });
  const diagnostics = openDiagnostics(context, {
    status: status.status,
    settings: () => settings.settings.get(),
    connections,
    uploads,
    runs: running.reader,
    documents: cache.documents,
    events: eventLog,
  });
  // In the order in which they start: the local service meets what was restored, and uploads the local service.
  const features: Feature[] = [
    showing,
    versioning,
    running,
    library,
    recovery,
    connecting,
    settings,
    uploading,
    transfers,
    batching,
    agents,
  ];
  const streams = openEventStreams(context, { watchers: unsaved.watchers, features });
  const offline = openOffline(context, { cache, connections });
  const observer = observeWithAll(
    [running.observer, filing.observer, versioning.observer, unsaved.observer, offline.observer],
    log,
  );
  const route = (request: Request, url: URL) =>
    handleApiRoute(request, url, {
      connections,
      log: (id, method, path, call) => eventLog.noting(id, method, path, call),
      observer,
      offline,
      announce: (id, picture) => showing.announce(id, picture),
    });
  const queueing = openQueue(context, {
    connections,
    signals,
    running,
    batches: batching.batches,
    uploads: () => uploads.list(),
    transfers: () => transfers.list(),
    zips: () => library.zips.list(),
    administration: administration.call,
    kinds: (id) => estimates.kinds(id),
  });
  features.push(queueing);
  const handlers: DeskHandlers = {
    ...status.routes,
    ...settings.routes,
    ...connecting.routes,
    ...administration.routes,
    ...unsaved.routes,
    ...filing.routes,
    ...running.routes,
    ...library.routes,
    ...estimates.routes,
    ...uploading.routes,
    ...showing.routes,
    ...versioning.routes,
    ...transfers.routes,
    ...batching.routes,
    ...queueing.routes,
    ...diagnostics.routes,
    ...streams.routes,
    ...agents.routes,
    getOpenedFile: ({ params }) => launchFiles.respond(params.openedFileId),
  };
  for (const feature of features) await feature.start?.();

  return {
    fetch: dispatching(handlers, route),
    media: async (request) => library.archives.respond(request) ?? media.response(request),
    call: createCallDispatch(handlers),
    language: () => settings.settings.get().language,
    close: () => handles.close(),
  };
}

/** What the sample of a new workspace is written in. */
const sampleLanguage =
  (
    { settings }: Awaited<ReturnType<typeof openPersonal>>,
    { sampleLanguages = () => [] }: Pick<CoreOptions, 'sampleLanguages'>,
  ) =>
  (): Language =>
    languageOf(settleLocale(settings.get().language, sampleLanguages()));

/** Requests to services, and all others. */
const dispatching =
  (
    handlers: DeskHandlers,
    route: (request: Request, url: URL) => ReturnType<typeof handleApiRoute>,
  ): OpenCore['fetch'] =>
  async (request) => {
    const url = new URL(request.url);
    return route(request, url) ?? dispatchDesk(handlers, request, url);
  };

/** What is answered from the cache while a service is offline. */
const openOffline = (
  { log }: CoreContext,
  {
    cache: { responses, documents },
    connections,
  }: {
    cache: ReturnType<typeof openResponseCache>;
    connections: Awaited<ReturnType<typeof openConnections>>['connections'];
  },
) =>
  createOfflineResponses({
    cache: responses,
    documents,
    isOffline: (id) => connections.offlineSince(id) !== null,
    log,
  });

/** What runs without a page: batches, and the sample of a new workspace. */
function openUnasked(context: CoreContext, deps: Omit<Parameters<typeof openBatches>[1], 'restoredAt'>) {
  openSampleResults(context, deps);
  const service = join(context.options.dataDirectory, 'service');
  // Of a hosted service nobody here can know it.
  const ofConnection = async (id: string) => (id === LOCAL_CONNECTION_ID ? restoredAt(service) : null);
  return openBatches(context, { ...deps, restoredAt: ofConnection });
}

/** Agents, conversations with their tools, and the descriptions of node types that they read as pages do. */
async function openVisitors(
  context: CoreContext,
  deps: Omit<Parameters<typeof openAgents>[1], 'describeTypes'> &
    Omit<Parameters<typeof openChat>[1], 'tools'>,
) {
  const nodeTypes = openNodeTypes(context, deps);
  const agents = await openAgents(context, { ...deps, describeTypes: nodeTypes.describe });
  const chat = openChat(context, { ...deps, tools: agents.tools });
  return { ...agents, routes: { ...agents.routes, ...nodeTypes.routes, ...chat.routes } };
}

/** What belongs to the person and to no service: settings, snippets and the library of groups. */
async function openPersonal(context: CoreContext) {
  const settings = await openSettings(context);
  const snippets = await openSnippets(context);
  const groups = await openGroupLibrary(context);
  return { ...settings, routes: { ...settings.routes, ...snippets.routes, ...groups.routes } };
}

/** Work that no service has yet. */
function openUnsaved(context: CoreContext, deps: Parameters<typeof openDrafts>[1]) {
  const { journal, routes } = openJournal(context, deps.reserved);
  const { routes: ofDrafts, ...drafts } = openDrafts(context, deps);
  const masks = openMaskDrafts(context, deps);
  return { ...drafts, journal, watchers: [journal], routes: { ...routes, ...ofDrafts, ...masks.routes } };
}

const servicePicturesBy = ({
  call,
}: Pick<ReturnType<typeof openAdministration>, 'call'>): ServicePictures => ({
  measure: (signal) => call('measurePictures', { params: {}, body: undefined, signal }),
  clear: (signal) => call('clearPictures', { params: {}, body: undefined, signal }),
});

/** Media by addresses of this computer, and what their copies and all else take of its disk. */
async function openShowing(
  context: CoreContext,
  {
    administration,
    ...deps
  }: Parameters<typeof openMedia>[1] & { administration: Parameters<typeof servicePicturesBy>[0] },
) {
  const media = await openMedia(context, deps);
  const diskUse = openDiskUse(context, { ...media, servicePictures: servicePicturesBy(administration) });
  return { ...media, routes: { ...media.routes, ...diskUse.routes } };
}

/** What is moved with a project that gets another id. */
const moveTogether = (
  ...segments: readonly Pick<RunHistory, 'moveProject'>[]
): Pick<RunHistory, 'moveProject'> => ({
  moveProject: (...move) => {
    for (const segment of segments) segment.moveProject(...move);
  },
});
