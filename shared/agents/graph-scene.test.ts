import { expect, test } from 'vitest';
import type { Graph } from '../graph/types.ts';
import { graphScene, MAX_SCENE_NODES } from './graph-scene.ts';

const catalog = {
  pinsOf: () => ({
    inputs: [{ name: 'image', type: 'image' }],
    outputs: [{ name: 'image', type: 'image' }],
  }),
};
const at = (id: string, x: number, y: number) => ({ id, type: 'image/blur', title: id, position: { x, y } });
const graph: Graph = {
  nodes: [
    { ...at('a', -300, 50), inputs: { radius: { type: 'number', value: 3 } } },
    at('b', 500, 50),
    at('c', 900, 800),
  ],
  connections: [
    { from: ['a', 'image'], to: ['b', 'image'] },
    { from: ['b', 'image'], to: ['c', 'image'] },
  ],
};

test('nodes lie in the picture as they do on the canvas, with values that no wire feeds', () => {
  const scene = graphScene(graph, catalog, null);
  expect(scene?.scale).toBe(1);
  expect(scene?.boxes.map(({ title, x, y }) => [title, x, y])).toEqual([
    ['a', 40, 40],
    ['b', 840, 40],
    ['c', 1240, 790],
  ]);
  expect(scene?.boxes[0]?.lines).toEqual(['radius = 3']);
  expect(scene?.wires.map(({ base }) => base)).toEqual(['image', 'image']);
  for (const { x, y, width, height } of scene?.boxes ?? []) {
    expect(x + width).toBeLessThanOrEqual(scene?.width ?? 0);
    expect(y + height).toBeLessThanOrEqual(scene?.height ?? 0);
  }
});

test('a part has its own wires only, and an empty graph has no picture', () => {
  const scene = graphScene(graph, catalog, new Set(['a', 'b']));
  expect(scene?.boxes).toHaveLength(2);
  expect(scene?.wires).toHaveLength(1);
  expect(graphScene({ nodes: [], connections: [] }, catalog, null)).toBeNull();
});

test('a canvas of any size fits, and no more nodes are drawn than can be told apart', () => {
  const wide: Graph = {
    nodes: Array.from({ length: MAX_SCENE_NODES + 500 }, (_, index) =>
      at(`n${index}`, index * 4000, index * 10),
    ),
    connections: [],
  };
  const scene = graphScene(wide, catalog, null);
  expect(scene?.width).toBeLessThanOrEqual(2001);
  expect(scene?.height).toBeLessThanOrEqual(2001);
  expect(scene?.boxes).toHaveLength(MAX_SCENE_NODES);
});
