import type { DatabaseSync } from 'node:sqlite';
import { endpoints, type PublicProjectDocument } from '#shared/api/index.ts';
import type { ProjectVersion, VersionDocument, VersionKeepRequest } from '#shared/desk/index.ts';
import { observeWithAll } from '../api/proxy-observer.ts';
import type { Connections } from '../connections/connections.ts';
import type { ConnectionSignals } from '../connections/connections-feature.ts';
import type { CoreContext, Feature } from '../feature.ts';
import type { DeskHandlers } from '../http/desk-router.ts';
import type { SavedState } from './document-text.ts';
import { createDetailsObserver, createProjectDetails, type ProjectDetailsStore } from './project-details.ts';
import { createVersionRecorder, type VersionRecorder } from './recorder.ts';
import { canvasIn, createVersionObserver } from './version-observer.ts';
import { createVersionStore, type VersionStore } from './version-store.ts';
import { createDocumentVersions } from './document-versions.ts';
import { openFilmVersions } from './film-versions-feature.ts';

/** Of graphs, and of storyboards and timelines. */
const VERSION_BYTES = 500_000_000;
const FILM_VERSION_BYTES = 200_000_000;

/** A document of the service as the history has it. */
const stateIn = ({ version, document, metadata }: PublicProjectDocument) => ({
  version,
  graph: { ...document.graph, ...canvasIn(metadata) },
});

/** A state that a page asks to keep. */
const toKeep = ({ canvas, graph, name = null, ...state }: VersionKeepRequest) => ({
  ...state,
  name,
  graph: { ...graph, canvas },
});

/** A version as pages read it: its canvas items beside its graph. */
function toPublicDocument({
  version,
  graph: state,
}: {
  version: ProjectVersion;
  graph: SavedState;
}): VersionDocument {
  const { canvas, ...graph } = state;
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
  const films = openFilmVersions({ clock, log, events }, documents);
  handles.add('versions', documents, async (open) => {
    await films.observer.settled();
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
    onSaved: (connectionId, projectId) => events.emit({ type: 'versions', connectionId, projectId }),
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
      [createVersionObserver(recorder, log), films.observer, createDetailsObserver(details, log)],
      log,
    ),
    async start() {
      await documents.cleanUp();
      details.cleanUp();
    },
    routes: {
      ...films.routes,
      ...graphRoutes({ connections, versions, recorder, details, events }),
    } satisfies Partial<DeskHandlers>,
  } satisfies Feature & Record<string, unknown>;
}

const graphRoutes = ({
  connections,
  versions,
  recorder,
  details,
  events,
}: {
  connections: Connections;
  versions: VersionStore;
  recorder: VersionRecorder;
  details: ProjectDetailsStore;
  events: CoreContext['events'];
}) =>
  ({
    listVersions({ params, query }) {
      connections.get(params.connectionId);
      return versions.list(params.connectionId, params.projectId, {
        cursor: query.cursor,
        ...(query.limit === undefined ? {} : { limit: Number(query.limit) }),
        namedOnly: query.named === 'true',
      });
    },
    async keepVersion({ params, body }) {
      connections.get(params.connectionId);
      // What was saved before comes before it.
      await recorder.flush(params.connectionId, params.projectId);
      const version = await versions.keep({ ...params, ...toKeep(body) });
      events.emit({ type: 'versions', ...params });
      return version;
    },
    getVersion: async ({ params: { connectionId, projectId, versionId } }) =>
      toPublicDocument(await versions.document(connectionId, projectId, versionId)),
    changeVersion({ params: { connectionId, projectId, versionId }, body }) {
      const changed = versions.change(connectionId, projectId, versionId, body);
      events.emit({ type: 'versions', connectionId, projectId });
      return changed;
    },
    async deleteVersion({ params: { connectionId, projectId, versionId } }) {
      await versions.delete(connectionId, projectId, versionId);
      events.emit({ type: 'versions', connectionId, projectId });
    },
    getKnownProject: ({ params: { connectionId, projectId } }) => ({
      project: details.find(connectionId, projectId),
    }),
  }) satisfies Partial<DeskHandlers>;
