import { joinKey } from '../language/join-key.ts';
import { OrderedList, type Entry } from './ordered-list.ts';
import { TopologicalRanks } from './topological-ranks.ts';
import type { Graph, GraphConnection, GraphNode } from './types.ts';
import { InputWires } from './input-wires.ts';

/**
 * A graph with its lookups: nodes by id, wires by both ends, places in both lists. Changed in place by
 * `operations.ts` only, which takes back what it cannot finish.
 */
export class GraphIndex {
  private readonly nodes: OrderedList<GraphNode>;
  private readonly wires: OrderedList<GraphConnection>;
  private readonly byId = new Map<string, Entry<GraphNode>>();
  private readonly target = new Map<string, InputWires>();
  private readonly outOf = new Map<string, Set<Entry<GraphConnection>>>();
  /** Made when the first wire asks; `cyclic` for a broken document, where every question is a search. */
  private ranks: TopologicalRanks | 'cyclic' | undefined;

  /** Ends of wires that would close a cycle, until a wire goes: many may be asked about, one after another. */
  private readonly circles = new Set<string>();

  constructor(graph: Graph) {
    this.nodes = new OrderedList(graph.nodes, (entry) => {
      // Of two nodes with one id, which only a broken document has, the first counts.
      if (!this.byId.has(entry.value.id)) this.byId.set(entry.value.id, entry);
    });
    this.wires = new OrderedList(graph.connections, (entry) => this.link(entry));
  }

  node(id: string): Entry<GraphNode> | undefined {
    return this.byId.get(id);
  }

  /** The wire that ends at an input. */
  incomingWire(nodeId: string, pin: string): Entry<GraphConnection> | undefined {
    for (const entry of this.wiresAt(nodeId, pin)) return entry;
    return undefined;
  }

  /** The wires that end at an input: several in a broken document only. */
  wiresAt(nodeId: string, pin: string): Iterable<Entry<GraphConnection>> {
    return this.target.get(nodeId)?.at(pin) ?? [];
  }

  incomingWires(nodeId: string): Iterable<Entry<GraphConnection>> {
    return this.target.get(nodeId) ?? [];
  }

  wiresOutOf(nodeId: string): Iterable<Entry<GraphConnection>> {
    return this.outOf.get(nodeId) ?? [];
  }

  nodeIndex(entry: Entry<GraphNode>): number {
    return this.nodes.indexOf(entry);
  }

  get nodeCount(): number {
    return this.nodes.length;
  }

  get wireCount(): number {
    return this.wires.length;
  }

  insertNode(entry: Entry<GraphNode>, index: number): void {
    this.nodes.insert(index, entry);
    const { id } = entry.value;
    this.byId.set(id, entry);
    if (this.ranks === undefined || this.ranks === 'cyclic') return;
    // Wires that waited for this node, as only a broken document has them, may have any direction.
    if (this.target.get(id)?.size || this.outOf.get(id)?.size) this.ranks = undefined;
    else this.ranks.add(id);
  }

  /** @returns the index it had. */
  removeNode(entry: Entry<GraphNode>): number {
    if (this.ranks !== 'cyclic') this.ranks?.remove(entry.value.id);
    this.byId.delete(entry.value.id);
    return this.nodes.remove(entry);
  }

  insertWire(entry: Entry<GraphConnection>, index: number): void {
    this.wires.insert(index, entry);
    this.link(entry);
    if (this.ranks === undefined || this.ranks === 'cyclic') return;
    this.ranks.connected(entry.value.from[0], entry.value.to[0]);
    // Wires that come against the order one after another are in order again once it is made anew.
    if (this.ranks.steps > this.nodes.length + this.wires.length) this.ranks = undefined;
  }

  /** @returns the index it had. */
  removeWire(entry: Entry<GraphConnection>): number {
    // What was a cycle may be none now.
    this.circles.clear();
    if (this.ranks === 'cyclic') this.ranks = undefined;
    this.target.get(entry.value.to[0])?.delete(entry);
    this.outOf.get(entry.value.from[0])?.delete(entry);
    return this.wires.remove(entry);
  }

  /** The graph as data. A list that did not change keeps its identity. */
  toGraph(before: Graph, changed: { nodes: boolean; wires: boolean }): Graph {
    return {
      nodes: changed.nodes ? this.nodes.toArray() : before.nodes,
      connections: changed.wires ? this.wires.toArray() : before.connections,
    };
  }

  /** Whether a wire from → to would close a cycle. See `topological-ranks.ts` for the cost. */
  wouldCycle(from: string, to: string): boolean {
    const key = joinKey(from, to);
    if (this.circles.has(key)) return true;
    const isCircle = this.findsCircle(from, to);
    if (isCircle) this.circles.add(key);
    return isCircle;
  }

  private findsCircle(from: string, to: string): boolean {
    if (from === to) return true;
    this.ranks ??= this.makeRanks();
    if (this.ranks !== 'cyclic') return this.ranks.wouldCycle(from, to);
    const visited = new Set([to]);
    for (const id of visited) for (const candidate of this.below(id)) visited.add(candidate);
    return visited.has(from);
  }

  private makeRanks(): TopologicalRanks | 'cyclic' {
    const pending = new Map<string, number>();
    for (const id of this.byId.keys()) {
      let count = 0;
      for (const candidate of this.above(id)) if (this.byId.has(candidate)) count += 1;
      pending.set(id, count);
    }
    const order = new Set<string>();
    for (const [id, count] of pending) if (count === 0) order.add(id);
    for (const id of order) {
      for (const second of this.below(id)) {
        const left = pending.get(second);
        if (left === undefined) continue;
        pending.set(second, left - 1);
        if (left === 1) order.add(second);
      }
    }
    if (order.size < this.byId.size) return 'cyclic';
    return new TopologicalRanks(
      order,
      (id) => this.above(id),
      (id) => this.below(id),
    );
  }

  private *above(id: string): Generator<string> {
    for (const entry of this.target.get(id) ?? []) yield entry.value.from[0];
  }

  private *below(id: string): Generator<string> {
    for (const entry of this.outOf.get(id) ?? []) yield entry.value.to[0];
  }

  private link(entry: Entry<GraphConnection>): void {
    const [from, to] = [entry.value.from[0], entry.value.to[0]];
    const target = this.target.get(to) ?? new InputWires();
    this.target.set(to, target);
    target.add(entry);
    const outOf = this.outOf.get(from);
    if (outOf) outOf.add(entry);
    else this.outOf.set(from, new Set([entry]));
  }
}

/** The index of a graph, and the one graph value it stands for at the moment. */
interface Holder {
  index: GraphIndex;
  graph: Graph;
}

const holders = new WeakMap<Graph, Holder>();

/**
 * The index of a graph, made on first use in O(nodes + wires) and kept while the graph lives. Read it at once: applying
 * operations moves it on to the graph they give.
 */
export function indexOf(graph: Graph): GraphIndex {
  return holderOf(graph).index;
}

function holderOf(graph: Graph): Holder {
  const existing = holders.get(graph);
  if (existing && existing.graph === graph) return existing;
  const holder: Holder = { index: new GraphIndex(graph), graph };
  holders.set(graph, holder);
  return holder;
}

/** Says that the index of `before`, changed in place, is now the index of `after`. */
export function moveIndex(before: Graph, after: Graph): void {
  const holder = holderOf(before);
  holders.delete(before);
  holder.graph = after;
  holders.set(after, holder);
}
