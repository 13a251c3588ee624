import type { CanvasOperation } from '#shared/canvas/operations.ts';
import type { LinkedGraph } from '#shared/graph/node-keys.ts';
import { fedPastMuted, graphPastMuted, linkedPastMuted, passingInputs } from '#shared/graph/run-states.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorStore } from '../model/editor-store.ts';

const NONE: ReadonlySet<string> = new Set();

/** Which nodes of the open document are muted, locked or colored, and the graph that a run then executes. */
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
      const before = nodes;
      nodes = store.canvas.items.nodes;
      this.#put(mutedOf(nodes));
      this.#notify(changedIn(before, nodes));
    });
  }

  isMuted(nodeId: string): boolean {
    return this.#muted.has(nodeId);
  }
  /** Locked nodes are not moved, changed, rewired or deleted by hand. */
  isLocked(nodeId: string): boolean {
    return this.#store.canvas.items.nodes[nodeId]?.locked === true;
  }
  /** Called with the nodes whose state or sources changed. */
  subscribe = (listener: (nodeIds: ReadonlySet<string>) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** The color that a person gave it. */
  colorOf(nodeId: string): string | undefined {
    return this.#store.canvas.items.nodes[nodeId]?.color;
  }
  /** Gives nodes a color, or the plain look for undefined. Nodes that are gone do not count. */
  colorOperations(nodeIds: Iterable<string>, color: string | undefined): CanvasOperation[] {
    const { nodes } = this.#store.canvas.items;
    return [...nodeIds].flatMap((id): CanvasOperation[] => {
      const item = nodes[id];
      if (this.#store.getNode(id) === undefined || item?.color === color) return [];
      if (item === undefined) return [{ op: 'setCanvasItem', kind: 'nodes', id, item: { color } }];
      const isEmpty = Object.keys(item).every((field) => field === 'color');
      if (color === undefined && isEmpty) return [{ op: 'setCanvasItem', kind: 'nodes', id, item: null }];
      return [{ op: 'setCanvasField', kind: 'nodes', id, field: 'color', value: color }];
    });
  }
  /** The nodes given, and those that they feed past muted ones. */
  withFed(nodeIds: Iterable<string>): Iterable<string> {
    return this.#muted.size === 0 ? nodeIds : fedPastMuted(this.#document, this.#muted, nodeIds);
  }
  /** The graph to run; the document itself where nothing is muted. */
  runGraph(): Graph {
    return graphPastMuted(this.#store.getGraph(), this.#muted, this.#catalog);
  }

  /** Sets a state of the nodes, or takes it off where all have it already. Nodes that are gone do not count. */
  toggleOperations(
    state: 'muted' | 'locked',
    nodeIds: Iterable<string>,
  ): { isSet: boolean; operations: CanvasOperation[] } {
    const ids = [...nodeIds].filter((id) => this.#store.getNode(id) !== undefined);
    const { nodes } = this.#store.canvas.items;
    const has = (id: string): boolean => nodes[id]?.[state] === true;
    const isSet = !ids.every(has);
    const operations = ids.flatMap((id): CanvasOperation[] => {
      if (has(id) === isSet) return [];
      const item = nodes[id];
      if (item === undefined) return [{ op: 'setCanvasItem', kind: 'nodes', id, item: { [state]: true } }];
      const isEmpty = Object.keys(item).every((field) => field === state);
      if (!isSet && isEmpty) return [{ op: 'setCanvasItem', kind: 'nodes', id, item: null }];
      const value = isSet ? true : undefined;
      return [{ op: 'setCanvasField', kind: 'nodes', id, field: state, value }];
    });
    return { isSet, operations };
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
    this.#notify(changed);
  }

  #notify(nodeIds: ReadonlySet<string>): void {
    if (nodeIds.size === 0) return;
    for (const listener of this.#listeners) listener(nodeIds);
  }
}

type NodeItems = Readonly<
  Record<string, { muted?: boolean | undefined; locked?: boolean | undefined; color?: string | undefined }>
>;

/** The nodes that are locked or colored otherwise than before. */
const changedIn = (before: NodeItems, after: NodeItems): ReadonlySet<string> =>
  new Set(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (id) => before[id]?.locked !== after[id]?.locked || before[id]?.color !== after[id]?.color,
    ),
  );

const mutedOf = (nodes: NodeItems): ReadonlySet<string> => {
  const ids = Object.keys(nodes).filter((id) => nodes[id]?.muted === true);
  return ids.length === 0 ? NONE : new Set(ids);
};
