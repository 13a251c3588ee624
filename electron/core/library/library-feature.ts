import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { OutputDetails } from '#shared/desk/index.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import { DeskError } from '../desk-error.ts';
import { errorFields } from '../error-fields.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { openMedia } from '../media/media-feature.ts';
import type { StoredOutput } from '../runs/output-rows.ts';
import { createPackedSizes } from '../runs/run-sources.ts';
import { openProblem, type openRuns } from '../runs/runs-feature.ts';
import { makeInnerFolder } from '../storage/data-folder.ts';
import { createArchives, membersOf, nameOfArchive } from './archives.ts';
import { createCollections } from './collections.ts';
import { createOutputs, type Outputs } from './outputs.ts';
import { createProjectFaces } from './project-faces.ts';
import { changeRoutes, createResultStars } from './result-stars.ts';
import { createSavedOutputs, preparedAddresses } from './saved-outputs.ts';
import { createSpool } from './spool.ts';
import { createZipDownloads } from './zip-downloads.ts';

interface LibraryDeps {
  database: DatabaseSync;
  connections: Connections;
  signals: ConnectionSignals;
  running: Pick<
    ReturnType<typeof openRuns>,
    'reader' | 'writer' | 'outputs' | 'sources' | 'outputsAdded' | 'catchUp' | 'findGraph'
  >;
  showing: Pick<Awaited<ReturnType<typeof openMedia>>, 'fetcher' | 'media'>;
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

/** What runs made, as people look at it: the gallery, stars, notes, collections, ZIPs and the pictures of projects. */
export function openLibrary(context: CoreContext, deps: LibraryDeps) {
  const { clock, log, events } = context;
  const { database, connections, signals, running } = deps;
  const { reader, sources } = running;
  const now = () => new Date(clock.now()).toISOString();
  const outputs = createOutputs(database, running.outputs);
  const collections = createCollections(database);
  const faces = createProjectFaces(database, outputs, (id) => running.outputs.rows.find(id));
  const saved = createSavedOutputs({
    sources,
    packedBytes: createPackedSizes(database),
    media: deps.showing.media,
    version: context.options.version,
    graphError: (connectionId, runId) => openProblem(reader.sourceOf(connectionId, runId)),
  });
  const { archives, zips, archiveFolder } = openArchives(context);
  const changed = (connectionId: string, projectId: string | null) =>
    events.emit({ type: 'outputs', connectionId, projectId });
  const stars = createResultStars(database, running.outputs.bytes, changed);
  running.outputsAdded.listen((added) => stars.runRecorded(added.connectionId, added.projectId, added.runId));
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

  return {
    stars,
    archives,
    zips,
    moveProject: (connectionId: string, from: string, to: string) =>
      faces.moveProject(connectionId, from, to),
    start() {
      removeLeftovers(archiveFolder, log);
      collections.tidy(clock.now());
    },
    routes: {
      searchOutputs({ body }) {
        const { connectionId, projectId } = body;
        connections.get(connectionId);
        const unreadRuns = running.outputs.unreadRuns(connectionId, projectId);
        running.catchUp(connectionId, { isPending: unreadRuns > 0, isStart: body.cursor === undefined });
        return { ...outputs.search(body), unreadRuns };
      },
      outputFacets: ({ body }) => outputs.facets(body.connectionId, body.projectId),
      ...changeRoutes({ outputs, stars, changed }),
      getOutput({ params }) {
        const details = readDetails(running, outputs, collections, stored(params.outputId));
        const { connectionId, runId } = details.output;
        if (!details.canOpen) running.findGraph(connectionId, runId);
        return details;
      },
      createArchive: ({ body }) => offerArchive(body.outputIds, body.withSettings === true),
      cancelZip: ({ params }) => zips.cancel(params.zipId),
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
