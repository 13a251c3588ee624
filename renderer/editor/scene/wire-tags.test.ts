import { expect, it } from 'vitest';
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
