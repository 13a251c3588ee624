import { createSerialize } from '#shared/language/serialize.ts';
import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { ProjectVersion, VersionChange, VersionPage, VersionReason } from '#shared/desk/index.ts';
import { compareInSlices, countChanges, graphThumbnailInSlices, type Graph } from '#shared/graph/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import { DeskError } from '../desk-error.ts';
import type { Clock, CoreLog } from '../options.ts';
import { runInSlices } from '../slices.ts';
import { createDocumentFiles, hashOf } from './document-files.ts';
import { documentText, readDocumentText, type SavedState } from './document-text.ts';
import { statesBefore, type StateBefore } from './states-before.ts';
import { createVersionRows, toProjectVersion, type VersionRow } from './version-rows.ts';

const PAGE = 50;

/** A state of a project to be saved. */
export interface VersionToKeep {
  connectionId: string;
  projectId: string;
  version: number;
  reason: VersionReason;
  graph: SavedState;
  name?: string | null;
}

/** The versions of all projects that are saved on this computer. */
export interface VersionStore {
  /** Resolves when the version is on the disk. What equals the newest version of its project is that one. */
  keep(state: VersionToKeep): Promise<ProjectVersion>;
  /** @throws DeskError `INVALID_REQUEST` for a cursor that no page gave. */
  list(
    connectionId: string,
    projectId: string,
    query: { cursor?: string | undefined; limit?: number; namedOnly?: boolean },
  ): VersionPage;
  /** @throws DeskError `NOT_FOUND` when there is no such version, or its document is damaged. */
  document(
    connectionId: string,
    projectId: string,
    id: string,
  ): Promise<{ version: ProjectVersion; graph: SavedState }>;
  /** The graph that the service had under this number; null when it is not kept. */
  graphAt(connectionId: string, projectId: string, version: number): Promise<Graph | null>;
  /** @throws DeskError `NOT_FOUND` */
  change(connectionId: string, projectId: string, id: string, change: VersionChange): ProjectVersion;
  delete(connectionId: string, projectId: string, id: string): Promise<void>;
  /** Notes that the database of a connection's service was replaced, once for each name. */
  noteRestoration(connectionId: string, restoration: string): void;
  /** The last undamaged state of each project before that. @param backupFrom when its backup was made; null without one. */
  before(connectionId: string, restoration: string, backupFrom: string | null): StateBefore[];
  /** The project was made anew under another id: its versions go with it. */
  moveProject(connectionId: string, from: string, to: string): Promise<void>;
  removeProject(connectionId: string, projectId: string): Promise<void>;
  removeConnection(connectionId: string): Promise<void>;
  /** Removes what a stop in the middle of something left, and notes documents that are missing. */
  cleanUp(): Promise<void>;
  /** Waits for what is being written. */
  close(): Promise<void>;
}

export function createVersionStore(options: {
  directory: string;
  database: DatabaseSync;
  /** Bytes of compressed documents. */
  limit: number;
  clock: Clock;
  log: CoreLog;
}): VersionStore {
  const { limit, clock, log } = options;
  const rows = createVersionRows(options.database);
  const files = createDocumentFiles(options.directory);
  /** The newest graph of projects that are open, so that the next is compared without reading it again. */
  const latest = new Map<string, { id: string; graph: Graph }>();
  /** One write at a time: a document is not removed while another version of it is being added. */
  const serialize = createSerialize();

  function rowOf(connectionId: string, projectId: string, id: string): VersionRow {
    const row = rows.find(connectionId, projectId, id);
    if (!row) throw new DeskError('NOT_FOUND', 'This version is no longer stored.');
    return row;
  }

  async function graphOf(row: VersionRow): Promise<SavedState | null> {
    const text = await files.read(row.hash);
    const graph = text === null ? null : readDocumentText(text);
    if (graph === null && row.damaged === 0) {
      rows.markDamaged(row.hash);
      log.warn({ versionId: row.id }, 'the document of a saved version is damaged');
    }
    return graph;
  }

  async function latestGraph(row: VersionRow): Promise<Graph | null> {
    const cached = latest.get(joinKey(row.connection_id, row.project_id));
    return cached?.id === row.id ? cached.graph : graphOf(row);
  }

  function remember(version: { id: string; connectionId: string; projectId: string }, graph: Graph): void {
    const key = joinKey(version.connectionId, version.projectId);
    latest.delete(key);
    latest.set(key, { id: version.id, graph });
    if (latest.size > 4) latest.delete(latest.keys().next().value ?? '');
  }

  async function removeFiles(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) await files.remove(hash);
  }

  async function add(state: VersionToKeep): Promise<ProjectVersion> {
    const { connectionId, projectId, graph, name = null } = state;
    const text = await documentText(graph);
    const hash = hashOf(text);
    const [before] = rows.page(connectionId, projectId, Number.MAX_SAFE_INTEGER, false, 1);
    if (before?.hash === hash && before.damaged === 0 && (name === null || before.name === null)) {
      if (name !== null) rows.update(before.place, { name, keep: before.keep === 1 });
      remember({ id: before.id, connectionId, projectId }, graph);
      return toProjectVersion({ ...before, name: name ?? before.name });
    }
    const previous = before ? await latestGraph(before) : null;
    const sizeBytes = rows.hasDocument(hash) ? rows.sizeOf(hash) : await files.write(hash, text);
    const version = {
      id: `version_${clock.now().toString(36)}${randomBytes(6).toString('hex')}`,
      connectionId,
      projectId,
      version: state.version,
      reason: state.reason,
      name,
      keep: false,
      at: new Date(clock.now()).toISOString(),
      nodeCount: graph.nodes.length,
      changes: previous ? countChanges(await runInSlices(compareInSlices(previous, graph))) : null,
      sketch: await runInSlices(graphThumbnailInSlices(graph)),
    };
    rows.add({ ...version, hash, sizeBytes });
    remember(version, graph);
    await removeFiles(rows.evict(limit, version.id));
    return { ...version, damaged: false };
  }

  return {
    keep: (state) => serialize(() => add(state)),

    list(connectionId, projectId, { cursor, limit: count = PAGE, namedOnly = false }) {
      const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number.parseInt(cursor, 36);
      if (!Number.isSafeInteger(before)) {
        throw new DeskError('INVALID_REQUEST', 'This page of the history is not known. Open it again.');
      }
      const found = rows.page(connectionId, projectId, before, namedOnly, count + 1);
      const page = found.slice(0, count);
      return {
        versions: page.map(toProjectVersion),
        nextCursor: found.length > count ? (page.at(-1)?.place ?? 0).toString(36) : null,
        usedBytes: rows.usedBytes(),
        limitBytes: limit,
      };
    },

    async document(connectionId, projectId, id) {
      const row = rowOf(connectionId, projectId, id);
      const graph = await graphOf(row);
      if (graph) return { version: toProjectVersion(row), graph };
      throw new DeskError(
        'NOT_FOUND',
        'This version was damaged on the disk and cannot be shown. The others are not affected.',
        { status: 410 },
      );
    },

    async graphAt(connectionId, projectId, version) {
      const row = rows.findNumbered(connectionId, projectId, version);
      return row === null ? null : latestGraph(row);
    },

    change(connectionId, projectId, id, { name, keep }) {
      const row = rowOf(connectionId, projectId, id);
      const next = {
        name: name === undefined ? row.name : name,
        keep: keep === undefined ? row.keep === 1 : keep,
      };
      rows.update(row.place, next);
      return toProjectVersion({ ...row, name: next.name, keep: next.keep ? 1 : 0 });
    },

    delete: (connectionId, projectId, id) =>
      serialize(async () => removeFiles(rows.remove(rowOf(connectionId, projectId, id).place))),

    noteRestoration: (connectionId, restoration) => rows.addRestoration(connectionId, restoration),

    before: (connectionId, restoration, backupFrom) =>
      statesBefore(rows.states(connectionId), rows.restorations(connectionId), restoration, backupFrom),

    moveProject: (connectionId, from, to) =>
      serialize(async () => {
        latest.delete(joinKey(connectionId, from));
        latest.delete(joinKey(connectionId, to));
        rows.moveProject(connectionId, from, to);
      }),

    removeProject: (connectionId, projectId) =>
      serialize(async () => {
        latest.delete(joinKey(connectionId, projectId));
        await removeFiles(rows.removeProject(connectionId, projectId));
      }),

    removeConnection: (connectionId) =>
      serialize(async () => {
        latest.clear();
        await removeFiles(rows.removeConnection(connectionId));
      }),

    cleanUp: () =>
      serialize(async () => {
        const documentHashes = rows.documents();
        const present = await files.cleanUp(new Set(documentHashes));
        for (const hash of documentHashes) {
          if (present.has(hash)) continue;
          rows.markDamaged(hash);
          log.warn({}, 'the document of a saved version is missing');
        }
      }),

    close: () => serialize(() => undefined),
  };
}
