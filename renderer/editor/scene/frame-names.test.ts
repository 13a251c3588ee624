import { expect, it } from 'vitest';
import { intersects, type Rect } from '../geometry.ts';
import { isNameBelow } from './frame-names.ts';
import type { NodeBox } from './scene-shapes.ts';

const frame = { x: 0, y: 1000, width: 930, height: 400 };
/** Whether the name of the frame stands below it among nodes. */
function isBelow(nodes: readonly Rect[], name = 'Sound', zoom = 0.12): boolean {
  const scene = { nodesIn: (area: Rect) => nodes.filter((box) => intersects(box, area)) as NodeBox[] };
  return isNameBelow({ scene, view: { view: { zoom } } }, frame, name);
}
const above: Rect = { x: 0, y: 860, width: 248, height: 130 };
const below: Rect = { x: 0, y: 1420, width: 248, height: 130 };

it('a name stands above its frame, and below it where it would cover nodes above and fewer below', () => {
  expect(isBelow([])).toBe(false);
  expect(isBelow([above])).toBe(true);
  // Near, it is in its frame.
  expect(isBelow([above], 'Sound', 0.3)).toBe(false);
  expect(isBelow([below])).toBe(false);
  expect(isBelow([above, below])).toBe(false);
  // What is covered hardly at all does not matter.
  expect(isBelow([above, { ...below, y: 1530 }])).toBe(true);
});

it('only what the letters of a name cover counts', () => {
  const beside = { ...above, x: 600 };
  expect(isBelow([beside])).toBe(false);
  expect(isBelow([beside], 'Sounds of the harbor and the street')).toBe(true);
});
