import { isListOutput, type RunListItem, type RunOutput } from '#shared/api/index.ts';
import { ITEM_SCHEMAS, type CanvasItems, type CanvasNode } from '#shared/canvas/items.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { runStatesOf } from '#shared/canvas/run-states-of.ts';
import type { LinkedGraph } from '#shared/graph/node-keys.ts';
import {
  fedPast,
  graphAsRun,
  isLeftOut,
  linkedAsRun,
  onlyForFrozen,
  passingInputs,
  type RunStates,
} from '#shared/graph/run-states.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import type { Graph } from '#shared/graph/types.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorStore } from '../model/editor-store.ts';

/** What a node can be beside its color. */
export const STATE_MARKS = ['muted', 'frozen', 'locked'] as const;
export type StateMark = (typeof STATE_MARKS)[number];

type NodeItems = CanvasItems['nodes'];
type NodeField = keyof CanvasNode;

/** What a node made, by output pin. */
type Outputs = Readonly<Record<string, RunOutput>>;

/** Which nodes of the open document are muted, frozen, locked or colored, and the graph that a run then executes. */
export class NodeStates {
  readonly #store: EditorStore;
  readonly #catalog: Catalog;
  readonly #document: LinkedGraph;
  #run: RunStates;
  /** The same list for the same states. */
  readonly #marks: (readonly StateMark[])[] = [];
  readonly #listeners = new Set<(nodeIds: ReadonlySet<string>) => void>();
  /** The graph as a run sees it. */
  readonly linked: LinkedGraph;

  constructor(store: EditorStore, catalog: Catalog) {
    this.#store = store;
    this.#catalog = catalog;
    this.#document = {
      node: (id) => store.getNode(id),
      incomingWires: (id) => store.wiresOf(id).filter(({ to }) => to[0] === id),
      wiresOutOf: (id) => store.wiresOf(id).filter(({ from }) => from[0] === id),
    };
    this.linked = linkedAsRun(this.#document, () => this.#run, catalog);
    let { nodes } = store.canvas.items;
    this.#run = runStatesOf(nodes);
    store.canvas.subscribe(() => {
      if (store.canvas.items.nodes === nodes) return;
      const before = nodes;
      nodes = store.canvas.items.nodes;
      this.#setRun(runStatesOf(nodes), changedIn(before, nodes));
    });
  }

  isMuted(nodeId: string): boolean {
    return this.#run.muted.has(nodeId);
  }
  isFrozen(nodeId: string): boolean {
    return this.#run.frozen.has(nodeId);
  }
  /** What a frozen node gives to those below it. */
  frozenOutputs(nodeId: string): Outputs | undefined {
    return this.#run.frozen.get(nodeId);
  }
  /** Whether a run leaves the node out. */
  isLeftOut(nodeId: string): boolean {
    return isLeftOut(this.#run, nodeId);
  }
  /** Its states as words, in the order in which they are shown. */
  marksOf(nodeId: string): readonly StateMark[] {
    const isOn = {
      muted: this.isMuted(nodeId),
      frozen: this.isFrozen(nodeId),
      locked: this.isLocked(nodeId),
    };
    const mask = (isOn.muted ? 1 : 0) + (isOn.frozen ? 2 : 0) + (isOn.locked ? 4 : 0);
    return (this.#marks[mask] ??= STATE_MARKS.filter((mark) => isOn[mark]));
  }
  /** Locked nodes are not moved, changed, rewired or deleted by hand. */
  isLocked(nodeId: string): boolean {
    return this.#item(nodeId)?.locked === true;
  }
  /** Called with the nodes whose state or sources changed. */
  subscribe = (listener: (nodeIds: ReadonlySet<string>) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  /** The color that a person gave it. */
  colorOf(nodeId: string): string | undefined {
    return this.#item(nodeId)?.color;
  }
  /** One text for what gives it another layout: how it is collapsed, and its width. */
  shapeOf(nodeId: string): string {
    const { collapsed = '', width = '' } = this.#item(nodeId) ?? {};
    return `${collapsed} ${width}`;
  }
  /** The nodes given, and those that they feed past muted and frozen ones. */
  withFed(nodeIds: Iterable<string>): Iterable<string> {
    const { muted, frozen } = this.#run;
    return muted.size + frozen.size === 0 ? nodeIds : fedPast(this.#document, this.#run, nodeIds);
  }
  /**
   * The graph to run; the document itself where nothing is muted or frozen.
   * @param targets nodes that stay in it though they only feed frozen ones, with all that feeds them.
   */
  runGraph(targets: readonly string[] = []): Graph {
    const graph = this.#store.getGraph();
    const ran = graphAsRun(graph, this.#run, this.#catalog);
    if (targets.some((id) => !this.isLeftOut(id))) return ran;
    const useless = onlyForFrozen(graph, ran, this.#run, this.#catalog);
    if (useless.size === 0) return ran;
    return {
      nodes: ran.nodes.filter(({ id }) => !useless.has(id)),
      connections: ran.connections.filter(({ to }) => !useless.has(to[0])),
    };
  }

  /** Sets a field of nodes, or takes it off for undefined. Nodes that are gone do not count. */
  fieldOperations<Field extends NodeField>(
    nodeIds: Iterable<string>,
    field: Field,
    value: CanvasNode[Field],
  ): CanvasOperation[] {
    return [...nodeIds].flatMap((id): CanvasOperation[] => {
      const item = this.#item(id);
      if (this.#store.getNode(id) === undefined || jsonEqual(item?.[field], value)) return [];
      const itemRef = { kind: 'nodes', id } as const;
      if (item === undefined) return [{ op: 'setCanvasItem', ...itemRef, item: { [field]: value } }];
      const isEmpty = Object.keys(item).every((each) => each === field);
      if (value === undefined && isEmpty) return [{ op: 'setCanvasItem', ...itemRef, item: null }];
      return [{ op: 'setCanvasField', ...itemRef, field, value }];
    });
  }
  /** Gives nodes a color, or the plain look for undefined. Nodes that are gone do not count. */
  colorOperations(nodeIds: Iterable<string>, color: string | undefined): CanvasOperation[] {
    return this.fieldOperations(nodeIds, 'color', color);
  }
  /** Sets a state of the nodes, or takes it off where all have it already. Nodes that are gone do not count. */
  toggleOperations(
    state: 'muted' | 'locked',
    nodeIds: Iterable<string>,
  ): { isSet: boolean; operations: CanvasOperation[] } {
    const ids = [...nodeIds].filter((id) => this.#store.getNode(id) !== undefined);
    const isSet = !ids.every((id) => this.#item(id)?.[state] === true);
    return { isSet, operations: this.fieldOperations(ids, state, isSet ? true : undefined) };
  }
  /** Collapses nodes to what is connected or changed, or opens them where all are collapsed. */
  collapseOperations(nodeIds: Iterable<string>): { isSet: boolean; operations: CanvasOperation[] } {
    const ids = [...nodeIds].filter((id) => this.#store.getNode(id) !== undefined);
    const isSet = !ids.every((id) => this.#item(id)?.collapsed !== undefined);
    return { isSet, operations: this.fieldOperations(ids, 'collapsed', isSet ? 'changed' : undefined) };
  }
  /**
   * Freezes nodes with what they made, or unfreezes them where all are frozen that can be. Nodes that are gone or have no
   * outputs do not count.
   * @param resultOf what a node made last.
   * @returns also which nodes have made nothing yet, and which made more than can be kept.
   */
  freezeOperations(
    nodeIds: Iterable<string>,
    resultOf: (nodeId: string) => Outputs | undefined,
  ): { isSet: boolean; operations: CanvasOperation[]; unmade: string[]; tooLarge: string[] } {
    const ids = [...nodeIds].filter((id) => this.#hasOutputs(id));
    const isSet = !ids.every((id) => this.isFrozen(id));
    const found = { isSet, operations: [], unmade: [], tooLarge: [] };
    if (!isSet) return { ...found, operations: this.fieldOperations(ids, 'frozen', undefined) };
    const operations: CanvasOperation[] = [];
    const unmade: string[] = [];
    const oversized: string[] = [];
    for (const id of ids) {
      if (this.isFrozen(id)) continue;
      const outputs = resultOf(id);
      const parsed = ITEM_SCHEMAS.nodes.shape.frozen.safeParse(outputs && stripAddresses(outputs));
      if (outputs === undefined || Object.keys(outputs).length === 0) unmade.push(id);
      else if (!parsed.success) oversized.push(id);
      else operations.push(...this.fieldOperations([id], 'frozen', parsed.data));
    }
    return { isSet, operations, unmade, tooLarge: oversized };
  }
  /** The inputs of which one has to be chosen to go past a node, were it muted; none where there is no choice. */
  passChoices(nodeId: string): string[] {
    const outputs = new Set(Array.from(this.#document.wiresOutOf(nodeId), ({ from }) => from[1]));
    const sources = { graph: this.#document, catalog: this.#catalog };
    const ambiguous = [...outputs]
      .map((pin) => passingInputs(sources, [nodeId, pin]))
      .filter(({ length }) => length > 1);
    return [...new Set(ambiguous.flat())];
  }
  /** Which of these was chosen; undefined where none was, or it is none of them any more. */
  passOf(nodeId: string): string | undefined {
    const selected = this.#run.passes.get(nodeId);
    return this.passChoices(nodeId).find((name) => name === selected);
  }

  #item(nodeId: string): CanvasNode | undefined {
    const { nodes } = this.#store.canvas.items;
    return Object.hasOwn(nodes, nodeId) ? nodes[nodeId] : undefined;
  }
  #hasOutputs(nodeId: string): boolean {
    const node = this.#store.getNode(nodeId);
    if (node === undefined) return false;
    return (this.#catalog.pinsOf(node.type)?.outputs.length ?? 1) > 0;
  }

  #setRun(next: RunStates, changed: ReadonlySet<string>): void {
    const before = this.#run;
    this.#run = next;
    if (changed.size === 0) return;
    // What was fed past them before, and what is now.
    const fed = fedPast(this.#document, before, changed);
    for (const id of fedPast(this.#document, next, changed)) fed.add(id);
    for (const listener of this.#listeners) listener(fed);
  }
}

/** The nodes that look or run otherwise than before. */
const changedIn = (before: NodeItems, after: NodeItems): ReadonlySet<string> =>
  new Set(
    [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (id) => before[id] !== after[id] && !jsonEqual(before[id], after[id]),
    ),
  );

/** Results as they are kept: the addresses of files pass. */
const stripAddresses = (outputs: Outputs): Outputs =>
  Object.fromEntries(
    Object.entries(outputs).map(([pin, output]) => {
      if (isListOutput(output)) return [pin, { ...output, value: output.value.map(stripItem) }];
      if (!('fileId' in output)) return [pin, { type: output.type, value: output.value }];
      const { type, fileId, filename, contentType, sizeBytes } = output;
      return [pin, { type, fileId, filename, contentType, sizeBytes }];
    }),
  );

function stripItem(item: RunListItem): RunListItem {
  if (!('fileId' in item)) return item;
  const { type, fileId, filename, contentType, sizeBytes, trace } = item;
  return { type, fileId, filename, contentType, sizeBytes, ...(trace !== undefined && { trace }) };
}
