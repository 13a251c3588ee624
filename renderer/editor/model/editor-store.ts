import type { PatchOperation } from '#shared/api/index.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { findNode, inputConnection, inputConnections, outputConnections } from '#shared/graph/graph.ts';
import { inputKey } from '#shared/graph/keys.ts';
import { applyLenient, applyWithInverse } from '#shared/graph/operations.ts';
import type { Applied, Graph, GraphConnection, GraphNode, NodeCatalog } from '#shared/graph/types.ts';
import type { ScreenCanvas } from '#shared/graph-saving/index.ts';
import { words } from '#renderer/words/index.ts';
import { CanvasModel } from './canvas-model.ts';
import type { Locked } from './locked-parts.ts';
import { History, reversed, type Recorded } from './history.ts';
import { GroupNavigation } from './group-navigation.ts';
import { filterApplicable } from './rebase-undo.ts';
import type { StepOutcome } from './step-outcome.ts';
import { symmetricDifference } from './symmetric-difference.ts';
import { showsOperation } from './shows-operation.ts';
import { applyLinked, prepareEdit } from './with-groups.ts';

const t = words.editorModel.editorStore;

/** The identity of a wire: an input takes one wire at most, so its target names it. */
export type WireKey = string;

/** What one change touched. */
export interface StoreChange {
  /** Nodes that were added, changed or removed, or whose wires changed. */
  edited: ReadonlySet<string>;
  /** Nodes that are selected now or no longer. */
  marked: ReadonlySet<string>;
  /** Wires that came or went. */
  wires: ReadonlySet<WireKey>;
  /** Whether nodes came or went, or wires did. */
  structureChanged: boolean;
  selectionChanged: boolean;
}

export interface EditOptions {
  /** Edits with the same key merge into one undo step (typing in one field). */
  mergeKey?: string;
  /** What changes in the canvas items with it. */
  canvas?: readonly CanvasOperation[];
  /** What is linked with what it changes stays as it is. */
  skipsLinked?: boolean;
}

/** An edit as sync sees it: undo and redo are edits too, other people's changes are not. */
export interface LocalEdit {
  label: string;
  operations: PatchOperation[];
  canvas: CanvasOperation[];
}

/** Said where more is not known. */
const LOCKED = t.lockedUnlockFirst;

const NO_CHANGE: StoreChange = {
  edited: new Set(),
  marked: new Set(),
  wires: new Set(),
  structureChanged: false,
  selectionChanged: false,
};

const sameSource = (a: GraphConnection, b: GraphConnection): boolean =>
  a.from[0] === b.from[0] && a.from[1] === b.from[1];

type Listener = () => void;

/**
 * The open document: the graph, what is selected, and undo. No React and no canvas in here; `shared/graph` operations
 * are the only way to change the graph. Listeners of one node are called when that node, its wires or its selection
 * change and for nothing else.
 */
export class EditorStore {
  readonly history = new History();
  readonly canvas: CanvasModel;
  readonly navigation: GroupNavigation;
  readonly #catalog: NodeCatalog;
  #graph: Graph;
  /** What the service was asked to change, until its graph comes. */
  #expected: { label: string; forward: PatchOperation[]; backward: PatchOperation[] } | null = null;
  #renamed: ReadonlyMap<string, string> | null = null;
  #nodes = new Map<string, GraphNode>();
  #wires = new Map<WireKey, GraphConnection>();
  #wiresOf = new Map<string, Set<WireKey>>();
  #structure = 0;
  /** What is selected: never changed, always another set, so that one can be told from the next. */
  #selectedNodes: ReadonlySet<string> = new Set();
  #selectedWires: ReadonlySet<WireKey> = new Set();
  #revisions = new Map<string, number>();
  #nodeListeners = new Map<string, Set<Listener>>();
  #listeners = new Set<(change: StoreChange) => void>();
  #editListeners = new Set<(edit: LocalEdit) => void>();
  #onLocked: ((locked: Locked) => void) | null = null;
  #onUnlike: (() => void) | null = null;

  constructor(graph: Graph, catalog: NodeCatalog, canvas?: ScreenCanvas) {
    this.#graph = graph;
    this.canvas = new CanvasModel(canvas);
    this.navigation = new GroupNavigation(this.canvas);
    this.#catalog = catalog;
    this.#index(graph);
  }

  getGraph(): Graph {
    return this.#graph;
  }
  /** Changes whenever nodes or wires come or go. */
  get structure(): number {
    return this.#structure;
  }
  getNode(id: string): GraphNode | undefined {
    return this.#nodes.get(id);
  }
  getWire(key: WireKey): GraphConnection | undefined {
    return this.#wires.get(key);
  }
  wires(): ReadonlyMap<WireKey, GraphConnection> {
    return this.#wires;
  }
  /** Wires that begin or end at a node. */
  wiresOf(nodeId: string): GraphConnection[] {
    const found: GraphConnection[] = [];
    for (const key of this.#wiresOf.get(nodeId) ?? []) {
      const wire = this.#wires.get(key);
      if (wire) found.push(wire);
    }
    return found;
  }
  incoming(nodeId: string, pin: string): GraphConnection | undefined {
    return this.#wires.get(inputKey([nodeId, pin]));
  }

  /**
   * Changes whenever the node, its wires or its selection change; a snapshot for one subscription. Being selected is part
   * of it and not counted: selecting everything would count at every node.
   */
  revisionOf(nodeId: string): number {
    return (this.#revisions.get(nodeId) ?? 0) * 2 + (this.#selectedNodes.has(nodeId) ? 1 : 0);
  }

  subscribe(listener: (change: StoreChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  subscribeNode(nodeId: string, listener: Listener): () => void {
    const set = this.#nodeListeners.get(nodeId) ?? new Set();
    this.#nodeListeners.set(nodeId, set);
    set.add(listener);
    return () => {
      set.delete(listener);
      if (set.size === 0) this.#nodeListeners.delete(nodeId);
    };
  }
  /** Called with every edit made here, to be journaled and sent. */
  onEdit(listener: (edit: LocalEdit) => void): () => void {
    this.#editListeners.add(listener);
    return () => this.#editListeners.delete(listener);
  }

  /**
   * The one road of changes: applies all operations or none.
   * @param label names the step in "Undo …"; verbs in the infinitive, lower case.
   * @returns the refusal with its reason when the operations do not fit the graph.
   */
  applyEdit(label: string, operations: readonly PatchOperation[], options: EditOptions = {}): Applied {
    const document = { graph: this.#graph, items: this.canvas.items };
    const edit = { operations: [...operations], canvas: [...(options.canvas ?? [])] };
    const prepared = prepareEdit(document, this.navigation.groupPath, edit, options.skipsLinked === true);
    if (prepared.locked) this.#onLocked?.(prepared.locked);
    if (prepared.isEmpty)
      return prepared.locked
        ? { ok: false, rejection: { code: 'LOCKED', reason: LOCKED } }
        : { ok: true, graph: this.#graph };
    const { canvas } = prepared.linked;
    const tried = this.canvas.preview(canvas);
    if (!tried.ok) return { ok: false, rejection: { code: 'CANVAS', reason: tried.reason } };
    const { applied, list, isUnlike } = applyLinked(this.#graph, prepared.linked, this.#catalog);
    if (isUnlike) this.#onUnlike?.();
    if (!applied.ok) return applied;
    const isCanvasChanged = tried.items !== this.canvas.items;
    if (applied.graph === this.#graph && !isCanvasChanged) return applied;
    const change: Recorded = {
      forward: list,
      backward: applied.inverse,
      ...(isCanvasChanged && { canvas: { forward: canvas, backward: tried.inverse } }),
    };
    this.history.record(label, change, options.mergeKey ?? null);
    this.canvas.replaceItems(tried.items);
    if (list.length > 0) this.#adoptTouched(applied.graph, applied.touched);
    this.#announceEdit({ label, operations: list, canvas: isCanvasChanged ? canvas : [] });
    return applied;
  }

  /** Called with what is locked and was left as it is by an edit; one listener at a time. */
  onLocked(listener: (locked: Locked) => void): void {
    this.#onLocked = listener;
  }

  /** Called where linked groups could not follow an edit and differ from now on; one listener at a time. */
  onUnlike(listener: () => void): void {
    this.#onUnlike = listener;
  }

  /** Takes the last step back, but for what others have changed since; not in the middle of a gesture, here or elsewhere. */
  undo(): StepOutcome | null {
    if (this.history.marked || this.history.hasRemoteGesture) return null;
    const step = this.history.popUndo();
    return step && this.#applyStep('undo', step.label, step, reversed(step));
  }
  redo(): StepOutcome | null {
    if (this.history.marked || this.history.hasRemoteGesture) return null;
    const step = this.history.popRedo();
    return step && this.#applyStep('redo', step.label, reversed(step), step);
  }

  /** Starts a gesture; `release` makes it one undo step, `bail` goes back to here. */
  mark(label: string): void {
    this.history.mark(label);
  }
  release(): void {
    this.history.release();
    this.#notify({});
  }
  bail(): void {
    const gesture = this.history.bail();
    if (gesture) this.#applyLenient('cancel', gesture.backward, gesture.canvas?.backward ?? []);
  }

  /** Someone else's change, or the server's response: not an edit of ours, and no undo step unless it was expected. */
  adoptRemote(graph: Graph, canvas?: ScreenCanvas): void {
    if (canvas) this.canvas.adopt(canvas);
    if (graph === this.#graph) return;
    const renamed = this.#renamed;
    this.#renamed = null;
    const renamedSelection = renamed && [...this.#selectedNodes].flatMap((id) => renamed.get(id) ?? []);
    this.#adopt(graph);
    if (renamedSelection && renamedSelection.length > 0)
      this.select([...this.#selectedNodes, ...renamedSelection]);
    const step = this.#expected;
    if (!step?.forward.every((operation) => showsOperation(graph, operation))) return;
    this.#expected = null;
    this.history.record(step.label, { forward: step.forward, backward: step.backward }, null);
  }

  /**
   * The service makes these changes at our wish: the graph that brings them becomes one undo step, and undoing it takes
   * back these changes and nothing that others made at the same time.
   */
  expectRemote(label: string, operations: readonly PatchOperation[]): void {
    const applied = applyWithInverse(this.#graph, [...operations], this.#catalog);
    if (applied.ok && operations.length > 0) {
      this.#expected = { label, forward: [...operations], backward: applied.inverse };
    }
  }

  /** A merge gave nodes of ours other ids; the graph that has them comes next. */
  renameNodes(ids: ReadonlyMap<string, string>): void {
    this.history.rename(ids);
    this.#renamed = ids;
  }

  get selectedNodes(): ReadonlySet<string> {
    return this.#selectedNodes;
  }
  get selectedWires(): ReadonlySet<WireKey> {
    return this.#selectedWires;
  }
  isSelected(nodeId: string): boolean {
    return this.#selectedNodes.has(nodeId);
  }
  select(nodes: Iterable<string>, wires: Iterable<WireKey> = []): void {
    const nextNodes = new Set<string>();
    for (const id of nodes) if (this.#nodes.has(id)) nextNodes.add(id);
    const nextWires = new Set([...wires].filter((key) => this.#wires.has(key)));
    const marked = symmetricDifference(this.#selectedNodes, nextNodes);
    const wiresChanged =
      nextWires.size !== this.#selectedWires.size ||
      [...nextWires].some((key) => !this.#selectedWires.has(key));
    if (marked.size === 0 && !wiresChanged) return;
    this.#selectedNodes = nextNodes;
    this.#selectedWires = nextWires;
    this.#notify({ marked, selectionChanged: true });
  }
  selectAll(): void {
    this.select(this.#nodes.keys());
  }
  toggle(nodeId: string): void {
    const next = new Set(this.#selectedNodes);
    if (!next.delete(nodeId)) next.add(nodeId);
    this.select(next);
  }

  #applyStep(verb: 'undo' | 'redo', label: string, original: Recorded, back: Recorded): StepOutcome {
    const applicable = filterApplicable(this.#graph, original.forward, back.forward);
    const [originalItems, backItems] = [original.canvas?.forward ?? [], back.canvas?.forward ?? []];
    const canvas = this.canvas.stillApplicable(originalItems, backItems);
    const { applied, touched, items } = this.#applyLenient(`${verb} ${label}`, applicable, canvas);
    const skipped = back.forward.length + backItems.length - applied;
    return { label, applied, skipped, touched, items };
  }

  /** Applies what still fits: a step that meets someone else's change loses only what that change took away. */
  #applyLenient(
    label: string,
    operations: readonly PatchOperation[],
    items: readonly CanvasOperation[],
  ): Pick<StepOutcome, 'applied' | 'touched' | 'items'> {
    const { graph, applied, touched } = applyLenient(this.#graph, operations);
    const canvas = this.canvas.applyLenient(items);
    if (applied.length + canvas.length === 0) return { applied: 0, touched: [], items: [] };
    if (applied.length > 0) this.#adoptTouched(graph, touched);
    this.#announceEdit({ label, operations: applied, canvas });
    return { applied: applied.length + canvas.length, touched: [...touched], items: canvas };
  }

  #announceEdit(edit: LocalEdit): void {
    for (const listener of this.#editListeners) listener(edit);
  }

  #index(graph: Graph): void {
    for (const node of graph.nodes) this.#nodes.set(node.id, node);
    for (const wire of graph.connections) this.#addWire(wire);
  }
  #addWire(wire: GraphConnection): void {
    const key = inputKey(wire.to);
    this.#wires.set(key, wire);
    for (const end of [wire.from[0], wire.to[0]]) {
      const keys = this.#wiresOf.get(end) ?? new Set();
      keys.add(key);
      this.#wiresOf.set(end, keys);
    }
  }
  #dropWire(key: WireKey, wire: GraphConnection): void {
    this.#wires.delete(key);
    for (const end of [wire.from[0], wire.to[0]]) this.#wiresOf.get(end)?.delete(key);
  }

  /** Brings the indexes up to a graph by reference comparison: unchanged nodes keep their identity. O(nodes + wires). */
  #adopt(graph: Graph): void {
    const before = this.#graph;
    const touched = new Set<string>();
    if (before.nodes !== graph.nodes) {
      const visited = new Set<string>();
      for (const node of graph.nodes) {
        visited.add(node.id);
        if (this.#nodes.get(node.id) !== node) touched.add(node.id);
      }
      for (const id of this.#nodes.keys()) if (!visited.has(id)) touched.add(id);
    }
    if (before.connections !== graph.connections) {
      const next = new Map(graph.connections.map((wire) => [inputKey(wire.to), wire]));
      for (const [key, wire] of this.#wires) {
        const replacement = next.get(key);
        if (!replacement || !sameSource(replacement, wire)) touched.add(wire.from[0]).add(wire.to[0]);
      }
      for (const [key, wire] of next) if (!this.#wires.has(key)) touched.add(wire.from[0]).add(wire.to[0]);
    }
    this.#adoptTouched(graph, touched);
  }

  /** Brings the indexes up to a graph of which it is known what differs. Costs what was touched, however large the graph. */
  #adoptTouched(graph: Graph, touched: ReadonlySet<string>): void {
    this.#graph = graph;
    const edited = new Set<string>();
    const wires = new Set<WireKey>();
    const marked = new Set<string>();
    let structureChanged = false;
    for (const id of touched) {
      const node = findNode(graph, id);
      const before = this.#nodes.get(id);
      if (node === before) continue;
      edited.add(id);
      structureChanged ||= node === undefined || before === undefined;
      if (node) this.#nodes.set(id, node);
      else {
        this.#nodes.delete(id);
        if (this.#selectedNodes.has(id)) marked.add(id);
      }
    }
    for (const id of touched) {
      for (const wire of this.wiresOf(id)) {
        const current = inputConnection(graph, wire.to[0], wire.to[1]);
        if (current && sameSource(current, wire)) continue;
        const key = inputKey(wire.to);
        this.#dropWire(key, wire);
        edited.add(wire.from[0]).add(wire.to[0]);
        wires.add(key);
      }
    }
    for (const id of touched) {
      for (const wire of [...inputConnections(graph, id), ...outputConnections(graph, id)]) {
        const key = inputKey(wire.to);
        if (this.#wires.has(key)) continue;
        this.#addWire(wire);
        edited.add(wire.from[0]).add(wire.to[0]);
        wires.add(key);
      }
    }
    if (marked.size > 0) this.#selectedNodes = symmetricDifference(this.#selectedNodes, marked);
    const removed = [...this.#selectedWires].filter((key) => !this.#wires.has(key));
    if (removed.length > 0) this.#selectedWires = symmetricDifference(this.#selectedWires, new Set(removed));
    structureChanged ||= wires.size > 0;
    const selectionChanged = marked.size > 0 || removed.length > 0;
    this.#notify({ edited, marked, wires, structureChanged, selectionChanged });
  }

  #notify(change: Partial<StoreChange>): void {
    const full: StoreChange = { ...NO_CHANGE, ...change };
    if (full.structureChanged) this.#structure += 1;
    const { edited, marked } = full;
    for (const id of edited) this.#revisions.set(id, (this.#revisions.get(id) ?? 0) + 1);
    for (const listener of this.#listeners) listener(full);
    this.#wake(edited.size === 0 ? marked : marked.size === 0 ? edited : new Set([...edited, ...marked]));
  }

  /** Calls the listeners of these nodes. Few nodes have any: those in view. */
  #wake(ids: ReadonlySet<string>): void {
    const listened = ids.size > this.#nodeListeners.size ? [...this.#nodeListeners.keys()] : ids;
    for (const id of listened) {
      if (ids.has(id)) for (const listener of this.#nodeListeners.get(id) ?? []) listener();
    }
  }
}
