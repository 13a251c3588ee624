import type { PatchOperation } from '#shared/api/index.ts';
import type { Graph, NodeCatalog } from '#shared/graph/types.ts';

/** Three nodes without a wire, named a, b and c: what tests of saving begin with. */
export const threeNodes: Graph = {
  nodes: ['a', 'b', 'c'].map((id) => ({ id, type: 'text/join', position: { x: 0, y: 0 }, inputs: {} })),
  connections: [],
};

export const setText = (nodeId: string, input: string, value: unknown): PatchOperation => ({
  op: 'setNodeInput',
  nodeId,
  input,
  value: { type: 'string', value },
});

/** No node type is known, so no operation is refused for its pins. */
export const emptyCatalog: NodeCatalog = { pinsOf: () => undefined };
