import { NodeKeys, type LinkedGraph } from '#shared/graph/node-keys.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorStore } from '../model/editor-store.ts';

/** The keys of the open document's nodes (see `shared/graph/node-keys.ts`), with listeners for one node and for all. */
export class SessionKeys {
  readonly #keys: NodeKeys;
  readonly #ofNode = new Map<string, Set<() => void>>();
  readonly #ofAll = new Set<(nodeIds: ReadonlySet<string>) => void>();

  constructor(store: EditorStore, catalog: Catalog) {
    const graph: LinkedGraph = {
      node: (id) => store.getNode(id),
      wiresInto: (id) => store.wiresOf(id).filter(({ to }) => to[0] === id),
      wiresOutOf: (id) => store.wiresOf(id).filter(({ from }) => from[0] === id),
    };
    this.#keys = new NodeKeys(graph, (type) => {
      const entry = catalog.find(type);
      return entry?.pins ? { inputs: entry.pins.inputs, source: entry.summary.source ?? null } : null;
    });
    store.subscribe(({ edited }) => {
      if (edited.size > 0) this.#announce(this.#keys.refresh(graph, edited));
    });
    catalog.subscribe((types) => {
      const nodes = store.getGraph().nodes.filter(({ type }) => types.has(type));
      this.#announce(
        this.#keys.refresh(
          graph,
          nodes.map(({ id }) => id),
        ),
      );
    });
  }

  /** Null while its type is not known, and for a node in a circle of wires or below one. */
  keyOf(nodeId: string): string | null {
    return this.#keys.keyOf(nodeId);
  }

  /** The keys of all nodes that have one. */
  all(nodeIds: Iterable<string>): Record<string, string> {
    const keys: Record<string, string> = {};
    for (const id of nodeIds) {
      const key = this.keyOf(id);
      if (key !== null) keys[id] = key;
    }
    return keys;
  }

  subscribeNode(nodeId: string, listener: () => void): () => void {
    const listeners = this.#ofNode.get(nodeId) ?? new Set();
    this.#ofNode.set(nodeId, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#ofNode.delete(nodeId);
    };
  }

  /** Called with the nodes whose key changed. */
  subscribe(listener: (nodeIds: ReadonlySet<string>) => void): () => void {
    this.#ofAll.add(listener);
    return () => this.#ofAll.delete(listener);
  }

  #announce(nodeIds: ReadonlySet<string>): void {
    if (nodeIds.size === 0) return;
    for (const listener of this.#ofAll) listener(nodeIds);
    // Few nodes have listeners: those in view.
    for (const [id, listeners] of this.#ofNode) {
      if (nodeIds.has(id)) for (const listener of listeners) listener();
    }
  }
}
