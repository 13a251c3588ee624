import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imagePad } from './pad.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imagePad, inputs))['image']);

const NONE = { top: 0, right: 0, bottom: 0, left: 0 };
const pair = () => bench.picture([['#ff0000', '#0000ff']]);

describe('pad', () => {
  test('adds room in a color, see-through by default', async () => {
    const look = await run({ image: await pair(), ...NONE, left: 2, bottom: 3 });
    expect([look.width, look.height]).toEqual([4, 4]);
    expect([look.at(0, 0), look.at(2, 0), look.at(3, 3)]).toEqual(['#00000000', '#ff0000', '#00000000']);
    expect((await run({ image: await pair(), ...NONE, top: 1, color: '#00ff00' })).at(1, 0)).toBe('#00ff00');
  });

  test.each([
    ['edge', '#ff0000'],
    ['mirror', '#ff0000'],
    ['repeat', '#0000ff'],
  ])('carries on by %s', async (fill, expected) => {
    const look = await run({ image: await pair(), ...NONE, left: 1, fill });
    expect(look.at(0, 0)).toBe(expected);
  });

  test('refuses to grow beyond the pixel limit', async () => {
    const image = await bench.solid(4000, 4000, '#ff0000');
    const sides = { top: 8192, right: 8192, bottom: 8192, left: 8192 };
    await expect(run({ image, ...sides })).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE' });
  });
});
