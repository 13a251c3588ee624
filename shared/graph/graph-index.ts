import { OrderedList, type Entry } from './ordered-list.ts';
import { TopologicalRanks } from './topological-ranks.ts';
import type { Graph, GraphConnection, GraphNode } from './types.ts';

/**
 * A graph with its lookups: nodes by id, wires by both ends, places in both lists. Changed in place by
 * `operations.ts` only, which takes back what it cannot finish.
 */
export class GraphIndex {
  private readonly nodes: OrderedList<GraphNode>;
  private readonly wires: OrderedList<GraphConnection>;
  private readonly byId = new Map<string, Entry<GraphNode>>();
  private readonly into = new Map<string, Set<Entry<GraphConnection>>>();
  private readonly outOf = new Map<string, Set<Entry<GraphConnection>>>();
  /** Made when the first wire asks; `cyclic` for a broken document, where every question is a search. */
  private ranks: TopologicalRanks | 'cyclic' | undefined;

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
  wireInto(nodeId: string, pin: string): Entry<GraphConnection> | undefined {
    for (const entry of this.into.get(nodeId) ?? []) if (entry.value.to[1] === pin) return entry;
    return undefined;
  }

  wiresInto(nodeId: string): Iterable<Entry<GraphConnection>> {
    return this.into.get(nodeId) ?? [];
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
    if (this.into.get(id)?.size || this.outOf.get(id)?.size) this.ranks = undefined;
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
    if (this.ranks !== 'cyclic') this.ranks?.connected(entry.value.from[0], entry.value.to[0]);
  }

  /** @returns the index it had. */
  removeWire(entry: Entry<GraphConnection>): number {
    // What was a cycle may be none now.
    if (this.ranks === 'cyclic') this.ranks = undefined;
    this.into.get(entry.value.to[0])?.delete(entry);
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
    if (from === to) return true;
    this.ranks ??= this.makeRanks();
    if (this.ranks !== 'cyclic') return this.ranks.wouldCycle(from, to);
    const seen = new Set([to]);
    for (const id of seen) for (const other of this.below(id)) seen.add(other);
    return seen.has(from);
  }

  private makeRanks(): TopologicalRanks | 'cyclic' {
    const waiting = new Map<string, number>();
    for (const id of this.byId.keys()) {
      let count = 0;
      for (const other of this.above(id)) if (this.byId.has(other)) count += 1;
      waiting.set(id, count);
    }
    const order = new Set<string>();
    for (const [id, count] of waiting) if (count === 0) order.add(id);
    for (const id of order) {
      for (const other of this.below(id)) {
        const left = waiting.get(other);
        if (left === undefined) continue;
        waiting.set(other, left - 1);
        if (left === 1) order.add(other);
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
    for (const entry of this.into.get(id) ?? []) yield entry.value.from[0];
  }

  private *below(id: string): Generator<string> {
    for (const entry of this.outOf.get(id) ?? []) yield entry.value.to[0];
  }

  private link(entry: Entry<GraphConnection>): void {
    const add = (map: Map<string, Set<Entry<GraphConnection>>>, id: string) => {
      const set = map.get(id);
      if (set) set.add(entry);
      else map.set(id, new Set([entry]));
    };
    add(this.into, entry.value.to[0]);
    add(this.outOf, entry.value.from[0]);
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
  const known = holders.get(graph);
  if (known && known.graph === graph) return known;
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
