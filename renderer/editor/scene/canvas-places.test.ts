import { expect, it } from 'vitest';
import { emptyCanvas } from '#shared/canvas/items.ts';
import { itemAt, itemsInside, itemBoxes } from './canvas-places.ts';

const frame = (x: number, width: number) => ({ position: { x, y: 0 }, size: { width, height: 400 } });
const items = itemBoxes({
  ...emptyCanvas(),
  frames: { small: frame(100, 300), large: frame(0, 900) },
  notes: { n: { text: 'Look', position: { x: 500, y: 10 }, size: { width: 200, height: 100 } } },
});
const at = (x: number, y: number, zoom = 1) => {
  const hit = itemAt(items, { x, y }, zoom);
  return hit && `${hit.area} of ${hit.item.id}`;
};

it('a frame is taken by its title and its corner, a note anywhere, and the smaller frame is in front', () => {
  expect([at(10, 10), at(120, 10), at(120, 200), at(899, 399), at(399, 399)]).toEqual([
    'body of large',
    'body of small',
    null,
    'corner of large',
    'corner of small',
  ]);
  expect([at(600, 60), at(699, 109), at(950, 10)]).toEqual(['body of n', 'corner of n', null]);
});

it('far away a title is taken above its frame, where no node covers it', () => {
  expect([at(10, -100), at(10, -100, 0.1), at(10, 100, 0.1)]).toEqual([null, 'body of large', null]);
});

it('what lies whole in a frame belongs to it, and a frame in it too', () => {
  const inside = (id: string) =>
    itemsInside(items, items.find((item) => item.id === id)!.rect)
      .map((item) => item.id)
      .filter((one) => one !== id);
  expect([inside('large').sort(), inside('small')]).toEqual([['n', 'small'], []]);
});

it('a title that stands below its frame is taken there', () => {
  const frames = items.filter(({ id }) => id === 'large');
  const hit = (y: number, isBelow: boolean) => itemAt(frames, { x: 10, y }, 0.1, () => isBelow)?.area ?? null;
  expect([hit(450, true), hit(-100, true), hit(450, false)]).toEqual(['body', null, null]);
});
