import { joinKey } from '#shared/language/join-key.ts';
import type { GraphNode } from '#shared/graph/types.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorStore } from '../model/editor-store.ts';
import { layoutNode, type LayoutInfo, type NodeLayout } from './node-layout.ts';

/** What a layout was made from. */
interface LayoutSource extends LayoutInfo {
  /** Names of the values the node holds. */
  draggedId: string;
  type: string;
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  if (a.size !== b.size) return false;
  for (const item of a) if (!b.has(item)) return false;
  return true;
};

/** Whether two layouts are made from the same. */
const sameSource = (a: LayoutSource, b: LayoutSource): boolean =>
  a.pins === b.pins &&
  a.type === b.type &&
  a.draggedId === b.draggedId &&
  sameSet(a.connectedInputs, b.connectedInputs) &&
  a.collapsed === b.collapsed &&
  a.width === b.width &&
  sameSet(a.wiredOutputs, b.wiredOutputs);

/** The layouts of nodes: one that only moved or holds another value keeps its own, and rows that compare it need not be made anew. */
export class NodeLayouts {
  readonly #store: EditorStore;
  readonly #catalog: Catalog;
  readonly #cache = new Map<string, { source: LayoutSource; layout: NodeLayout }>();

  constructor(store: EditorStore, catalog: Catalog) {
    this.#store = store;
    this.#catalog = catalog;
  }

  of(node: GraphNode): NodeLayout {
    const info = this.#infoOf(node);
    const inputKeys = joinKey(...Object.keys(node.inputs ?? {}));
    const source: LayoutSource = { ...info, type: node.type, draggedId: inputKeys };
    const cached = this.#cache.get(node.id);
    if (cached && sameSource(cached.source, source)) return cached.layout;
    const layout = layoutNode(node, info);
    this.#cache.set(node.id, { source, layout });
    return layout;
  }
  clear(nodeId: string): void {
    this.#cache.delete(nodeId);
  }

  #infoOf({ id, type }: GraphNode): LayoutInfo {
    const connectedInputs = new Set<string>();
    const wiredOutputs = new Set<string>();
    for (const wire of this.#store.wiresOf(id)) {
      if (wire.to[0] === id) connectedInputs.add(wire.to[1]);
      if (wire.from[0] === id) wiredOutputs.add(wire.from[1]);
    }
    const { collapsed, width } = this.#store.canvas.items.nodes[id] ?? {};
    return { pins: this.#catalog.pinsOf(type), connectedInputs, wiredOutputs, collapsed, width };
  }
}

/** Calls back with the nodes that collapse, open, or get another width. @returns what ends it. */
export function followShapes(
  { canvas }: EditorStore,
  notify: (nodeIds: ReadonlySet<string>) => void,
): () => void {
  let before = canvas.items.nodes;
  return canvas.subscribe(() => {
    const { nodes } = canvas.items;
    if (nodes === before) return;
    const ids = [...new Set([...Object.keys(before), ...Object.keys(nodes)])];
    const changed = ids.filter(
      (id) => before[id]?.collapsed !== nodes[id]?.collapsed || before[id]?.width !== nodes[id]?.width,
    );
    before = nodes;
    if (changed.length > 0) notify(new Set(changed));
  });
}
