import {
  nodeEstimates,
  type KindSamples,
  type NodeEstimate,
  type PriceOf,
} from '#shared/desk/run-estimate.ts';
import type { GraphNode } from '#shared/graph/types.ts';

/** What each node is expected to take, from what nodes of its kind took before on this connection. */
export class NodeEstimates {
  readonly #listeners = new Set<() => void>();
  #kinds: readonly KindSamples[] | null = null;
  #find: ReturnType<typeof nodeEstimates> | null = null;

  /** @param priceOf what nodes are known to cost, however few samples there are. */
  set(kinds: readonly KindSamples[], priceOf?: PriceOf): void {
    if (kinds === this.#kinds) return;
    this.#kinds = kinds;
    this.#find = nodeEstimates(kinds, priceOf);
    for (const listener of this.#listeners) listener();
  }

  /** Null while the samples are not read. */
  of = (node: GraphNode): NodeEstimate | null => this.#find?.(node) ?? null;
  /** Stays the same until other samples are set. */
  get = (): readonly KindSamples[] | null => this.#kinds;
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
