import { describe, expect, it } from 'vitest';
import { layoutNode } from '#renderer/editor/scene/node-layout.ts';
import { createNodeRegistry } from '#service/nodes/registry.ts';
import { nodeDefinitions } from '#service/nodes/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { starters, textGraph } from '#shared/starters/index.ts';

/** Free room between two nodes, in canvas units. */
const GAP = 24;

const types = createNodeRegistry(nodeDefinitions);

/** Where the nodes of a graph are when it is opened, by their titles. */
function boxesOf({ nodes, connections }: Graph) {
  return nodes.map((node) => {
    const { width, height } = layoutNode(node, {
      pins: types.pinsOf(node.type),
      connectedInputs: new Set(connections.filter(({ to }) => to[0] === node.id).map(({ to }) => to[1])),
      wiredOutputs: new Set(connections.filter(({ from }) => from[0] === node.id).map(({ from }) => from[1])),
    });
    return { title: node.title ?? node.id, ...(node.position ?? { x: 0, y: 0 }), width, height };
  });
}

const graphs = [
  ...starters.map((starter) => [starter.name, starter.graph('photo')] as const),
  ['Text', textGraph] as const,
];

describe('what a project begins from', () => {
  it.each(graphs)('%s: no node covers another', (_, graph) => {
    const boxes = boxesOf(graph);
    const covered = boxes.flatMap((a, index) =>
      boxes.slice(index + 1).flatMap((b) => {
        const apart =
          a.x + a.width + GAP <= b.x ||
          b.x + b.width + GAP <= a.x ||
          a.y + a.height + GAP <= b.y ||
          b.y + b.height + GAP <= a.y;
        return apart ? [] : [`${a.title} and ${b.title}`];
      }),
    );
    expect(covered).toEqual([]);
  });
});
