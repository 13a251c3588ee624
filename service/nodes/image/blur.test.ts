import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageBlur } from './blur.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageBlur, inputs))['image']);

const edge = () =>
  bench.picture(
    Array.from({ length: 64 }, () => [
      ...Array<string>(64).fill('#000000'),
      ...Array<string>(64).fill('#ffffff'),
    ]),
  );
const level = (look: Awaited<ReturnType<typeof run>>, x: number) =>
  Number.parseInt(look.at(x, 32).slice(1, 3), 16);

describe('blur', () => {
  test('softens an edge the more the stronger it is', async () => {
    const image = await edge();
    const spread = async (sigma: number) => {
      const look = await run({ image, sigma });
      expect([look.width, look.height]).toEqual([128, 64]);
      return Array.from({ length: 128 }, (_, x) => level(look, x)).filter((gray) => gray > 12 && gray < 243)
        .length;
    };
    const [light, medium, strong] = [await spread(1), await spread(6), await spread(30)];
    expect(light).toBeLessThan(medium);
    expect(medium).toBeLessThan(strong);
  });

  test('a strength beyond the full-size kernel gives what a Gaussian gives', async () => {
    const look = await run({ image: await edge(), sigma: 24 });
    // Normal distribution at one standard deviation from the edge: 16 % and 84 %.
    expect(level(look, 64 - 24) / 255).toBeCloseTo(0.16, 1);
    expect(level(look, 64 + 24) / 255).toBeCloseTo(0.84, 1);
  });

  test('0 leaves the image as it is', async () => {
    const look = await run({ image: await edge(), sigma: 0 });
    expect([look.at(63, 5), look.at(64, 5)]).toEqual(['#000000', '#ffffff']);
  });

  test('see-through pixels lend no color to others', async () => {
    const row = [...Array<string>(16).fill('#00ff0000'), ...Array<string>(16).fill('#ff0000')];
    const look = await run({ image: await bench.picture(Array.from({ length: 16 }, () => row)), sigma: 3 });
    expect(look.channels).toBe(4);
    expect(look.at(16, 8)).toMatch(/^#f[c-f]0[0-3]0/);
  });

  test('refuses a strength out of range', async () => {
    await expect(run({ image: await edge(), sigma: 1e6 })).rejects.toThrow('Strength must be from 0 to 500');
  });
});
