import {
  estimateRun,
  nodeEstimates,
  type KindSamples,
  type NodeEstimate,
  type PriceOf,
} from '#shared/desk/run-estimate.ts';
import type { Graph, GraphNode } from '#shared/graph/types.ts';

/** What each node is expected to take, from what nodes of its kind took before on this connection. */
export class NodeEstimates {
  readonly #listeners = new Set<() => void>();
  #kinds: readonly KindSamples[] | null = null;
  #find: ReturnType<typeof nodeEstimates> | null = null;
  #priceOf: PriceOf | undefined;

  /** @param priceOf what nodes are known to cost, however few samples there are. */
  set(kinds: readonly KindSamples[], priceOf?: PriceOf): void {
    if (kinds === this.#kinds) return;
    this.#kinds = kinds;
    this.#priceOf = priceOf;
    this.#find = nodeEstimates(kinds, priceOf);
    for (const listener of this.#listeners) listener();
  }

  /** Null while the samples are not read. */
  of = (node: GraphNode): NodeEstimate | null => this.#find?.(node) ?? null;
  /**
   * What several nodes are expected to take together: costs as a sum, times along the longest path.
   * @param graph those that a run executes, with the wires between them. Null while nothing is known of any.
   */
  together(graph: Graph): NodeEstimate | null {
    if (!this.#kinds || graph.nodes.length === 0) return null;
    const runs = new Set(graph.nodes.map(({ id }) => id));
    const { samples, duration, microcredits } = estimateRun(graph, runs, this.#kinds, this.#priceOf);
    return { samples, duration, microcredits };
  }
  /** Stays the same until other samples are set. */
  get = (): readonly KindSamples[] | null => this.#kinds;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
