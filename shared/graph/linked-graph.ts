import { indexOf } from './graph-index.ts';
import type { LinkedGraph } from './node-keys.ts';
import type { Graph, GraphConnection } from './types.ts';

/** A graph as its keys look at it. It stands for this graph until operations move the index on: then make another. */
export function linkedGraph(graph: Graph): LinkedGraph {
  const index = indexOf(graph);
  const values = (entries: Iterable<{ value: GraphConnection }>): GraphConnection[] =>
    Array.from(entries, ({ value }) => value);
  return {
    node: (id) => index.node(id)?.value,
    incomingWires: (id) => values(index.incomingWires(id)),
    wiresOutOf: (id) => values(index.wiresOutOf(id)),
  };
}
