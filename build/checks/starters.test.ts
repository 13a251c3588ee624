import { describe, expect, it } from 'vitest';
import { inputAnchor, layoutNode, outputAnchor } from '#renderer/editor/scene/node-layout.ts';
import { crosses, curveOf } from '#renderer/editor/scene/wire-geometry.ts';
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
    const layout = layoutNode(node, {
      pins: types.pinsOf(node.type),
      connectedInputs: new Set(connections.filter(({ to }) => to[0] === node.id).map(({ to }) => to[1])),
      wiredOutputs: new Set(connections.filter(({ from }) => from[0] === node.id).map(({ from }) => from[1])),
    });
    const { width, height } = layout;
    const { id, title, position } = node;
    return { id, title: title ?? id, ...(position ?? { x: 0, y: 0 }), width, height, layout };
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

  it.each(graphs)('%s: no wire runs behind a node that is not its own', (_, graph) => {
    const boxes = new Map(boxesOf(graph).map((box) => [box.id, box]));
    const hidden = graph.connections.flatMap(({ from, to }) => {
      const [source, target] = [boxes.get(from[0])!, boxes.get(to[0])!];
      const [start, end] = [outputAnchor(source.layout, from[1]), inputAnchor(target.layout, to[1])];
      const curve = curveOf(
        { x: source.x + start.x, y: source.y + start.y },
        { x: target.x + end.x, y: target.y + end.y },
      );
      return [...boxes.values()]
        .filter((box) => box !== source && box !== target && crosses(curve, box))
        .map((box) => `${source.title} to ${target.title} behind ${box.title}`);
    });
    expect(hidden).toEqual([]);
  });
});
