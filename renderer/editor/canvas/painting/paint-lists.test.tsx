import { expect, it, onTestFinished, vi } from 'vitest';
import { curveOf } from '../../scene/wire-geometry.ts';
import { readColors } from './canvas-colors.ts';
import { paintScene } from './paint-scene.ts';
import type { Painting } from './painting.ts';

/** One wire from left to right through the middle of 200 by 40 pixels. @returns what is opaque of a column, from above. */
function columnOf(list: number | null, zoom: number, { highlighted = false, y = 20 } = {}): boolean[] {
  const context = new OffscreenCanvas(200, 40).getContext('2d')!;
  context.scale(zoom, zoom);
  const shape = {
    key: 'b image',
    wire: { from: ['a', 'image'], to: ['b', 'image'] },
    curve: curveOf({ x: 0, y: y / zoom }, { x: 200 / zoom, y: y / zoom }),
    points: [],
    tags: null,
    base: 'image',
  };
  const painting = {
    colors: { ...readColors(document.body), dot: 'transparent' },
    zoom,
    detail: zoom < 0.45 ? 'tile' : 'full',
    area: { x: 0, y: 0, width: 200 / zoom, height: 40 / zoom },
    highlight: highlighted ? { wires: new Set([shape.key]), extraCount: 0.2 } : null,
    omitted: new Set(),
    scene: { wiresIn: () => [shape], nodesIn: () => [] },
    info: { list: () => list },
  } as unknown as Painting;
  paintScene(context, painting);
  const { data } = context.getImageData(30, 0, 1, 40);
  return Array.from({ length: 40 }, (_, y) => data[y * 4 + 3]! > 100);
}

/** How many lines a column crosses. */
const linesIn = (column: boolean[]): number =>
  column.filter((isOpaque, y) => isOpaque && column[y - 1] !== true).length;

it.each([1.5, 1, 0.5, 0.15, 0.08])(
  'a wire that carries a list is two lines at zoom %f, any other is one',
  (zoom) => {
    expect(linesIn(columnOf(null, zoom))).toBe(1);
    // However it lies between the pixels.
    for (const y of [20, 20.3, 20.5]) {
      expect(linesIn(columnOf(0, zoom, { y }))).toBe(2);
      expect(linesIn(columnOf(0, zoom, { y, highlighted: true }))).toBe(2);
    }
  },
);

it('how many items the list has stands on its wire once that is known', () => {
  const fillText = vi.spyOn(OffscreenCanvasRenderingContext2D.prototype, 'fillText');
  onTestFinished(() => fillText.mockRestore());
  for (const [list, zoom] of [
    [1200, 1],
    [0, 1],
    [null, 1],
    [30, 0.2],
  ] as const)
    columnOf(list, zoom);
  expect(fillText.mock.calls.map(([text]) => text)).toEqual(['1,200']);
});
