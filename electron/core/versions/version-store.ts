import type { GraphVersion, VersionReason } from '#shared/desk/index.ts';
import { compareInSlices, countChanges, graphThumbnailInSlices, type Graph } from '#shared/graph/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { Clock } from '../options.ts';
import { runInSlices } from '../slices.ts';
import { hashOf } from './document-files.ts';
import { documentText, readDocumentText, type SavedState } from './document-text.ts';
import { statesBefore, type StateBefore } from './states-before.ts';
import { damagedVersion, type DocumentVersions } from './document-versions.ts';
import { toGraphVersion } from './project-version.ts';
import type { VersionKey, VersionRow } from './version-rows.ts';

/** A state of a project to be saved. */
export interface VersionToKeep {
  connectionId: string;
  projectId: string;
  version: number;
  reason: VersionReason;
  graph: SavedState;
  name?: string | null;
}

/** The versions of the graphs of all projects that are saved on this computer. */
export interface VersionStore {
  /** Resolves when the version is on the disk. What equals the newest version of its project is that one. */
  keep(state: VersionToKeep): Promise<GraphVersion>;
  /** @throws DeskError `NOT_FOUND` when there is no such version, or its document is damaged. */
  document(
    connectionId: string,
    projectId: string,
    id: string,
  ): Promise<{ version: GraphVersion; graph: SavedState }>;
  /** The graph that the service had under this number; null when it is not kept. */
  graphAt(connectionId: string, projectId: string, version: number): Promise<Graph | null>;
  /** Notes that the database of a connection's service was replaced, once for each name. */
  noteRestoration(connectionId: string, restoration: string): void;
  /** The last undamaged state of each project before that. @param backupFrom when its backup was made; null without one. */
  before(connectionId: string, restoration: string, backupFrom: string | null): StateBefore[];
  /** The project was made anew under another id: its versions go with it. */
  moveProject(connectionId: string, from: string, to: string): Promise<void>;
  removeProject(connectionId: string, projectId: string): Promise<void>;
}

const keyOf = (connectionId: string, projectId: string): VersionKey => ({
  connectionId,
  projectId,
  kind: 'graph',
});

/** The graphs among the versions: compared with each other, and read as graphs. */
export function createVersionStore(store: DocumentVersions, clock: Clock): VersionStore {
  const { rows } = store;
  /** The newest graph of projects that are open, so that the next is compared without reading it again. */
  const latest = new Map<string, { id: string; graph: Graph }>();

  async function graphOf(row: VersionRow): Promise<SavedState | null> {
    const text = await store.text(row);
    const graph = text === null ? null : readDocumentText(text);
    if (graph === null) store.noteDamaged(row);
    return graph;
  }

  async function latestGraph(row: VersionRow): Promise<Graph | null> {
    const cached = latest.get(joinKey(row.connection_id, row.project_id));
    return cached?.id === row.id ? cached.graph : graphOf(row);
  }

  function remember(id: string, { connectionId, projectId }: VersionKey, graph: Graph): void {
    const key = joinKey(connectionId, projectId);
    latest.delete(key);
    latest.set(key, { id, graph });
    if (latest.size > 4) latest.delete(latest.keys().next().value ?? '');
  }

  async function add(state: VersionToKeep): Promise<GraphVersion> {
    const { graph, name = null } = state;
    const key = keyOf(state.connectionId, state.projectId);
    const text = await documentText(graph);
    const before = store.latest(key);
    if (before?.hash === hashOf(text) && before.damaged === 0 && (name === null || before.name === null)) {
      remember(before.id, key, graph);
      const { reason } = before;
      return toGraphVersion(
        name === null ? before : store.update(before, { name, keep: before.keep === 1, reason }),
      );
    }
    const previous = before ? await latestGraph(before) : null;
    const changes = previous ? countChanges(await runInSlices(compareInSlices(previous, graph))) : null;
    const row = await store.write(
      key,
      {
        version: state.version,
        reason: state.reason,
        name,
        at: new Date(clock.now()).toISOString(),
        firstAt: null,
        nodeCount: graph.nodes.length,
        changes: changes === null ? null : JSON.stringify(changes),
        sketch: JSON.stringify(await runInSlices(graphThumbnailInSlices(graph))),
        steps: null,
      },
      text,
      { idPrefix: 'version', replaces: null },
    );
    remember(row.id, key, graph);
    return toGraphVersion(row);
  }

  return {
    keep: (state) => store.serialize(() => add(state)),

    async document(connectionId, projectId, id) {
      const row = store.find({ connectionId, projectId }, id);
      const graph = await graphOf(row);
      if (graph === null) throw damagedVersion();
      return { version: toGraphVersion(row), graph };
    },

    async graphAt(connectionId, projectId, version) {
      const row = rows.findNumbered(connectionId, projectId, version);
      return row === null ? null : latestGraph(row);
    },

    noteRestoration: (connectionId, restoration) => rows.addRestoration(connectionId, restoration),

    before: (connectionId, restoration, backupFrom) =>
      statesBefore(rows.states(connectionId), rows.restorations(connectionId), restoration, backupFrom),

    moveProject(connectionId, from, to) {
      latest.delete(joinKey(connectionId, from));
      latest.delete(joinKey(connectionId, to));
      return store.moveProject(connectionId, from, to);
    },

    removeProject(connectionId, projectId) {
      latest.delete(joinKey(connectionId, projectId));
      return store.removeProject(connectionId, projectId);
    },
  };
}
