import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageGradient } from './gradient.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageGradient, inputs))['image']);

const ENDS = { width: 60, height: 40, from: '#000000', to: '#ffffff' };

describe('gradient', () => {
  test.each([
    [90, [0, 20], [59, 20]],
    [-90, [59, 20], [0, 20]],
    [180, [30, 0], [30, 39]],
    [0, [30, 39], [30, 0]],
    [135, [0, 0], [59, 39]],
  ] as const)('runs at %d degrees from the first color to the last', async (angle, start, end) => {
    const look = await run({ ...ENDS, angle });
    expect(look.near(start[0], start[1], '#000000', 8)).toBe(true);
    expect(look.near(end[0], end[1], '#ffffff', 8)).toBe(true);
    expect(look.near(30, 20, '#808080', 8)).toBe(true);
  });

  test('goes through a middle color', async () => {
    const look = await run({ ...ENDS, angle: 90, middle: '#ff0000' });
    expect(look.near(30, 20, '#ff0000', 10)).toBe(true);
  });

  test('spreads from the middle to the corners', async () => {
    const look = await run({ ...ENDS, shape: 'radial' });
    expect(look.near(30, 20, '#000000', 12)).toBe(true);
    expect(look.near(0, 0, '#ffffff', 12)).toBe(true);
  });

  test('keeps transparency', async () => {
    const look = await run({ ...ENDS, angle: 90, from: '#ff000000', to: '#ff0000' });
    expect(look.channels).toBe(4);
    expect(Number.parseInt(look.at(1, 5).slice(7), 16)).toBeLessThan(20);
    expect((await run(ENDS)).channels).toBe(3);
  });

  test('runs from a start to an end where they are set, and by the angle otherwise', async () => {
    const inner = { startX: 0.25, startY: 0.5, endX: 0.75, endY: 0.5 };
    const look = await run({ ...ENDS, angle: 0, ...inner });
    expect([look.at(5, 20), look.at(55, 20)]).toEqual(['#000000', '#ffffff']);
    expect(look.near(30, 20, '#808080', 8)).toBe(true);
    const plain = await run({ ...ENDS, angle: 90 });
    const ends = await run({ ...ENDS, angle: 0, startX: 0, startY: 0.5, endX: 1, endY: 0.5 });
    expect([10, 30, 50].map((x) => ends.at(x, 20))).toEqual([10, 30, 50].map((x) => plain.at(x, 20)));
    const round = await run({ ...ENDS, shape: 'radial', startX: 0, startY: 0, endX: 0, endY: 0.5 });
    expect(round.near(0, 0, '#000000', 12)).toBe(true);
    expect(round.at(30, 30)).toBe('#ffffff');
  });

  test('has its middle color where that is put', async () => {
    const look = await run({ ...ENDS, angle: 90, middle: '#ff0000', middleAt: 0.25 });
    expect(look.near(15, 20, '#ff0000', 10)).toBe(true);
  });

  test('has the mean of its ends where the middle is put, without a middle color', async () => {
    const look = await run({ ...ENDS, angle: 90, middleAt: 0.25 });
    expect(look.near(15, 20, '#808080', 10)).toBe(true);
  });
});
