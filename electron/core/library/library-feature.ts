import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ArchiveRequest, OutputDetails, OutputProvenance } from '#shared/desk/index.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import { DeskError } from '../desk-error.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { openMedia } from '../media/media-feature.ts';
import type { StoredOutput } from '../runs/output-rows.ts';
import type { RunWriter } from '../runs/run-writer.ts';
import { createPackedSizes } from '../runs/run-sources.ts';
import { openProblem, type openRuns } from '../runs/runs-feature.ts';
import { makeInnerFolder } from '../storage/data-folder.ts';
import { transaction } from '../storage/transaction.ts';
import { openTeam, type Team } from '../team/team-feature.ts';
import { createTeamRows } from '../team/team-rows.ts';
import { createTeamLibrary } from './apply-registers.ts';
import { createArchives, membersOf, nameOfArchive } from './archives.ts';
import { createCollections } from './collections.ts';
import { createOutputProvenances, type OutputProvenances } from './output-provenance.ts';
import { createOutputs, type Outputs } from './outputs.ts';
import { createProjectFaces } from './project-faces.ts';
import { changeRoutes, createResultStars, type ResultStars } from './result-stars.ts';
import { createSavedOutputs, preparedAddresses } from './saved-outputs.ts';
import { createSpool } from './spool.ts';
import { createZipDownloads } from './zip-downloads.ts';

interface LibraryDeps {
  database: DatabaseSync;
  connections: Connections;
  signals: ConnectionSignals;
  running: Pick<
    ReturnType<typeof openRuns>,
    'reader' | 'writer' | 'outputs' | 'sources' | 'outputsAdded' | 'listRead' | 'catchUp' | 'findGraph'
  >;
  showing: Pick<Awaited<ReturnType<typeof openMedia>>, 'fetcher' | 'media'>;
}

/** What others of the account add to outputs, and what they are told. */
function openSync(
  context: CoreContext,
  { database, connections, signals, running }: LibraryDeps,
  after: {
    changed: (connectionId: string, projectId: string | null) => void;
    stars: () => Pick<ResultStars, 'outputsStarred'>;
  },
) {
  const rows = createTeamRows(database);
  const library = createTeamLibrary(
    database,
    { recorded: running.outputs, registers: rows },
    (connectionId, { projects, starredRuns, hasCollections }) => {
      after.stars().outputsStarred(Array.from(starredRuns, (runId) => ({ connectionId, runId })));
      for (const projectId of projects) after.changed(connectionId, projectId);
      if (hasCollections) context.events.emit({ type: 'collections', connectionId });
    },
  );
  const meet: RunWriter['meet'] = (...run) => running.writer.meet(...run);
  const syncing = openTeam(context, { database, connections, signals, rows, meet }, library);
  running.listRead.listen((id) => syncing.team.open(id));
  return {
    ...syncing,
    /** Outputs that are recorded now get what was read of them before. */
    runRecorded(connectionId: string, runId: string): void {
      if (rows.position(connectionId) === null) return;
      transaction(database, () => library.applyToRun(connectionId, runId))();
    },
  };
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

const NO_GRAPH = 'Its graph is not on this computer.';
const UNKNOWN_PROVENANCE: OutputProvenance = {
  share: 'unknown',
  sourceType: null,
  models: [],
  isAmbiguous: false,
  unknownTypes: [],
  silentFiles: 0,
  problem: NO_GRAPH,
};

/** All that is known of an output. */
function readDetails(
  { reader }: Pick<LibraryDeps['running'], 'reader'>,
  outputs: Outputs,
  collections: ReturnType<typeof createCollections>,
  { output, inputs, value }: StoredOutput,
): OutputDetails {
  const { connectionId, runId } = output;
  const problem = openProblem(reader.sourceOf(connectionId, runId));
  return {
    output,
    origins: outputs.originsOf(output),
    inputs,
    value: value ?? null,
    run: reader.find(connectionId, runId),
    canOpen: problem === null,
    openProblem: problem,
    collectionIds: collections.holding(output.id),
  };
}

/** What goes along in saved files. */
function openSaving(
  { options }: CoreContext,
  { database, running: { reader, sources }, showing }: LibraryDeps,
) {
  const provenances = createOutputProvenances({ database, sources, media: showing.media });
  const saved = createSavedOutputs({
    sources,
    provenances,
    packedBytes: createPackedSizes(database),
    media: showing.media,
    version: options.version,
    graphError: (connectionId, runId) => openProblem(reader.sourceOf(connectionId, runId)),
  });
  return { provenances, saved };
}

/** What runs made, as people look at it: the gallery, stars, notes, collections, ZIPs and the pictures of projects. */
export function openLibrary(context: CoreContext, deps: LibraryDeps) {
  const { clock, log, events } = context;
  const { database, connections, signals, running } = deps;
  const now = () => new Date(clock.now()).toISOString();
  const syncing = openSync(context, deps, { changed: (...ids) => changed(...ids), stars: () => stars });
  const { team } = syncing;
  const outputs = createOutputs(database, running.outputs, team.change);
  const collections = createCollections(database, team.change);
  const faces = createProjectFaces(database, outputs, (id) => running.outputs.rows.find(id));
  const { provenances, saved } = openSaving(context, deps);
  const { archives, zips, archiveFolder } = openArchives(context);
  const changed = (connectionId: string, projectId: string | null) =>
    events.emit({ type: 'outputs', connectionId, projectId });
  const stars: ResultStars = createResultStars(database, { bytes: running.outputs.bytes, team }, changed);
  running.outputsAdded.listen(({ connectionId, projectId, runId }) => {
    syncing.runRecorded(connectionId, runId);
    stars.runRecorded(connectionId, projectId, runId);
  });
  signals.removed.listen((id) => {
    collections.removeConnection(id);
    faces.removeConnection(id);
  });

  /** @throws DeskError `NOT_FOUND` */
  function stored(outputId: string) {
    const found = running.outputs.rows.find(outputId);
    if (found === null) throw new DeskError('NOT_FOUND', 'This output is not listed any more.');
    return found;
  }

  /** The ZIP of outputs, named by their project where it is one. */
  function offerArchive({ outputIds, withSettings = false, withMark = false }: ArchiveRequest) {
    const found = outputs.list(outputIds);
    const [first] = found;
    if (first === undefined) throw new DeskError('NOT_FOUND', 'None of these outputs is listed any more.');
    const name = nameOfArchive(found);
    const textOf = ({ id, kind }: (typeof found)[number]): string | null => {
      const { value } = stored(id);
      if (value === undefined) return null;
      return kind === 'text' && typeof value === 'string' ? value : JSON.stringify(value, null, 2);
    };
    const more = withSettings || withMark ? saved.forArchive({ withSettings, withMark }) : null;
    const members = membersOf(found, deps.showing.fetcher, textOf, more?.members);
    const { id, path } = archives.offerFiles(first.connectionId, name, members);
    return {
      url: `${context.options.mediaOrigin()}${path}`,
      name,
      id,
      fileNames: members.map((member) => member.name),
      fileCount: found.length,
      totalBytes: found.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0), 0),
      withoutSettings: more?.missing() ?? 0,
      unmarked: more?.unmarked() ?? 0,
    };
  }

  return {
    stars,
    archives,
    zips,
    moveProject: (connectionId: string, from: string, to: string) =>
      faces.moveProject(connectionId, from, to),
    start() {
      removeLeftovers(archiveFolder, log);
      collections.tidy(clock.now());
      syncing.start();
    },
    routes: {
      searchOutputs({ body }) {
        const { connectionId, projectId } = body;
        connections.get(connectionId);
        team.open(connectionId);
        const unreadRuns = running.outputs.unreadRuns(connectionId, projectId);
        running.catchUp(connectionId, { isPending: unreadRuns > 0, isStart: body.cursor === undefined });
        return { ...outputs.search(body), unreadRuns };
      },
      outputFacets: ({ body }) => outputs.facets(body.connectionId, body.projectId),
      ...syncing.routes,
      ...changeRoutes({ outputs, stars, changed, team }),
      getOutput({ params }) {
        const details = readDetails(running, outputs, collections, stored(params.outputId));
        const { connectionId, runId } = details.output;
        if (!details.canOpen) running.findGraph(connectionId, runId);
        return details;
      },
      createArchive: ({ body }) => offerArchive(body),
      cancelZip: ({ params }) => zips.cancel(params.zipId),
      ...provenanceRoutes(deps, provenances),
      async saveWithSettings({ body, request }) {
        connections.get(body.connectionId);
        await running.writer.recorded(body.connectionId, body.runId);
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

      ...collectionRoutes({ collections, team }, deps, events, now),
      ...faceRoutes(faces, changed, now),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}

const provenanceRoutes = (
  { connections, running: { reader, writer } }: LibraryDeps,
  provenances: OutputProvenances,
) =>
  ({
    async getProvenance({ body: { connectionId, runId, nodeId }, request }) {
      connections.get(connectionId);
      await writer.recorded(connectionId, runId);
      const found = await provenances.find(connectionId, runId, nodeId, request.signal);
      const problem = openProblem(reader.sourceOf(connectionId, runId)) ?? NO_GRAPH;
      return found === null ? { ...UNKNOWN_PROVENANCE, problem } : { ...found, problem: null };
    },
  }) satisfies Partial<DeskHandlers>;

const faceRoutes = (
  faces: ReturnType<typeof createProjectFaces>,
  changed: (connectionId: string, projectId: string | null) => void,
  now: () => string,
) =>
  ({
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
  { collections, team }: { collections: ReturnType<typeof createCollections>; team: Team },
  { connections }: LibraryDeps,
  events: CoreContext['events'],
  clock: () => string,
) => {
  const changed = (connectionId: string): void => {
    events.emit({ type: 'collections', connectionId });
    team.send(connectionId);
  };
  return {
    listCollections({ query }) {
      if (connections.list().connections.some(({ id }) => id === query.connectionId)) {
        team.open(query.connectionId);
      }
      return { collections: collections.list(query.connectionId) };
    },
    createCollection({ body }) {
      connections.get(body.connectionId);
      const created = collections.create(body.connectionId, body.name, body.outputIds ?? [], clock());
      changed(created.connectionId);
      return created;
    },
    changeCollection({ params, body }) {
      const { name, deleted } = body;
      const next = collections.change(
        params.collectionId,
        { ...(name === undefined ? {} : { name }), ...(deleted === undefined ? {} : { deleted }) },
        clock(),
      );
      changed(next.connectionId);
      return next;
    },
    changeCollectionItems({ params, body }) {
      const { add = [], remove = [] } = body;
      const next = collections.changeItems(params.collectionId, { add, remove }, clock());
      changed(next.connectionId);
      return next;
    },
  } satisfies Partial<DeskHandlers>;
};
