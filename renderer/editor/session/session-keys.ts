import { NodeKeys } from '#shared/graph/node-keys.ts';
import type { Catalog } from '../model/catalog.ts';
import type { EditorStore } from '../model/editor-store.ts';
import type { NodeStates } from './node-states.ts';

/** Nodes looked at within an edit: two for each node below it. */
const BATCH_STEPS = 200;
/** How long the page works on keys before it does something else. Milliseconds. */
const SLICE_MS = 4;

/** The keys of the open document's nodes (see `shared/graph/node-keys.ts`), with listeners for one node and for all. */
export class SessionKeys {
  readonly #keys: NodeKeys;
  readonly #states: NodeStates;
  readonly #defer: (work: () => void) => void;
  #isScheduled = false;
  readonly #ofNode = new Map<string, Set<() => void>>();
  readonly #ofAll = new Set<(nodeIds: ReadonlySet<string>) => void>();

  /** @param defer calls work when the page has had time for other things. */
  constructor(
    store: EditorStore,
    catalog: Catalog,
    states: NodeStates,
    defer: (work: () => void) => void = (work) => {
      setTimeout(work, 0);
    },
  ) {
    this.#defer = defer;
    this.#states = states;
    this.#keys = new NodeKeys(states.linked, (type) => {
      const entry = catalog.find(type);
      return entry?.pins ? { inputs: entry.pins.inputs, source: entry.summary.source ?? null } : null;
    });
    states.subscribe((nodeIds) => this.#edit(nodeIds));
    store.subscribe(({ edited }) => {
      if (edited.size > 0) this.#edit(edited);
    });
    catalog.subscribe((types) => {
      const nodes = store.getGraph().nodes.filter(({ type }) => types.has(type));
      this.#edit(nodes.map(({ id }) => id));
    });
  }

  /** Whether all edits are taken up. */
  get isSettled(): boolean {
    return this.#keys.isSettled;
  }

  /** The key for showing: `PENDING_KEY` where an edit has changed it and it is not worked out yet. Never takes long. */
  peek(nodeId: string): string | null {
    return this.#keys.peek(nodeId);
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

  /** Called with the nodes whose key changed, or is pending. */
  subscribe(listener: (nodeIds: ReadonlySet<string>) => void): () => void {
    this.#ofAll.add(listener);
    return () => this.#ofAll.delete(listener);
  }

  /** Few nodes below an edit are taken up at once, the rest in pieces between which the page goes on. */
  #edit(nodeIds: Iterable<string>): void {
    this.#keys.edit(this.#states.linked, this.#states.withFed(nodeIds));
    let steps = 0;
    this.#announce(this.#keys.advance(() => (steps += 1) > BATCH_STEPS));
    this.#goOn();
  }

  #goOn(): void {
    if (this.#isScheduled || this.#keys.isSettled) return;
    this.#isScheduled = true;
    this.#defer(() => {
      this.#isScheduled = false;
      const end = performance.now() + SLICE_MS;
      this.#announce(this.#keys.advance(() => performance.now() > end));
      this.#goOn();
    });
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
