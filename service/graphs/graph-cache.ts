import type { Graph } from '#shared/graph/index.ts';
import type { Database } from '#service/storage/database.ts';

/**
 * Graphs held in memory, with the texts and lookups that hang on them, so that a small change of a large project needs no
 * reading. The ones not asked for the longest go first.
 */

interface CachedGraph {
  version: number;
  graph: Graph;
  size: number;
}

/** Nodes and wires held at most, over all graphs of a database. */
export const MAX_CACHED_SIZE = 200_000;
/** Graphs held at most: the lookups of a small one take more than its nodes, and it is read again in no time. */
export const MAX_CACHED_GRAPHS = 1000;

class GraphCache {
  readonly #graphs = new Map<string, CachedGraph>();
  #size = 0;

  get count(): number {
    return this.#graphs.size;
  }

  get(projectId: string): CachedGraph | undefined {
    const found = this.#graphs.get(projectId);
    if (!found) return undefined;
    // To the end of the line.
    this.#graphs.delete(projectId);
    this.#graphs.set(projectId, found);
    return found;
  }

  set(projectId: string, version: number, graph: Graph): void {
    this.delete(projectId);
    const size = graph.nodes.length + graph.connections.length;
    this.#graphs.set(projectId, { version, graph, size });
    this.#size += size;
    for (const oldest of this.#graphs.keys()) {
      const fits = this.#size <= MAX_CACHED_SIZE && this.#graphs.size <= MAX_CACHED_GRAPHS;
      if (fits || oldest === projectId) break;
      this.delete(oldest);
    }
  }

  delete(projectId: string): void {
    this.#size -= this.#graphs.get(projectId)?.size ?? 0;
    this.#graphs.delete(projectId);
  }
}

const cacheOf = new WeakMap<Database, GraphCache>();

interface WithDatabase {
  db: Database;
}

/** Remembers a graph as that of a version, once the open transaction is committed. */
export function cacheGraph({ db }: WithDatabase, projectId: string, version: number, graph: Graph): void {
  db.afterCommit(() => {
    let graphs = cacheOf.get(db);
    if (!graphs) cacheOf.set(db, (graphs = new GraphCache()));
    graphs.set(projectId, version, graph);
  });
  // What was planned to be written has moved the lookups of the graph that is kept.
  db.onRollback(() => cacheOf.get(db)?.delete(projectId));
}

/** Says that a new version of a project has the same graph. */
export function cacheSameGraph(ctx: WithDatabase, projectId: string, from: number, to: number): void {
  const graph = cachedGraph(ctx, projectId, from);
  if (graph) cacheGraph(ctx, projectId, to, graph);
}

/** The graph of a version, if it is in memory. */
export function cachedGraph({ db }: WithDatabase, projectId: string, version: number): Graph | undefined {
  const found = cacheOf.get(db)?.get(projectId);
  return found?.version === version ? found.graph : undefined;
}

/** Forgets the graph of a project, once the open transaction is committed. */
export function dropCachedGraph({ db }: WithDatabase, projectId: string): void {
  db.afterCommit(() => cacheOf.get(db)?.delete(projectId));
}

/** How many graphs are in memory. */
export const cachedGraphCount = ({ db }: WithDatabase): number => cacheOf.get(db)?.count ?? 0;
