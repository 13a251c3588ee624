import type { EditableInputValue } from '#shared/api/index.ts';
import { listItemsOf } from '#shared/graph/held-value.ts';
import type { GraphNode } from '#shared/graph/types.ts';
import { fileIdOf } from './editing.ts';
import type { EditorStore } from './editor-store.ts';

/** The nodes whose inputs hold a file, by its id, each once and in the order of the graph. */
export function fileUses(nodes: readonly GraphNode[]): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, string[]>();
  for (const node of nodes) {
    for (const fileId of filesOf(node)) uses.set(fileId, [...(uses.get(fileId) ?? []), node.id]);
  }
  return uses;
}

const filesOf = (node: GraphNode): ReadonlySet<string> =>
  new Set(Object.values(node.inputs ?? {}).flatMap(filesOfValue));

const filesOfValue = (value: EditableInputValue): string[] =>
  listItemsOf(value)?.flatMap(filesOfValue) ?? [fileIdOf(value) ?? []].flat();

/** The same of an open document, brought up to its edits; one that touches no file costs what it touched. */
export class FileUses {
  readonly #store: Pick<EditorStore, 'getGraph' | 'getNode' | 'subscribe'>;
  #uses: ReadonlyMap<string, readonly string[]> = new Map();
  /** The files of each node that holds any. */
  readonly #names = new Map<string, string>();

  constructor(store: Pick<EditorStore, 'getGraph' | 'getNode' | 'subscribe'>) {
    this.#store = store;
    this.#findAll();
  }

  /** Stays the same until a node takes a file or lets go of one. */
  get = (): ReadonlyMap<string, readonly string[]> => this.#uses;

  subscribe = (listener: () => void): (() => void) => {
    this.#findAll();
    return this.#store.subscribe(({ edited }) => {
      if (![...edited].some((id) => this.#hasChanged(id))) return;
      this.#findAll();
      listener();
    });
  };

  #hasChanged(id: string): boolean {
    const node = this.#store.getNode(id);
    return (node ? nameOf(node) : '') !== (this.#names.get(id) ?? '');
  }

  #findAll(): void {
    const { nodes } = this.#store.getGraph();
    this.#uses = fileUses(nodes);
    this.#names.clear();
    for (const node of nodes) {
      const name = nameOf(node);
      if (name !== '') this.#names.set(node.id, name);
    }
  }
}

/** A text that two sets of files have in common only when they are the same. */
const nameOf = (node: GraphNode): string => {
  const files = [...filesOf(node)];
  return files.length === 0 ? '' : JSON.stringify(files);
};
