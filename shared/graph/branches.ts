import { indexOf } from './graph-index.ts';
import type { Graph } from './types.ts';

/** Which nodes a run executes where some take one of several inputs only, as far as that is known before. */

/** The inputs of a node type of which it takes one. */
export type BranchInputs = (type: string) => ReadonlySet<string>;

/**
 * What leads to the ends of a graph without the branches of nodes that decide: it surely runs.
 * @param follows whether the branches of a node are followed nevertheless. O(nodes + wires).
 */
export function reachedFromEnds(
  graph: Graph,
  branchInputs: BranchInputs,
  follows: (nodeId: string) => boolean = () => false,
): ReadonlySet<string> {
  const index = indexOf(graph);
  const hasEnd = ({ id }: { id: string }): boolean =>
    Array.from(index.wiresOutOf(id)).every(({ value }) => index.node(value.to[0]) === undefined);
  const found = new Set(graph.nodes.filter(hasEnd).map(({ id }) => id));
  // A Set is walked in insertion order, including what is added on the way.
  for (const id of found) {
    const branches = branchInputs(index.node(id)?.value.type ?? '');
    for (const { value } of index.incomingWires(id)) {
      if (branches.has(value.to[1]) && !follows(id)) continue;
      if (index.node(value.from[0]) !== undefined) found.add(value.from[0]);
    }
  }
  return found;
}
