import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { PublicRunCreateRequest, RunInputValue } from '#shared/api/index.ts';
import { withInputOverrides, type Graph } from '#shared/graph/index.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import { transaction } from '../storage/transaction.ts';
import { purposeOf } from './run-purpose.ts';
import { readDocumentText } from '../versions/document-text.ts';

/** Far above any graph; what claims to be more is damage. */
const MAX_GRAPH_BYTES = 256 * 1024 * 1024;
/** Compressed bytes of all graphs; beyond it the oldest go whose outputs nobody marked. */
export const MAX_SOURCES_BYTES = 512 * 1024 * 1024;

/** What a run was asked to do, apart from its graph. */
export const RunRequest = z.object({
  targetNodeIds: z.array(z.string()).default([]),
  inputOverrides: PublicRunCreateRequest.shape.inputOverrides.default({}),
  template: z
    .object({
      templateId: z.string(),
      endpointId: z.string(),
      inputs: z.record(z.string(), RunInputValue),
    })
    .nullable()
    .default(null),
  /** Whether it runs a graph once more, or its project with other values that are not kept there. */
  once: z.boolean().default(false),
  /** False of a run whose start was not seen here: which inputs it overrode is not known. */
  isComplete: z.boolean().default(true),
});
export type RunRequest = z.infer<typeof RunRequest>;

export interface RecordedSource {
  projectId: string | null;
  projectVersion: number | null;
  request: RunRequest;
  /** Whether its graph is recorded. */
  hasGraph: boolean;
}

interface SourceToRecord {
  connectionId: string;
  runId: string;
  projectId: string | null;
  projectVersion: number | null;
  request: RunRequest;
  /** The graph before the overrides; null when it is not there yet. */
  graph: Graph | null;
  at: string;
}

/** What runs were asked to do: their requests, and their graphs once each, compressed. */
export interface RunSources {
  /** What is recorded of a run already stays as it is. */
  record(source: SourceToRecord): void;
  /** The graph of a run that was recorded without one. */
  attachGraph(connectionId: string, runId: string, graph: Graph): void;
  find(connectionId: string, runId: string): RecordedSource | null;
  /** The graph as it ran, overrides included; null when it is not here, or damaged. */
  graphOf(connectionId: string, runId: string): Graph | null;
  moveProject(connectionId: string, from: string, to: string): void;
  removeConnection(connectionId: string): void;
  /** Makes room where the graphs take more than they may. @param limit bytes. */
  cleanUp(limit: number): void;
}

/** What a run was for, as it is stored. */
function serializePurpose(request: RunRequest | undefined, graph: Graph | null): string | null {
  const purpose = request === undefined ? null : purposeOf(request, graph);
  return purpose === null ? null : JSON.stringify(purpose);
}

const Row = z.object({
  project_id: z.string().nullable(),
  project_version: z.number().nullable(),
  graph_hash: z.string().nullable(),
  request: z.string(),
});

/** A row as it is stored; null of none, and of a damaged one. */
function readRow(stored: unknown) {
  const row = Row.safeParse(stored);
  if (!row.success) return null;
  const request = RunRequest.safeParse(jsonOf(Buffer.from(row.data.request)));
  return { ...row.data, request: request.success ? request.data : RunRequest.parse({}) };
}

export function createRunSources(database: DatabaseSync): RunSources {
  const addGraph = database.prepare('INSERT OR IGNORE INTO run_graphs (hash, body) VALUES (?, ?)');
  const hasGraph = database.prepare('SELECT 1 FROM run_graphs WHERE hash = ?');
  const add = database.prepare(`
    INSERT OR IGNORE INTO run_sources
      (connection_id, run_id, project_id, project_version, graph_hash, request, occasion, recorded_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const attach = database.prepare(
    'UPDATE run_sources SET graph_hash = ?, occasion = ? WHERE connection_id = ? AND run_id = ? AND graph_hash IS NULL',
  );
  const selectSource = database.prepare('SELECT * FROM run_sources WHERE connection_id = ? AND run_id = ?');
  const body = database.prepare('SELECT body FROM run_graphs WHERE hash = ?');
  const move = database.prepare(
    'UPDATE run_sources SET project_id = ? WHERE connection_id = ? AND project_id = ?',
  );
  const removeAll = database.prepare('DELETE FROM run_sources WHERE connection_id = ?');
  const removeUnused = database.prepare(
    'DELETE FROM run_graphs WHERE NOT EXISTS (SELECT 1 FROM run_sources WHERE graph_hash = run_graphs.hash)',
  );
  const used = database.prepare('SELECT coalesce(sum(length(body)), 0) AS bytes FROM run_graphs');
  const removeOldest = database.prepare(`
    UPDATE run_sources SET graph_hash = NULL WHERE rowid IN (
      SELECT s.rowid FROM run_sources s WHERE s.graph_hash IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM outputs o WHERE o.connection_id = s.connection_id AND o.run_id = s.run_id
          AND (o.starred = 1 OR o.note IS NOT NULL
            OR EXISTS (SELECT 1 FROM collection_items i WHERE i.output_id = o.id)))
      ORDER BY s.recorded_at LIMIT 50)`);

  function writeGraph(graph: Graph): string {
    const text = JSON.stringify(graph);
    const hash = createHash('sha256').update(text).digest('hex');
    if (hasGraph.get(hash) === undefined) addGraph.run(hash, gzipSync(text, { level: 4 }));
    return hash;
  }

  function readGraph(hash: string): Graph | null {
    const row = body.get(hash);
    const bytes = row?.['body'];
    if (!(bytes instanceof Uint8Array)) return null;
    try {
      return readDocumentText(gunzipSync(bytes, { maxOutputLength: MAX_GRAPH_BYTES }).toString('utf8'));
    } catch {
      return null;
    }
  }

  const rowOf = (connectionId: string, runId: string) => readRow(selectSource.get(connectionId, runId));

  return {
    record: ({ connectionId, runId, projectId, projectVersion, request, graph, at }) =>
      transaction(database, () => {
        const hash = graph === null ? null : writeGraph(graph);
        const requestColumns = [JSON.stringify(request), serializePurpose(request, graph)] as const;
        add.run(connectionId, runId, projectId, projectVersion, hash, ...requestColumns, at);
      }),
    attachGraph: (connectionId, runId, graph) =>
      transaction(database, () => {
        const purpose = serializePurpose(rowOf(connectionId, runId)?.request, graph);
        attach.run(writeGraph(graph), purpose, connectionId, runId);
      }),
    find(connectionId, runId) {
      const row = rowOf(connectionId, runId);
      if (row === null) return null;
      return {
        projectId: row.project_id,
        projectVersion: row.project_version,
        request: row.request,
        hasGraph: row.graph_hash !== null,
      };
    },
    graphOf(connectionId, runId) {
      const row = rowOf(connectionId, runId);
      const graph = row === null || row.graph_hash === null ? null : readGraph(row.graph_hash);
      return graph === null || row === null
        ? null
        : withInputOverrides(graph, row.request.inputOverrides ?? {});
    },
    moveProject: (connectionId, from, to) => void move.run(to, connectionId, from),
    removeConnection: (connectionId) =>
      transaction(database, () => {
        removeAll.run(connectionId);
        removeUnused.run();
      }),
    cleanUp(limit) {
      removeUnused.run();
      while (Number(used.get()?.['bytes']) > limit) {
        if (removeOldest.run().changes === 0) return;
        removeUnused.run();
      }
    },
  };
}

/** Tells how many bytes graph and request of a run take compressed, at most; null when its graph is not here. */
export function createPackedSizes(
  database: DatabaseSync,
): (connectionId: string, runId: string) => number | null {
  // Overrides are in the request and, once applied, in the graph.
  const packed = database.prepare(`
    SELECT length(g.body) + 2 * length(s.request) AS bytes FROM run_sources s
      JOIN run_graphs g ON g.hash = s.graph_hash WHERE s.connection_id = ? AND s.run_id = ?`);
  return (connectionId, runId) => {
    const row = packed.get(connectionId, runId);
    return row === undefined ? null : Number(row['bytes']);
  };
}
