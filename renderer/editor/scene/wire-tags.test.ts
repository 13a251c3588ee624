import { expect, it } from 'vitest';
import { grow, intersects, type Rect } from '../geometry.ts';
import { TAG, tagsOf } from './wire-tags.ts';

const right = ({ x, width }: { x: number; width: number }): number => x + width;

it('tags stand at full width where there is room, and on a wire that runs back', () => {
  const { source, target } = tagsOf('Headline', { x: 0, y: 0 }, { x: 600, y: 200 });
  expect(source.width).toBe(target.width);
  expect([source.x, 600 - right(target)]).toEqual([TAG.gap, TAG.gap]);
  expect(tagsOf('Headline', { x: 600, y: 0 }, { x: 0, y: 0 }).source.width).toBe(source.width);
});

it.each([44, 60, 122, 180])(
  'both tags of a wire over %i units lie beside each other, between its ends',
  (room) => {
    const { source, target } = tagsOf('Headline of the evening', { x: 0, y: 0 }, { x: room, y: 6 });
    expect(source.x).toBeGreaterThan(0);
    expect(right(target)).toBeLessThan(room);
    expect(right(source)).toBeLessThanOrEqual(target.x);
  },
);

it('tags above each other take the whole room', () => {
  const level = tagsOf('Headline of the evening', { x: 0, y: 0 }, { x: 122, y: 0 });
  const steep = tagsOf('Headline of the evening', { x: 0, y: 0 }, { x: 122, y: 300 });
  expect(steep.source.width).toBeGreaterThan(level.source.width);
  expect(right(steep.source)).toBeLessThan(122);
});

it.each([
  ['a node far enough for a name leaves a narrower tag', { x: 100, y: -20, width: 240, height: 60 }, false],
  ['a node close by sends it above', { x: 44, y: -40, width: 240, height: 400 }, true],
  ['a node close by sends it below', { x: 44, y: -400, width: 240, height: 460 }, true],
  ['between tall nodes a bead is left', { x: 44, y: -400, width: 240, height: 800 }, false],
])('tags keep off the nodes around them: %s', (_what, node, isMoved) => {
  const around = (area: Rect) => (intersects(area, node) ? [node] : []);
  const from = { x: 0, y: 0 };
  const { source } = tagsOf('Headline of the evening', from, { x: 2000, y: 900 }, around);
  expect(intersects(source, node)).toBe(false);
  expect(source.x).toBeGreaterThan(0);
  expect(source.y + TAG.height / 2 !== 0).toBe(isMoved);
  // The tag before the input does so as well, the other way round.
  const mirrored = { ...node, x: 2000 - node.x - node.width };
  const { target } = tagsOf('Headline of the evening', { x: 0, y: 900 }, { x: 2000, y: 0 }, (area) =>
    intersects(area, mirrored) ? [mirrored] : [],
  );
  expect({ ...target, x: 2000 - right(target) }).toEqual(source);
});

it('tags of two wires that the same node sends away keep off each other, and of neighboring pins stay beside them', () => {
  const node = { x: 44, y: -40, width: 240, height: 400 };
  const placed: Rect[] = [];
  const around = (area: Rect) => [node, ...placed].filter((rect) => intersects(area, rect));
  for (const y of [0, 28, 56]) {
    const { source } = tagsOf('Headline', { x: 0, y }, { x: 2000, y: 900 + y }, around);
    expect(placed.filter((other) => intersects(other, source))).toEqual([]);
    placed.push(grow(source, -3));
  }
});
