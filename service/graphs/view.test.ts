import { describe, expect, it } from 'vitest';
import type { PublicGraph } from '#shared/api/index.ts';
import type { Graph, GraphNode } from '#shared/graph/index.ts';
import { nodeDefinitions } from '#service/nodes/index.ts';
import { createNodeRegistry } from '#service/nodes/registry.ts';
import { graphNodeView, graphViewJson } from './view.ts';
import type { ProjectRow } from '#service/projects/rows.ts';

const nodes = createNodeRegistry(nodeDefinitions);
const project: ProjectRow = {
  id: 'prj_1',
  accountId: 'acc_1',
  name: 'p',
  version: 3,
  nodeCount: 3,
  externalId: null,
  externalUserId: null,
  externalWorkspaceId: null,
  metadata: {},
  thumbnailBlob: null,
  createdAt: 'then',
  updatedAt: 'then',
  touched: 1,
  filedAs: 0,
};
const view = (graph: Graph) => JSON.parse(graphViewJson(nodes, project, graph)) as PublicGraph;

describe('the view of a graph', () => {
  it('shows each node as it is now, though unchanged ones are not written out again', () => {
    const source: GraphNode = { id: 'a', type: 'input/text', inputs: {} };
    const target: GraphNode = { id: 'b', type: 'text/template', inputs: {} };
    const unknown: GraphNode = { id: 'c', type: 'no/longer', inputs: { x: { type: 'number', value: 1 } } };
    const wire = (to: [string, string]) => ({ from: ['a', 'text'] as [string, string], to });
    const steps: Graph[] = [
      { nodes: [source, target, unknown], connections: [wire(['b', 'a'])] },
      // Wires to pins that the type does not have, as documents of other builds may hold them.
      { nodes: [source, target, unknown], connections: [wire(['b', 'a']), wire(['b', 'former'])] },
      { nodes: [source, target, unknown], connections: [wire(['c', 'y'])] },
      { nodes: [{ ...source, title: 'Renamed' }, target], connections: [] },
    ];
    for (const graph of [...steps, ...steps]) {
      expect(view(graph)).toEqual({
        projectId: 'prj_1',
        version: 3,
        nodes: graph.nodes.map((node) => graphNodeView(nodes, graph, node)),
        connections: graph.connections.map(({ from, to }) => ({
          sourceNodeId: from[0],
          sourcePin: from[1],
          targetNodeId: to[0],
          targetPin: to[1],
        })),
      });
    }
    const previous = view(steps[1]!).nodes[1]!.inputs.map((pin) => pin.name);
    expect(previous).toContain('former');
    expect(view(steps[0]!).nodes[1]!.inputs.map((pin) => pin.name)).not.toContain('former');
  });
});
