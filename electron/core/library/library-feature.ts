import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { OutputDetails, RunSource } from '#shared/desk/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import type { CallAdministration } from '../administration/administration-client.ts';
import { DeskError } from '../desk-error.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { openHistory } from '../history/history-feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { openMedia } from '../media/media-feature.ts';
import { makeInnerFolder } from '../storage/data-folder.ts';
import type { openVersions } from '../versions/versions-feature.ts';
import { createArchives, membersOf, nameOfArchive } from './archives.ts';
import { createCollections } from './collections.ts';
import { hashesOfLocal } from './equal-bytes.ts';
import { createIndexRenewal } from './output-index.ts';
import { createEndpointCalls } from './endpoint-calls.ts';
import { findGraphAt } from './graph-at.ts';
import { createOutputs, type Outputs } from './outputs.ts';
import { createProjectFaces } from './project-faces.ts';
import { changeRoutes, createResultStars } from './result-stars.ts';
import { createRunBackfill } from './run-filler.ts';
import { createRunRecorder } from './run-recorder.ts';
import { createSpool } from './spool.ts';
import {
  createPackedSizes,
  createRunSources,
  MAX_SOURCES_BYTES,
  type RecordedSource,
} from './run-sources.ts';
import { createSavedOutputs, preparedAddresses } from './saved-outputs.ts';
import { createZipDownloads } from './zip-downloads.ts';

interface LibraryDeps {
  administration: { call: CallAdministration };
  database: DatabaseSync;
  connections: Connections;
  signals: ConnectionSignals;
  history: Pick<ReturnType<typeof openHistory>, 'runs' | 'observer' | 'runRead' | 'fileDeleted'>;
  showing: Pick<Awaited<ReturnType<typeof openMedia>>, 'fetcher' | 'media'>;
  versioning: Pick<ReturnType<typeof openVersions>, 'versions' | 'recorder' | 'details'>;
}

/** Runs that were started with the key of an endpoint, which no page here has met. */
function openEndpointCalls({ handles, log }: CoreContext, { administration, history }: LibraryDeps) {
  const endpointCalls = createEndpointCalls({
    call: administration.call,
    isRecorded: (connectionId, runId) => history.runs.find(connectionId, runId) !== null,
    read: (connectionId, run, signal) => history.observer.readEndpointRun(connectionId, run, signal),
    onFailed: (error) => log.debug(errorFields(error), 'runs of endpoints could not be listed'),
  });
  return handles.add('calls of endpoints', endpointCalls, (open) => open.close());
}

/** Renews what is searched of outputs that an earlier version recorded. */
function openIndexRenewal({ handles, log }: CoreContext, outputs: ReturnType<typeof createOutputs>) {
  const renewal = createIndexRenewal(
    () => outputs.refreshIndex(),
    (error) => log.warn(errorFields(error), 'earlier outputs could not all be indexed'),
  );
  return handles.add('index of outputs', renewal, (open) => open.close());
}

/** ZIPs of outputs, and where parts of them lie meanwhile. */
function openArchives({ folder, clock, events, notices }: CoreContext) {
  const archiveFolder = join(folder, 'archives');
  const zips = createZipDownloads(clock, (connectionId) => events.emit({ type: 'queue', connectionId }));
  const archives = createArchives(
    clock,
    createSpool(() => {
      makeInnerFolder(archiveFolder, clock.now(), () => notices.add('folder', 'archives'));
      return archiveFolder;
    }),
    zips,
  );
  return { archives, zips, archiveFolder };
}

/** All that is known of an output. */
function readDetails(
  {
    outputs,
    history,
    sources,
    collections,
  }: {
    outputs: Outputs;
    history: Pick<LibraryDeps['history'], 'runs'>;
    sources: ReturnType<typeof createRunSources>;
    collections: ReturnType<typeof createCollections>;
  },
  { output, inputs, value }: NonNullable<ReturnType<Outputs['find']>>,
): OutputDetails {
  const { connectionId, runId } = output;
  const problem = openProblem(sources.find(connectionId, runId));
  return {
    output,
    origins: outputs.originsOf(output),
    inputs,
    value: value ?? null,
    run: history.runs.find(connectionId, runId),
    canOpen: problem === null,
    openProblem: problem,
    collectionIds: collections.holding(output.id),
  };
}

/** What runs were asked to do and what they made, with stars, notes, collections and the pictures of projects. */
export function openLibrary(context: CoreContext, deps: LibraryDeps) {
  const { clock, log, events, handles } = context;
  const { database, connections, signals, history, versioning } = deps;
  const now = () => new Date(clock.now()).toISOString();
  const sources = createRunSources(database);
  const outputs = createOutputs({
    database,
    nameOf: (connectionId, projectId) => versioning.details.nameOf(connectionId, projectId),
    log,
  });
  const collections = createCollections(database);
  const faces = createProjectFaces(database, outputs);
  const saved = createSavedOutputs({
    sources,
    packedBytes: createPackedSizes(database),
    media: deps.showing.media,
    version: context.options.version,
    graphError: (connectionId, runId) => openProblem(sources.find(connectionId, runId)),
  });
  const { archives, zips, archiveFolder } = openArchives(context);
  const changed = (connectionId: string, projectId: string | null) =>
    events.emit({ type: 'outputs', connectionId, projectId });
  const stars = createResultStars(database, outputs.bytes, changed);
  const noteFile = (connectionId: string, fileId: string, missing: boolean) => {
    for (const projectId of new Set(outputs.markMissing(connectionId, fileId, missing))) {
      changed(connectionId, projectId);
    }
  };
  const recorder = createRunRecorder({
    sources,
    outputs,
    graphAt: findGraphAt(deps, log),
    hashesOf: hashesOfLocal(deps.administration),
    onRecorded: stars.runRecorded,
    onDeferred: (connectionId) => filler.fill(connectionId),
    onFile: noteFile,
    clock,
    log,
  });
  history.runRead.listen(({ connectionId, run }) => recorder.noteRun(connectionId, run));
  history.fileDeleted.listen(({ connectionId, fileId }) => noteFile(connectionId, fileId, true));
  const filler = createRunBackfill({
    outputs,
    read: (connectionId, runId, signal) => history.observer.read(connectionId, runId, signal),
    recorded: (connectionId, runId) => recorder.idle(connectionId, runId),
    isBehind: (connectionId) => recorder.isBehind(connectionId),
    clock,
  });
  const endpointCalls = openEndpointCalls(context, deps);
  const renewal = openIndexRenewal(context, outputs);
  handles.add('output recorder', recorder, (open) => open.close());
  handles.add('run filler', filler, (open) => open.close());
  signals.serviceBack.listen((id) => filler.fill(id));
  signals.removed.listen((id) => {
    sources.removeConnection(id);
    outputs.removeConnection(id);
    collections.removeConnection(id);
    faces.removeConnection(id);
  });

  /** @throws DeskError `NOT_FOUND` */
  function stored(outputId: string) {
    const found = outputs.find(outputId);
    if (found === null) throw new DeskError('NOT_FOUND', 'This output is not listed any more.');
    return found;
  }

  const detailsOf = (outputId: string): OutputDetails =>
    readDetails({ outputs, history, sources, collections }, stored(outputId));

  /** The ZIP of outputs, named by their project where it is one. */
  function offerArchive(outputIds: readonly string[], withSettings: boolean) {
    const found = outputs.list(outputIds);
    const [first] = found;
    if (first === undefined) throw new DeskError('NOT_FOUND', 'None of these outputs is listed any more.');
    const name = nameOfArchive(found);
    const textOf = ({ id, kind }: (typeof found)[number]): string | null => {
      const { value } = stored(id);
      if (value === undefined) return null;
      return kind === 'text' && typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    };
    const settings = withSettings ? saved.forArchive() : null;
    const members = membersOf(found, deps.showing.fetcher, textOf, settings?.members);
    const { id, path } = archives.offerFiles(first.connectionId, name, members);
    return {
      url: `${context.options.mediaOrigin()}${path}`,
      name,
      id,
      fileNames: members.map((member) => member.name),
      fileCount: found.length,
      totalBytes: found.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0),
      withoutSettings: settings?.missing() ?? 0,
    };
  }

  function moveProject(connectionId: string, from: string, to: string): void {
    history.runs.moveProject(connectionId, from, to);
    sources.moveProject(connectionId, from, to);
    outputs.moveProject(connectionId, from, to);
    faces.moveProject(connectionId, from, to);
  }

  return {
    observer: recorder.observer,
    stars,
    archives,
    zips,
    /** The graph that a run executed, once what is being recorded is; null when it is not known. */
    async graphOf(connectionId: string, runId: string): Promise<Graph | null> {
      await recorder.idle(connectionId, runId);
      return sources.graphOf(connectionId, runId);
    },
    /** The run history, whose projects move together with what their runs made. */
    runs: { moveProject },
    start() {
      removeLeftovers(archiveFolder, log);
      sources.cleanUp(MAX_SOURCES_BYTES);
      collections.tidy(clock.now());
      renewal.start();
    },
    routes: {
      searchOutputs({ body }) {
        const { connectionId, projectId } = body;
        connections.get(connectionId);
        const unreadRuns = outputs.unreadRuns(connectionId, projectId);
        if (unreadRuns > 0) filler.fill(connectionId);
        if (body.cursor === undefined) endpointCalls.scan(connectionId);
        return { ...outputs.search(body), unreadRuns };
      },
      outputFacets: ({ body }) => outputs.facets(body.connectionId, body.projectId),
      outputsOfRuns: ({ body }) => ({ outputs: outputs.ofRuns(body.connectionId, body.runIds) }),
      ...changeRoutes({ outputs, stars, changed }),
      ...runRoutes({ recorder, sources, detailsOf }),
      createArchive: ({ body }) => offerArchive(body.outputIds, body.withSettings === true),
      cancelZip: ({ params }) => zips.cancel(params.zipId),
      async saveWithSettings({ body, request }) {
        connections.get(body.connectionId);
        await recorder.idle(body.connectionId, body.runId);
        const suggested = await saved.offer(body, request.signal);
        return preparedAddresses(suggested, (members) => {
          const { path } = archives.offerFiles(body.connectionId, body.name, members);
          return `${context.options.mediaOrigin()}${path}`;
        });
      },
      getArchiveFile: ({ params, request }) =>
        archives.file(
          params.archiveId,
          /^\d{1,6}$/.test(params.index) ? Number(params.index) : -1,
          request.signal,
        ),

      ...collectionRoutes(collections, deps, events, now),
      projectFaces: ({ body }) => ({
        faces: body.projectIds.map((projectId) => faces.find(body.connectionId, projectId)),
      }),
      chooseCover({ params: { connectionId, projectId }, body }) {
        faces.chooseCover(connectionId, projectId, body.outputId);
        changed(connectionId, projectId);
        return faces.find(connectionId, projectId);
      },
      noteProjectOpened: ({ params }) => faces.recordOpen(params.connectionId, params.projectId, now()),
      listOpenedProjects: ({ params }) => ({ projects: faces.recentProjects(params.connectionId) }),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}

/** Why a run cannot be opened as it was; null when it can. */
function openProblem(source: RecordedSource | null): string | null {
  if (source === null) {
    return 'This run was started on another computer or before Patchbay recorded what ran. Its graph is not here.';
  }
  if (source.hasGraph || source.request.template !== null) return null;
  return source.projectVersion === null
    ? 'The graph of this run was not saved, and it is not on this computer any more.'
    : `Version ${source.projectVersion} of the project is not on this computer any more, so the graph of this run cannot be opened.`;
}

function runSource(
  source: RecordedSource | null,
  { connectionId, runId }: { connectionId: string; runId: string },
  readGraph: () => Graph | null,
): RunSource {
  const graph = source?.hasGraph === true ? readGraph() : null;
  const isDamaged = source?.hasGraph === true && graph === null;
  return {
    connectionId,
    runId,
    projectId: source?.projectId ?? null,
    projectVersion: source?.projectVersion ?? null,
    graph,
    graphProblem: isDamaged
      ? 'The graph of this run was damaged on the disk and cannot be opened. Other runs are not affected.'
      : graph === null
        ? openProblem(source)
        : null,
    isExact: source?.request.isComplete === true,
    targetNodeIds: source?.request.targetNodeIds ?? [],
    template: source?.request.template ?? null,
  };
}

/** What made an output; a graph that was not found is looked for once more. */
const runRoutes = ({
  recorder,
  sources,
  detailsOf,
}: {
  recorder: Pick<ReturnType<typeof createRunRecorder>, 'findGraph'>;
  sources: ReturnType<typeof createRunSources>;
  detailsOf: (outputId: string) => OutputDetails;
}) =>
  ({
    getOutput({ params }) {
      const details = detailsOf(params.outputId);
      const { connectionId, runId } = details.output;
      // Whoever asks again finds it.
      if (!details.canOpen) void recorder.findGraph(connectionId, runId);
      return details;
    },
    async getRunSource({ params }) {
      const { connectionId, runId } = params;
      await recorder.findGraph(connectionId, runId);
      return runSource(sources.find(connectionId, runId), params, () => sources.graphOf(connectionId, runId));
    },
  }) satisfies Partial<DeskHandlers>;

/** What a ZIP was made of when the app ended. */
function removeLeftovers(folder: string, log: CoreContext['log']): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    log.warn(errorFields(error), 'what is left of a ZIP could not be removed');
  }
}

const collectionRoutes = (
  collections: ReturnType<typeof createCollections>,
  { connections }: LibraryDeps,
  events: CoreContext['events'],
  clock: () => string,
) =>
  ({
    listCollections: ({ query }) => ({ collections: collections.list(query.connectionId) }),
    createCollection({ body }) {
      connections.get(body.connectionId);
      const created = collections.create(body.connectionId, body.name, body.outputIds ?? [], clock());
      events.emit({ type: 'collections', connectionId: created.connectionId });
      return created;
    },
    changeCollection({ params, body }) {
      const { name, deleted } = body;
      const next = collections.change(
        params.collectionId,
        { ...(name === undefined ? {} : { name }), ...(deleted === undefined ? {} : { deleted }) },
        clock(),
      );
      events.emit({ type: 'collections', connectionId: next.connectionId });
      return next;
    },
    changeCollectionItems({ params, body }) {
      const { add = [], remove = [] } = body;
      const next = collections.changeItems(params.collectionId, { add, remove }, clock());
      events.emit({ type: 'collections', connectionId: next.connectionId });
      return next;
    },
  }) satisfies Partial<DeskHandlers>;
