import type { DatabaseSync } from 'node:sqlite';
import { upstreamOf, type Graph } from '#shared/graph/index.ts';
import {
  describeMixture,
  mixtureOf,
  readSourceType,
  type FileOrigin,
  type Mixture,
  type Provenance,
} from '#shared/provenance/index.ts';
import { DamagedFile, findSourceType } from '#shared/saved-settings/index.ts';
import { joinKey } from '#shared/language/join-key.ts';
import type { Media } from '../media/media.ts';
import type { RunSources } from '../runs/run-sources.ts';
import { readOnDisk } from '../saved-settings/embed-settings.ts';

/** Larger files are not looked at to see what they say of themselves. */
const MAX_READ_BYTES = 64 * 1024 * 1024;
/** Files of one output that are looked at, through all earlier runs. */
const MAX_FILES = 300;
/** Earlier runs whose outputs went into one another. */
const MAX_DEPTH = 12;
/** Files whose word is cached: they never change. */
const MAX_CACHED = 5000;

/** How much of outputs came from models. */
export interface OutputProvenances {
  /** @returns null when the graph of the run is not on this computer. */
  find(connectionId: string, runId: string, nodeId: string, signal: AbortSignal): Promise<Provenance | null>;
}

interface ProvenanceOptions {
  database: DatabaseSync;
  sources: Pick<RunSources, 'find' | 'graphOf'>;
  media: Pick<Media, 'original' | 'start'>;
}

type Spelled = { type?: unknown; value?: unknown };
const isFile = (input: unknown): input is { value: string } =>
  typeof input === 'object' &&
  input !== null &&
  (input as Spelled).type === 'file' &&
  typeof (input as Spelled).value === 'string';

/** The files that stand in inputs of a node and of all that feed it. */
function filesAbove(graph: Graph, nodeId: string): string[] {
  const above = upstreamOf(graph, [nodeId]);
  const values = graph.nodes.flatMap((node) => (above.has(node.id) ? Object.values(node.inputs ?? {}) : []));
  const items = values.flatMap((input): unknown[] =>
    input.type === 'list' && Array.isArray(input.value) ? input.value : [input],
  );
  return [...new Set(items.filter(isFile).map(({ value }) => value))];
}

export function createOutputProvenances({ database, sources, media }: ProvenanceOptions): OutputProvenances {
  const runOfFile = database.prepare(
    'SELECT run_id, node_id FROM outputs WHERE connection_id = ? AND file_id = ? AND node_id IS NOT NULL ORDER BY id LIMIT 1',
  );
  const cached = new Map<string, string | null>();

  /** What a file says of itself; null of one that says nothing, cannot be read, or is too large. */
  async function statedSourceType(
    connectionId: string,
    fileId: string,
    signal: AbortSignal,
  ): Promise<string | null> {
    const key = joinKey(connectionId, fileId);
    const before = cached.get(key);
    if (before !== undefined) return before;
    const text = await readSourceTypeOf(connectionId, fileId, signal);
    if (text === undefined) return null;
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(key, text);
    return text;
  }

  /** @returns undefined where it could not be read now. */
  async function readSourceTypeOf(
    connectionId: string,
    fileId: string,
    signal: AbortSignal,
  ): Promise<string | null | undefined> {
    const item = { connectionId, source: { kind: 'file' as const, fileId }, variant: 'original' as const };
    try {
      const { sizeBytes } = await media.start(item, 16, signal);
      if (sizeBytes === null || sizeBytes > MAX_READ_BYTES) return null;
      const { path } = await media.original(item, signal);
      return await readOnDisk(path, findSourceType);
    } catch (error) {
      if (signal.aborted) throw error;
      return error instanceof DamagedFile ? null : undefined;
    }
  }

  /** @param isRead counts files that were looked at; false once they are too many. */
  async function trace(
    run: { connectionId: string; runId: string; nodeId: string },
    depth: number,
    isRead: () => boolean,
    signal: AbortSignal,
  ): Promise<Mixture | null> {
    const { connectionId, runId, nodeId } = run;
    const source = sources.find(connectionId, runId);
    const graph = source?.hasGraph === true ? sources.graphOf(connectionId, runId) : null;
    if (source === null || graph === null) return null;
    const origins = new Map<string, FileOrigin>();
    // Where a run may have had other inputs, what stands in the graph need not be what went in.
    const files = source.request.isComplete ? filesAbove(graph, nodeId) : [];
    for (const fileId of files) {
      if (!isRead()) break;
      const origin = await originOf(connectionId, fileId, depth, isRead, signal);
      if (origin !== null) origins.set(fileId, origin);
    }
    return mixtureOf(graph, nodeId, { originOf: (fileId) => origins.get(fileId) });
  }

  async function originOf(
    connectionId: string,
    fileId: string,
    depth: number,
    isRead: () => boolean,
    signal: AbortSignal,
  ): Promise<FileOrigin | null> {
    const row = runOfFile.get(connectionId, fileId);
    const [runId, nodeId] = [row?.['run_id'], row?.['node_id']];
    if (typeof runId === 'string' && typeof nodeId === 'string' && depth < MAX_DEPTH) {
      const mixture = await trace({ connectionId, runId, nodeId }, depth + 1, isRead, signal);
      if (mixture !== null) return { mixture };
    }
    const text = await statedSourceType(connectionId, fileId, signal);
    return text === null ? null : { sourceType: readSourceType(text) };
  }

  return {
    async find(connectionId, runId, nodeId, signal) {
      let left = MAX_FILES;
      const mixture = await trace({ connectionId, runId, nodeId }, 0, () => (left -= 1) >= 0, signal);
      return mixture && describeMixture(mixture);
    },
  };
}
