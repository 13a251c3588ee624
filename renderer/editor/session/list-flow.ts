import { listDepths, mayHaveLists, type ListDepths } from '#shared/graph/list-depths.ts';
import type { GraphNode } from '#shared/graph/types.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorStore } from '../model/editor-store.ts';

const NO_LISTS: ListDepths = { ofOutput: () => 0, spreadInputs: () => [] };

const hasListInput = (node: GraphNode | undefined): boolean =>
  Object.values(node?.inputs ?? {}).some(({ type }) => type === 'list');

/** Which wires of the open document carry lists, brought up to its edits when somebody asks. */
export class ListFlow {
  readonly #store: EditorStore;
  readonly #catalog: Catalog;
  readonly #listeners = new Set<() => void>();
  #depths: ListDepths | null = null;
  /** Nodes that hold a list themselves. */
  #listInputs = new Set<string>();

  constructor(store: EditorStore, catalog: Catalog) {
    this.#store = store;
    this.#catalog = catalog;
    store.subscribe(({ edited, wires, structureChanged }) => {
      // What is typed into fields changes no wire.
      const isChanged = [...edited].some(
        (id) => hasListInput(store.getNode(id)) !== this.#listInputs.has(id),
      );
      if (structureChanged || wires.size > 0 || isChanged) this.#invalidate();
    });
    catalog.subscribe(() => this.#invalidate());
  }

  /** Lists around what an output gives; 0 for one thing. */
  depthOf(nodeId: string, pin: string): number {
    return this.#current.ofOutput(nodeId, pin);
  }

  /** Inputs for whose lists a node runs. */
  spreadInputs(nodeId: string): readonly string[] {
    return this.#current.spreadInputs(nodeId);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get #current(): ListDepths {
    if (this.#depths !== null) return this.#depths;
    const graph = this.#store.getGraph();
    const pinsOf = (type: string) => this.#catalog.pinsOf(type);
    this.#listInputs = new Set(graph.nodes.filter(hasListInput).map(({ id }) => id));
    this.#depths = mayHaveLists(graph, pinsOf) ? listDepths(graph, pinsOf) : NO_LISTS;
    return this.#depths;
  }

  #invalidate(): void {
    this.#depths = null;
    for (const listener of this.#listeners) listener();
  }
}
