import type { EditableInputValue } from '../api/schemas/documents.ts';
import { contentHash } from '../language/content-hash.ts';
import { joinKey } from '../language/join-key.ts';
import { inputSource } from './held-value.ts';
import { DEFAULT_PAIRING, LISTS_PIN, pairingOf } from './list-pairing.ts';
import { answererOf } from './node-type-source.ts';
import { parsePinType } from './pin-type.ts';
import { stableStringify } from './stable-json.ts';
import type { GraphConnection, GraphNode } from './types.ts';

/**
 * The key of a node says from what its result follows: its type, what its inputs hold, and the keys of the nodes that
 * feed it. Two nodes with one key give the same result, in one graph or in two. The engine writes it beside each result,
 * the page compares it with the key that the node has now.
 */

/** What keys need of a graph: lookups as they are at the time of the call. */
export interface LinkedGraph {
  node(id: string): GraphNode | undefined;
  /** Wires that end at a node; those that begin at nothing do not count. */
  incomingWires(id: string): Iterable<GraphConnection>;
  wiresOutOf(id: string): Iterable<GraphConnection>;
}

/** What keys need of a node type. */
export interface KeyedType {
  inputs: readonly { name: string; type?: string | null | undefined; default?: unknown }[];
  /** As the service gives it, with what `nodeTypeSource` wrote into it; null where it says nothing. */
  source: string | null;
}

/** Null for a type that is not known (yet): its nodes have no keys. */
export type FindKeyedType = (type: string) => KeyedType | null;

/** What of a key is in the node itself. */
interface KeyMaterial {
  /** Hash of the type and of the inputs that no wire feeds. */
  config: string;
  /** Sorted by pin. */
  wires: readonly { pin: string; from: string; output: string }[];
}

/** Stands for the key of a node that an edit has changed and that is not worked out yet; no node has it. */
export const PENDING_KEY = 'pending';

/**
 * The keys of a graph, brought up to its edits: an edit costs what lies below it, at once (`refresh`) or in pieces (`edit`
 * and `advance`). Between the pieces `keyOf` is right nevertheless, `peek` quick.
 */
export class NodeKeys {
  readonly #findType: FindKeyedType;
  #graph: LinkedGraph;
  readonly #segments = new Map<string, KeyMaterial | null>();
  /** Null while it is being made: who meets that stands in a cycle. */
  readonly #keys = new Map<string, string | null>();
  /** Nodes that edits have changed, with the key from before. None has a key from before the edit any more. */
  readonly #open = new Map<string, string | null | undefined>();
  /** Of those, the ones whose nodes below are not open yet. */
  readonly #frontier: string[] = [];
  /** What looks different since `advance` said so last. */
  #unreported = new Set<string>();

  constructor(graph: LinkedGraph, findType: FindKeyedType) {
    this.#graph = graph;
    this.#findType = findType;
  }

  /**
   * The key of a node, made on first use; null where it has none: its type is not known, or it stands in a cycle or
   * below such a node.
   */
  keyOf(nodeId: string): string | null {
    this.#spread(never);
    const created = this.#keys.get(nodeId);
    if (created !== undefined) return created;
    if (this.#graph.node(nodeId) === undefined) return null;
    this.#make(nodeId);
    return this.#keys.get(nodeId) ?? null;
  }

  /** The key as far as it is worked out, else `PENDING_KEY`; far below an edit for a moment the key from before. */
  peek(nodeId: string): string | null {
    if (this.isSettled) return this.keyOf(nodeId);
    const created = this.#keys.get(nodeId);
    if (created !== undefined) return created;
    // Nobody has asked for it so far.
    if (!this.#open.has(nodeId)) this.#open.set(nodeId, undefined);
    return PENDING_KEY;
  }

  /** Whether all edits are taken up. */
  get isSettled(): boolean {
    return this.#open.size === 0 && this.#unreported.size === 0;
  }

  /**
   * Takes up an edit at once.
   * @param nodeIds nodes that were added, changed or removed, or whose wires or type did.
   * @returns the nodes whose key is not what it was, removed ones among them, and those nobody has asked for so far.
   */
  refresh(graph: LinkedGraph, nodeIds: Iterable<string>): ReadonlySet<string> {
    this.edit(graph, nodeIds);
    return this.advance(never);
  }

  /** Begins with an edit; `advance` goes on. @param nodeIds as for `refresh`. */
  edit(graph: LinkedGraph, nodeIds: Iterable<string>): void {
    this.#graph = graph;
    const changed: string[] = [];
    const changedIds: string[] = [];
    for (const id of nodeIds) {
      const before = this.#segments.get(id);
      const isNode = graph.node(id) !== undefined;
      this.#segments.delete(id);
      if (before === undefined || !isNode) changedIds.push(id);
      const isSame = before !== undefined && isNode && sameMaterial(before, this.#materialOf(id));
      if (!isSame) changed.push(id);
    }
    // A wire counts from when its source is there.
    for (const id of changedIds) for (const wire of graph.wiresOutOf(id)) this.#segments.delete(wire.to[0]);
    for (const id of changed) this.#mark(id);
  }

  /**
   * Goes on with edits.
   * @param isOver asked before each node; the rest waits for the next call.
   * @returns the nodes that look different since the last call: pending now, or with another key.
   */
  advance(isOver: () => boolean): ReadonlySet<string> {
    if (this.#spread(isOver)) this.#settle(isOver);
    const reported = this.#unreported;
    this.#unreported = new Set();
    return reported;
  }

  /** What is below an open node that has no key is open already, or will be by way of the frontier. */
  #mark(id: string): void {
    const isOpen = this.#open.has(id);
    if (isOpen && !this.#keys.has(id)) return;
    if (!isOpen) this.#open.set(id, this.#keys.get(id));
    this.#keys.delete(id);
    this.#unreported.add(id);
    this.#frontier.push(id);
  }

  /** @returns whether all nodes below edits are open. */
  #spread(isOver: () => boolean): boolean {
    while (this.#frontier.length > 0) {
      if (isOver()) return false;
      for (const wire of this.#graph.wiresOutOf(this.#frontier.pop()!)) this.#mark(wire.to[0]);
    }
    return true;
  }

  #settle(isOver: () => boolean): void {
    for (const [id, before] of this.#open) {
      if (isOver()) return;
      const isSame = before !== undefined && this.keyOf(id) === before;
      this.#open.delete(id);
      // One that was pending for a moment is looked at again.
      if (isSame && this.#unreported.has(id)) this.#unreported.delete(id);
      else this.#unreported.add(id);
    }
  }

  /** Depth first without recursion: chains of thousands are common. */
  #make(nodeId: string): void {
    const path = [nodeId];
    while (path.length > 0) {
      const id = path.at(-1)!;
      const material = this.#materialOf(id);
      if (material === null) {
        this.#keys.set(id, null);
        path.pop();
        continue;
      }
      const isFirstVisit = !this.#keys.has(id);
      if (isFirstVisit) this.#keys.set(id, null);
      const missing = isFirstVisit ? material.wires.filter(({ from }) => !this.#keys.has(from)) : [];
      if (missing.length > 0) {
        for (const { from } of missing) path.push(from);
        continue;
      }
      this.#keys.set(id, this.#keyFrom(material));
      path.pop();
    }
  }

  #keyFrom(material: KeyMaterial): string | null {
    if (material.wires.length === 0) return material.config;
    const texts = [material.config];
    for (const { pin, from, output } of material.wires) {
      const key = this.#keys.get(from) ?? null;
      if (key === null) return null;
      texts.push(pin, key, output);
    }
    return contentHash(joinKey(...texts));
  }

  #materialOf(id: string): KeyMaterial | null {
    const created = this.#segments.get(id);
    if (created !== undefined) return created;
    const node = this.#graph.node(id);
    const type = node === undefined ? null : this.#findType(node.type);
    const material = node === undefined || type === null ? null : keyMaterial(this.#graph, node, type);
    if (node !== undefined) this.#segments.set(id, material);
    return material;
  }
}

function keyMaterial(graph: LinkedGraph, node: GraphNode, type: KeyedType): KeyMaterial {
  // Of two wires into one input, which only a broken document has, the later counts, as in a run.
  const wired = new Map<string, GraphConnection>();
  for (const wire of graph.incomingWires(node.id)) {
    if (graph.node(wire.from[0]) !== undefined) wired.set(wire.to[1], wire);
  }
  const texts = [node.type, answererOf(type.source ?? '', providerOf(node, type, wired))];
  const wires: KeyMaterial['wires'][number][] = [];
  for (const pin of type.inputs.toSorted(byName)) {
    const wire = wired.get(pin.name);
    // Only what is chosen counts: results from before there was the choice stay what they are.
    if (pin.name === LISTS_PIN && isUnpaired(node)) continue;
    if (wire === undefined) {
      const literal = literalOf(node.inputs?.[pin.name], pin.default);
      // Results from before the type had the input stay what they are.
      if (parsePinType(pin.type).isAdded === true && literal === literalOf(undefined, pin.default)) continue;
      texts.push(pin.name, literal);
    } else wires.push({ pin: pin.name, from: wire.from[0], output: wire.from[1] });
  }
  return { config: contentHash(joinKey(...texts)), wires };
}

const isUnpaired = (node: GraphNode): boolean =>
  pairingOf(node.inputs?.[LISTS_PIN]?.value) === DEFAULT_PAIRING;

/** The provider that a node names; null for one that names none, or that is told which by a wire. */
function providerOf(node: GraphNode, type: KeyedType, wired: ReadonlyMap<string, unknown>): string | null {
  const pin = type.inputs.find(({ name }) => name === 'provider');
  if (pin === undefined || wired.has('provider')) return null;
  const named = node.inputs?.['provider']?.value ?? pin.default;
  return typeof named === 'string' ? named : null;
}

const never = (): boolean => false;

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1);

/** What an input holds, as text: the file by its id, which never means other bytes; else the value; else the default. */
function literalOf(input: EditableInputValue | undefined, fallback: unknown): string {
  const held = inputSource(input);
  return held === null
    ? `value ${stableStringify(fallback ?? null)}`
    : `${held.kind} ${stableStringify(held.value)}`;
}

function sameMaterial(a: KeyMaterial | null, b: KeyMaterial | null): boolean {
  if (a === null || b === null) return a === b;
  return (
    a.config === b.config &&
    a.wires.length === b.wires.length &&
    a.wires.every((wire, index) => {
      const candidate = b.wires[index]!;
      return wire.pin === candidate.pin && wire.from === candidate.from && wire.output === candidate.output;
    })
  );
}
