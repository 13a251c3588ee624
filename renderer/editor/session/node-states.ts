import type { CanvasOperation } from '#shared/canvas/operations.ts';
import type { LinkedGraph } from '#shared/graph/node-keys.ts';
import { fedPastMuted, graphPastMuted, linkedPastMuted, passingInputs } from '#shared/graph/run-states.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorStore } from '../model/editor-store.ts';

const NONE: ReadonlySet<string> = new Set();

/** Which nodes of the open document are muted, and the graph that a run then executes. */
export class NodeStates {
  readonly #store: EditorStore;
  readonly #catalog: Catalog;
  readonly #document: LinkedGraph;
  #muted: ReadonlySet<string>;
  readonly #listeners = new Set<(nodeIds: ReadonlySet<string>) => void>();
  /** The graph as a run sees it. */
  readonly linked: LinkedGraph;

  constructor(store: EditorStore, catalog: Catalog) {
    this.#store = store;
    this.#catalog = catalog;
    this.#document = {
      node: (id) => store.getNode(id),
      wiresInto: (id) => store.wiresOf(id).filter(({ to }) => to[0] === id),
      wiresOutOf: (id) => store.wiresOf(id).filter(({ from }) => from[0] === id),
    };
    this.linked = linkedPastMuted(this.#document, () => this.#muted, catalog);
    let { nodes } = store.canvas.items;
    this.#muted = mutedOf(nodes);
    store.canvas.subscribe(() => {
      if (store.canvas.items.nodes === nodes) return;
      nodes = store.canvas.items.nodes;
      this.#put(mutedOf(nodes));
    });
  }

  isMuted(nodeId: string): boolean {
    return this.#muted.has(nodeId);
  }
  /** Called with the nodes whose state or sources changed. */
  subscribe = (listener: (nodeIds: ReadonlySet<string>) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** The nodes given, and those that they feed past muted ones. */
  withFed(nodeIds: Iterable<string>): Iterable<string> {
    return this.#muted.size === 0 ? nodeIds : fedPastMuted(this.#document, this.#muted, nodeIds);
  }
  /** The graph to run; the document itself where nothing is muted. */
  runGraph(): Graph {
    return graphPastMuted(this.#store.getGraph(), this.#muted, this.#catalog);
  }

  /** Mutes the nodes, or unmutes them where all are muted already. Nodes that are gone do not count. */
  muteOperations(nodeIds: Iterable<string>): { isMuted: boolean; operations: CanvasOperation[] } {
    const ids = [...nodeIds].filter((id) => this.#store.getNode(id) !== undefined);
    const isMuted = !ids.every((id) => this.isMuted(id));
    const { nodes } = this.#store.canvas.items;
    const operations = ids.flatMap((id): CanvasOperation[] => {
      if (this.isMuted(id) === isMuted) return [];
      const item = nodes[id];
      if (item === undefined) return [{ op: 'setCanvasItem', kind: 'nodes', id, item: { muted: true } }];
      const isEmpty = Object.keys(item).every((field) => field === 'muted');
      if (!isMuted && isEmpty) return [{ op: 'setCanvasItem', kind: 'nodes', id, item: null }];
      const value = isMuted ? true : undefined;
      return [{ op: 'setCanvasField', kind: 'nodes', id, field: 'muted', value }];
    });
    return { isMuted, operations };
  }
  /** Whether several wires could go past a node, so that none does. */
  isAmbiguous(nodeId: string): boolean {
    const outputs = new Set(Array.from(this.#document.wiresOutOf(nodeId), ({ from }) => from[1]));
    const sources = { graph: this.#document, catalog: this.#catalog };
    return [...outputs].some((pin) => passingInputs(sources, [nodeId, pin]).length > 1);
  }

  #put(muted: ReadonlySet<string>): void {
    const before = this.#muted;
    this.#muted = muted;
    const toggled = [...new Set([...before, ...muted])].filter((id) => before.has(id) !== muted.has(id));
    if (toggled.length === 0) return;
    const changed = fedPastMuted(this.#document, new Set([...before, ...muted]), toggled);
    for (const listener of this.#listeners) listener(changed);
  }
}

const mutedOf = (nodes: Readonly<Record<string, { muted?: boolean | undefined }>>): ReadonlySet<string> => {
  const ids = Object.keys(nodes).filter((id) => nodes[id]?.muted === true);
  return ids.length === 0 ? NONE : new Set(ids);
};
