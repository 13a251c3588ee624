import type { Graph } from '#shared/graph/index.ts';
import { onRollback, type Database } from '#service/storage/database.ts';

/**
 * Graphs held in memory, with the texts and lookups that hang on them, so that a small change of a large project needs no
 * reading. The ones not asked for the longest go first.
 */

interface Kept {
  version: number;
  graph: Graph;
  size: number;
}

/** Nodes and wires held at most, over all graphs of a database. */
export const KEPT_SIZE = 200_000;
/** Graphs held at most: the lookups of a small one take more than its nodes, and it is read again in no time. */
export const KEPT_GRAPHS = 1000;

class KeptGraphs {
  readonly #graphs = new Map<string, Kept>();
  #size = 0;

  get count(): number {
    return this.#graphs.size;
  }

  get(projectId: string): Kept | undefined {
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
      const fits = this.#size <= KEPT_SIZE && this.#graphs.size <= KEPT_GRAPHS;
      if (fits || oldest === projectId) break;
      this.delete(oldest);
    }
  }

  delete(projectId: string): void {
    this.#size -= this.#graphs.get(projectId)?.size ?? 0;
    this.#graphs.delete(projectId);
  }
}

const keptOf = new WeakMap<Database, KeptGraphs>();

interface WithDatabase {
  db: Database;
}

/** Remembers a graph as that of a version; a rollback of the open transaction forgets it again. */
export function keepGraph({ db }: WithDatabase, projectId: string, version: number, graph: Graph): void {
  let graphs = keptOf.get(db);
  if (!graphs) keptOf.set(db, (graphs = new KeptGraphs()));
  graphs.set(projectId, version, graph);
  onRollback(db, () => dropGraph({ db }, projectId));
}

/** Says that a new version of a project has the same graph. */
export function keepGraphAsIs(ctx: WithDatabase, projectId: string, from: number, to: number): void {
  const graph = keptGraph(ctx, projectId, from);
  if (graph) keepGraph(ctx, projectId, to, graph);
}

/** The graph of a version, if it is in memory. */
export function keptGraph({ db }: WithDatabase, projectId: string, version: number): Graph | undefined {
  const found = keptOf.get(db)?.get(projectId);
  return found?.version === version ? found.graph : undefined;
}

export function dropGraph({ db }: WithDatabase, projectId: string): void {
  keptOf.get(db)?.delete(projectId);
}

/** How many graphs are in memory. */
export const keptGraphCount = ({ db }: WithDatabase): number => keptOf.get(db)?.count ?? 0;
