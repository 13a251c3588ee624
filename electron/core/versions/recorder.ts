import type { PatchOperation } from '#shared/api/index.ts';
import { emptyCanvas, type CanvasItems } from '#shared/canvas/items.ts';
import type { VersionReason } from '#shared/desk/index.ts';
import { applyOperations, findNode, inputConnection, type Graph } from '#shared/graph/index.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { Clock, CoreLog } from '../options.ts';
import type { SavedState } from './document-text.ts';
import type { VersionStore } from './version-store.ts';

/** Saves that follow each other within this time are saved as one version; milliseconds. */
const VERSION_DEBOUNCE_MS = 2000;
/** While saving goes on without a pause, one version is saved at least this often. */
const MAX_DEBOUNCE_MS = 20_000;
/** Projects whose document is held in memory; others are read again when they change. */
const MAX_TRACKED = 4;

/**
 * Follows the documents of open projects from what passes between pages and services, and keeps their versions. The
 * page does nothing for it: what was saved is saved also when the page is gone the moment after.
 */
export interface VersionRecorder {
  /** A whole document came from the service. */
  onDocumentRead(
    connectionId: string,
    projectId: string,
    document: { version: number; graph: SavedState; isLocal: boolean },
  ): void;
  /** The service took operations that a page sent. @param touched what it answered of the nodes and wires they touch. */
  operationsSaved(
    connectionId: string,
    projectId: string,
    saved: {
      expectedVersion: number;
      version: number;
      operations: readonly PatchOperation[];
      touched: Graph;
    },
  ): void;
  /** A page made the service change a project in a way that only reading it tells. */
  changedUnseen(connectionId: string, projectId: string, version: number): void;
  /** The project has another version, and the graph of before. @param canvas its items, where these were changed. */
  renumbered(
    connectionId: string,
    projectId: string,
    change: { expectedVersion: number; version: number; canvas?: CanvasItems },
  ): void;
  /** The project is gone: nothing more is saved of it. */
  clear(connectionId: string, projectId: string): void;
  /** The service numbers versions anew: what waits is saved, then its projects are followed from their next document. */
  startOver(connectionId: string): Promise<void>;
  /** The graph of just this version, where it is the present one of an open project. */
  graphAt(connectionId: string, projectId: string, version: number): Graph | null;
  /** Keeps at once what waits of a project, as far as it is known here. */
  flush(connectionId: string, projectId: string): Promise<void>;
  close(): Promise<void>;
}

interface TrackedProject {
  connectionId: string;
  projectId: string;
  version: number;
  /** Null when it must be read from the service. */
  graph: SavedState | null;
  /** Why the present state should be saved; null when it is. */
  pending: VersionReason | null;
  /** When it began to wait. */
  since: number;
  timer: AbortController | null;
  /** Numbers of versions that were saved from this computer. */
  ours: Set<number>;
  last: Promise<void>;
}

const newlyTracked = (
  project: Pick<TrackedProject, 'connectionId' | 'projectId' | 'version' | 'graph'>,
): TrackedProject => ({
  ...project,
  pending: null,
  since: 0,
  timer: null,
  ours: new Set(),
  last: Promise.resolve(),
});

export function createVersionRecorder(options: {
  store: VersionStore;
  /** Reads a document from its service. */
  read: (
    connectionId: string,
    projectId: string,
    signal: AbortSignal,
  ) => Promise<{ version: number; graph: SavedState }>;
  /** Called when the history of a project has grown. */
  onSaved: (connectionId: string, projectId: string) => void;
  clock: Clock;
  log: CoreLog;
}): VersionRecorder {
  const { store, clock, log } = options;
  const tracked = new Map<string, TrackedProject>();
  const ending = new AbortController();

  function follow(connectionId: string, projectId: string): TrackedProject | undefined {
    const key = joinKey(connectionId, projectId);
    const found = tracked.get(key);
    if (!found) return undefined;
    // Last used, last to be let go.
    tracked.delete(key);
    tracked.set(key, found);
    return found;
  }

  function begin(
    connectionId: string,
    projectId: string,
    version: number,
    graph: SavedState | null,
  ): TrackedProject {
    const project = newlyTracked({ connectionId, projectId, version, graph });
    tracked.set(joinKey(connectionId, projectId), project);
    for (const [key, candidate] of tracked) {
      if (tracked.size <= MAX_TRACKED) break;
      if (candidate.pending === null) tracked.delete(key);
    }
    return project;
  }

  /** Hands the present state to the store, after all before it. */
  function saveVersion(project: TrackedProject): void {
    const { pending: reason, graph, version, connectionId, projectId } = project;
    project.timer?.abort();
    project.timer = null;
    if (reason === null || graph === null) return;
    project.pending = null;
    const before = project.last;
    const keep = async () => {
      await before;
      try {
        await store.keep({ connectionId, projectId, version, reason, graph });
        options.onSaved(connectionId, projectId);
      } catch (error) {
        log.warn({ name: error instanceof Error ? error.name : 'unknown' }, 'a version could not be saved');
      }
    };
    project.last = keep();
  }

  async function readCurrent(project: TrackedProject): Promise<void> {
    const { connectionId, projectId } = project;
    try {
      const document = await options.read(connectionId, projectId, ending.signal);
      if (project.graph === null && document.version >= project.version) {
        const isLocal = project.ours.has(document.version);
        project.version = document.version;
        project.graph = document.graph;
        project.pending = isLocal ? 'saved' : 'elsewhere';
      }
    } catch {
      // It is read again when the project is next opened or saved.
      log.debug({}, 'a document could not be read for the history');
    }
    saveVersion(project);
  }

  function wait(project: TrackedProject, reason: VersionReason): void {
    const timestamp = clock.now();
    if (project.pending === null) project.since = timestamp;
    project.pending = reason;
    project.timer?.abort();
    const timer = new AbortController();
    project.timer = timer;
    const pending = Math.min(timestamp + VERSION_DEBOUNCE_MS, project.since + MAX_DEBOUNCE_MS) - timestamp;
    const keepThen = async () => {
      try {
        await clock.sleep(Math.max(0, pending), timer.signal);
      } catch {
        return; // Something else came first.
      }
      if (timer.signal.aborted) return;
      if (project.graph === null) await readCurrent(project);
      else saveVersion(project);
    };
    void keepThen();
  }

  return {
    onDocumentRead(connectionId, projectId, { version, graph, isLocal }) {
      const project = follow(connectionId, projectId);
      if (!project) {
        const started = begin(connectionId, projectId, version, graph);
        started.pending = isLocal ? 'saved' : 'opened';
        if (isLocal) started.ours.add(version);
        saveVersion(started);
        return;
      }
      if (isLocal) project.ours.add(version);
      if (version === project.version && project.graph !== null) return;
      // A response that was overtaken on its way tells nothing new.
      if (isLocal && version < project.version) return;
      saveVersion(project);
      project.version = version;
      project.graph = graph;
      if (isLocal) return wait(project, 'saved');
      project.pending = project.ours.has(version) ? 'saved' : 'elsewhere';
      saveVersion(project);
    },

    operationsSaved(connectionId, projectId, { expectedVersion, version, operations, touched }) {
      const project =
        follow(connectionId, projectId) ?? begin(connectionId, projectId, expectedVersion, null);
      // Sent again and answered again.
      if (version <= project.version) return;
      project.ours.add(version);
      const applied =
        project.graph !== null && project.version === expectedVersion
          ? applyOperations(project.graph, operations)
          : null;
      const canvas = project.graph?.canvas;
      project.version = version;
      project.graph = applied?.ok && covers(applied.graph, touched) ? { ...applied.graph, canvas } : null;
      wait(project, 'saved');
    },

    changedUnseen(connectionId, projectId, version) {
      const project = follow(connectionId, projectId) ?? begin(connectionId, projectId, version - 1, null);
      if (version <= project.version) return;
      saveVersion(project);
      project.ours.add(version);
      project.version = version;
      project.graph = null;
      wait(project, 'saved');
    },

    renumbered(connectionId, projectId, { expectedVersion, version, canvas }) {
      const project = follow(connectionId, projectId);
      if (project?.version === expectedVersion) {
        project.version = version;
        project.ours.add(version);
        if (!canvas || !project.graph || jsonEqual(canvas, project.graph.canvas ?? emptyCanvas())) return;
        project.graph = { ...project.graph, canvas };
        wait(project, 'saved');
      }
    },

    clear(connectionId, projectId) {
      const project = tracked.get(joinKey(connectionId, projectId));
      tracked.delete(joinKey(connectionId, projectId));
      project?.timer?.abort();
      const removed = (project?.last ?? Promise.resolve()).then(() =>
        store.removeProject(connectionId, projectId),
      );
      removed.catch(() => log.warn({}, 'the history of a deleted project could not be removed'));
    },

    async startOver(connectionId) {
      for (const [key, project] of tracked) {
        if (project.connectionId !== connectionId) continue;
        saveVersion(project);
        tracked.delete(key);
        await project.last;
      }
    },

    graphAt(connectionId, projectId, version) {
      const project = tracked.get(joinKey(connectionId, projectId));
      return project?.version === version ? project.graph : null;
    },

    async flush(connectionId, projectId) {
      const project = tracked.get(joinKey(connectionId, projectId));
      if (project?.graph) saveVersion(project);
      await project?.last;
    },

    async close() {
      for (const project of tracked.values()) saveVersion(project);
      ending.abort(new DOMException('Patchbay is closing.', 'AbortError'));
      for (const project of tracked.values()) await project.last;
    },
  };
}

/** Whether a graph has everything of another just so: then the service made of the operations what was made of them here. */
function covers(graph: Graph, subset: Graph): boolean {
  return (
    subset.nodes.every((node) => {
      const ours = findNode(graph, node.id);
      return (
        ours !== undefined &&
        ours.type === node.type &&
        (ours.title ?? null) === (node.title ?? null) &&
        jsonEqual(ours.position ?? null, node.position ?? null) &&
        jsonEqual(ours.inputs ?? {}, node.inputs ?? {})
      );
    }) &&
    subset.connections.every(({ from, to }) => {
      const ours = inputConnection(graph, to[0], to[1]);
      return ours?.from[0] === from[0] && ours.from[1] === from[1];
    })
  );
}
