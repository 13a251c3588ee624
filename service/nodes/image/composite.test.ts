import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageComposite } from './composite.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageComposite, inputs))['image']);

const base = () => bench.solid(10, 10, '#808080');

describe('composite', () => {
  test.each([
    ['over', '#ff0000'],
    ['multiply', '#800000'],
    ['screen', '#ff8080'],
    ['difference', '#7f8080'],
    ['darken', '#800000'],
    ['lighten', '#ff8080'],
  ])('%s', async (blend, expected) => {
    const look = await run({ base: await base(), overlay: await bench.solid(10, 10, '#ff0000'), blend });
    expect(look.near(5, 5, expected, 2)).toBe(true);
    expect([look.width, look.height, look.channels]).toEqual([10, 10, 3]);
  });

  test('opacity weakens the overlay', async () => {
    const overlay = await bench.solid(10, 10, '#ff0000');
    expect((await run({ base: await base(), overlay, opacity: 0.5 })).near(5, 5, '#c04040', 2)).toBe(true);
    expect((await run({ base: await base(), overlay, opacity: 0 })).at(5, 5)).toBe('#808080');
  });

  test.each([
    ['center', 0, 0, [5, 5], [0, 0]],
    ['top-left', 0, 0, [0, 0], [5, 5]],
    ['bottom-right', 0, 0, [9, 9], [0, 0]],
    ['top-left', 6, 2, [6, 2], [0, 0]],
    ['top-left', -3, -3, [0, 0], [2, 2]],
    ['bottom-right', 3, 3, [9, 9], [7, 7]],
  ] as const)('puts it at %s moved by %d, %d', async (place, x, y, inside, outside) => {
    const look = await run({ base: await base(), overlay: await bench.solid(4, 4, '#ff0000'), place, x, y });
    expect([look.at(inside[0], inside[1]), look.at(outside[0], outside[1])]).toEqual(['#ff0000', '#808080']);
  });

  test('takes an overlay larger than the base, and one wholly outside', async () => {
    const overlay = await bench.solid(30, 30, '#ff0000');
    expect((await run({ base: await base(), overlay })).at(0, 9)).toBe('#ff0000');
    const outside = await run({ base: await base(), overlay, place: 'top-left', x: 500 });
    expect([outside.width, outside.at(9, 9)]).toEqual([10, '#808080']);
  });

  test('fits the overlay to the base', async () => {
    const overlay = await bench.solid(40, 20, '#ff0000');
    const contained = await run({ base: await base(), overlay, fit: 'contain' });
    expect([contained.at(5, 5), contained.at(5, 0)]).toEqual(['#ff0000', '#808080']);
    expect((await run({ base: await base(), overlay, fit: 'cover' })).at(0, 0)).toBe('#ff0000');
  });

  test('lets the base show through see-through parts', async () => {
    const overlay = await bench.picture([['#ff0000', '#ff000000']]);
    const look = await run({ base: await base(), overlay, place: 'top-left' });
    expect([look.at(0, 0), look.at(1, 0)]).toEqual(['#ff0000', '#808080']);
  });

  test('scales the overlay around its place', async () => {
    const overlay = await bench.solid(4, 4, '#ff0000');
    const half = await run({ base: await base(), overlay, scale: 0.5 });
    expect([half.at(4, 4), half.at(5, 5), half.at(3, 4), half.at(6, 5)]).toEqual([
      '#ff0000',
      '#ff0000',
      '#808080',
      '#808080',
    ]);
    const corner = await run({ base: await base(), overlay, scale: 2, place: 'top-left' });
    expect([corner.at(7, 7), corner.at(8, 8)]).toEqual(['#ff0000', '#808080']);
  });

  test('turns it clockwise around its middle', async () => {
    const bar = await bench.picture([['#ff0000', '#ff0000', '#00ff00', '#00ff00']]);
    const upright = await run({
      base: await base(),
      overlay: bar,
      rotation: 90,
      place: 'top-left',
      x: 3,
      y: 4,
    });
    const column = [2, 3, 4, 5].map((y) => [4, 5].map((x) => upright.at(x, y)));
    expect(column.flat()).toContain('#ff0000');
    expect(column.flat()).toContain('#00ff00');
    const rows = [...Array(10).keys()].filter((y) =>
      [...Array(10).keys()].some((x) => upright.at(x, y) !== '#808080'),
    );
    expect(rows).toHaveLength(4);
    const turnedOver = await run({ base: await base(), overlay: bar, rotation: 180, place: 'top-left' });
    expect([turnedOver.at(0, 0), turnedOver.at(3, 0)]).toEqual(['#00ff00', '#ff0000']);
    const whole = await run({ base: await base(), overlay: bar, rotation: 360, place: 'top-left' });
    expect(whole.at(0, 0)).toBe('#ff0000');
  });

  test('refuses a scale that no picture should have', async () => {
    const overlay = await bench.solid(2000, 2000, '#ff0000');
    await expect(run({ base: await base(), overlay, scale: 20 })).rejects.toThrow('Use a smaller size');
  });
});
