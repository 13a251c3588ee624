import type { DatabaseSync } from 'node:sqlite';
import { endpoints, type PublicProjectDocument } from '#shared/api/index.ts';
import type { GraphKeepRequest, GraphVersionDocument } from '#shared/desk/index.ts';
import { observeWithAll } from '../api/proxy-observer.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import { createDetailsObserver, createProjectDetails, type ProjectDetailsStore } from './project-details.ts';
import { createVersionRecorder, type VersionRecorder } from './recorder.ts';
import { canvasIn, createVersionObserver } from './version-observer.ts';
import { createVersionStore, type VersionStore } from './version-store.ts';
import { createDocumentVersions, type DocumentVersions } from './document-versions.ts';
import { createFilmVersionObserver, pictureOf } from './film-version-observer.ts';
import { createFilmVersionStore, type FilmVersionStore } from './film-version-store.ts';

/** Of graphs, and of storyboards and timelines. */
const VERSION_BYTES = 500_000_000;
const FILM_VERSION_BYTES = 200_000_000;

/** A document of the service as the history has it. */
const stateIn = ({ version, document, metadata }: PublicProjectDocument) => ({
  version,
  graph: { ...document.graph, ...canvasIn(metadata) },
});

/** A graph that a page asks to keep. */
const toKeep = ({ canvas, graph, name = null, version, reason }: GraphKeepRequest) => ({
  version,
  reason,
  name,
  graph: { ...graph, canvas },
});

/** A version as pages read it: its canvas items beside its graph. */
function toPublicDocument({
  version,
  graph: { canvas, ...graph },
}: Awaited<ReturnType<VersionStore['document']>>): GraphVersionDocument {
  return { version, graph, canvas };
}

/** Earlier versions of projects, and what projects are called. */
export function openVersions(
  { options, clock, log, events, handles }: CoreContext,
  deps: { database: DatabaseSync; folder: string; connections: Connections; signals: ConnectionSignals },
) {
  const { connections } = deps;
  const documents = createDocumentVersions({
    directory: deps.folder,
    database: deps.database,
    limits: { graphs: options.versionBytes ?? VERSION_BYTES, films: FILM_VERSION_BYTES },
    log,
  });
  const versions = createVersionStore(documents, clock);
  const films = createFilmVersionStore(documents, clock);
  const changed = (connectionId: string, projectId: string) =>
    events.emit({ type: 'versions', connectionId, projectId });
  const filmObserver = createFilmVersionObserver(films, changed, log);
  handles.add('versions', documents, async (open) => {
    await filmObserver.settled();
    await open.close();
  });
  const details = createProjectDetails(deps.database);
  const recorder = createVersionRecorder({
    store: versions,
    read: async (connectionId, projectId, signal) =>
      stateIn(
        await connections
          .client(connectionId)
          .call(endpoints.projects.getDocument, { params: { project_id: projectId }, signal }),
      ),
    onSaved: changed,
    clock,
    log,
  });
  handles.add('version recorder', recorder, (open) => open.close());
  deps.signals.removed.listen(async (id) => {
    await documents.removeConnection(id);
    details.removeConnection(id);
  });
  return {
    versions,
    details,
    recorder,
    observer: observeWithAll(
      [createVersionObserver(recorder, log), filmObserver, createDetailsObserver(details, log)],
      log,
    ),
    async start() {
      await documents.cleanUp();
      details.cleanUp();
    },
    routes: versionRoutes({ connections, documents, graphs: versions, films, recorder, details, changed }),
  } satisfies Feature & Record<string, unknown>;
}

const versionRoutes = ({
  connections,
  documents,
  graphs,
  films,
  recorder,
  details,
  changed,
}: {
  connections: Connections;
  documents: DocumentVersions;
  graphs: VersionStore;
  films: FilmVersionStore;
  recorder: VersionRecorder;
  details: ProjectDetailsStore;
  changed: (connectionId: string, projectId: string) => void;
}) =>
  ({
    listVersions({ params, query: { kind, cursor, limit, named } }) {
      connections.get(params.connectionId);
      return documents.list(params, {
        kind,
        cursor,
        limit: limit === undefined ? undefined : Number(limit),
        namedOnly: named === 'true',
      });
    },
    async keepVersion({ params, body }) {
      connections.get(params.connectionId);
      if (body.kind !== 'graph') {
        const { kind, document } = body;
        const picture = await pictureOf(kind, document);
        if (picture === null) return { version: null };
        const version = await films.keep({ ...params, ...body, reason: 'before', picture });
        if (version !== null) changed(params.connectionId, params.projectId);
        return { version };
      }
      // What was saved before comes before it.
      await recorder.flush(params.connectionId, params.projectId);
      const version = await graphs.keep({ ...params, ...toKeep(body) });
      changed(params.connectionId, params.projectId);
      return { version };
    },
    getVersion: async ({ params: { versionId, ...project } }) =>
      documents.find(project, versionId).kind === 'graph'
        ? toPublicDocument(await graphs.document(project.connectionId, project.projectId, versionId))
        : films.document(project, versionId),
    changeVersion({ params: { versionId, ...project }, body }) {
      const version = documents.change(project, versionId, body);
      changed(project.connectionId, project.projectId);
      return version;
    },
    async deleteVersion({ params: { versionId, ...project } }) {
      await documents.delete(project, versionId);
      changed(project.connectionId, project.projectId);
    },
    getKnownProject: ({ params: { connectionId, projectId } }) => ({
      project: details.find(connectionId, projectId),
    }),
  }) satisfies Partial<DeskHandlers>;
