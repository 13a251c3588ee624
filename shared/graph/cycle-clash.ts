import type { PatchOperation } from '../api/schemas/documents.ts';
import type { ClashOf } from '../documents/clash.ts';
import { samePin } from './diff.ts';
import { findNode, inputConnection, outputConnections } from './graph.ts';
import { applyLenient } from './operations.ts';
import type { Graph, GraphConnection, GraphNode } from './types.ts';

type Connect = Extract<PatchOperation, { op: 'connect' }>;

/** The wires of one way from a node to another, or null. */
function pathBetween(graph: Graph, from: string, to: string): GraphConnection[] | null {
  const previousWires = new Map<string, GraphConnection | null>([[from, null]]);
  const open = [from];
  for (let id = open.shift(); id !== undefined; id = open.shift()) {
    if (id === to) {
      const path: GraphConnection[] = [];
      for (let wire = previousWires.get(id); wire; wire = previousWires.get(wire.from[0])) path.unshift(wire);
      return path;
    }
    for (const wire of outputConnections(graph, id)) {
      if (previousWires.has(wire.to[0])) continue;
      previousWires.set(wire.to[0], wire);
      open.push(wire.to[0]);
    }
  }
  return null;
}

const nameIn = (graph: Graph, id: string): string => {
  const node: GraphNode | undefined = findNode(graph, id);
  return `\u201c${node?.title ? node.title : id}\u201d`;
};

/**
 * A wire of mine that would close a cycle with wires of theirs, as a question: theirs stay, or they go for mine.
 * @param graph theirs with everything else of mine. @param base what both sides started from, `mine` my side of it.
 * @returns null when no wire of theirs stands in the way.
 */
export function cycleClash(
  graph: Graph,
  connect: Connect,
  base: Graph,
  ours: Graph,
): ClashOf<'graph'> | null {
  const theirs = (wire: GraphConnection): boolean => {
    const local = inputConnection(ours, wire.to[0], wire.to[1]);
    return !local || !samePin(local.from, wire.from);
  };
  const removed: PatchOperation[] = [];
  const blockingWires: GraphConnection[] = [];
  let open = graph;
  for (;;) {
    const path = pathBetween(open, connect.to[0], connect.from[0]);
    if (!path) break;
    const wire = path.find(theirs);
    if (!wire) return null;
    blockingWires.push(wire);
    removed.push({ op: 'disconnect', from: wire.from, to: wire.to });
    open = applyLenient(open, removed.slice(-1)).graph;
  }
  const first = blockingWires[0];
  if (!first) return null;
  const [nodeId, input] = connect.to;
  return {
    of: 'graph',
    nodeId,
    field: `wire.${input}`,
    input,
    base: inputConnection(base, nodeId, input)?.from ?? null,
    mine: connect.from,
    theirs: inputConnection(graph, nodeId, input)?.from ?? null,
    operations: [...removed, connect],
    reason: `It would make a cycle with their wire from ${nameIn(graph, first.from[0])} to ${nameIn(graph, first.to[0])}.`,
  };
}
