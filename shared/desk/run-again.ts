import type { PublicRunCreateRequest, RunInputValue } from '../api/schemas/runs.ts';
import type { RunSource } from './library-schemas.ts';

/** One input of a recorded run with another value. */
export interface InputChange {
  nodeId: string;
  input: string;
  value: RunInputValue;
}

/**
 * What runs a recorded graph once more, with one input changed or as it was: then every result is one that is there
 * already. Null where the graph is not known.
 */
export function rerunRequest(
  { graph, targetNodeIds }: Pick<RunSource, 'graph' | 'targetNodeIds'>,
  change: InputChange | null,
): Pick<PublicRunCreateRequest, 'graph' | 'targetNodeIds' | 'inputOverrides'> | null {
  if (graph === null) return null;
  return {
    graph: { nodes: graph.nodes, connections: graph.connections },
    ...(targetNodeIds.length === 0 ? {} : { targetNodeIds }),
    ...(change === null ? {} : { inputOverrides: { [change.nodeId]: { [change.input]: change.value } } }),
  };
}
