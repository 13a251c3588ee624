import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageTint } from './tint.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageTint, inputs))['image']);

describe('tint', () => {
  test('colors a gray by the hue, keeps light and dark, and transparency', async () => {
    const image = await bench.picture([['#000000', '#808080', '#ffffff', '#80808080']]);
    const look = await run({ image, color: '#ff0000' });
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) =>
      Number.parseInt(look.at(1, 0).slice(start, start + 2), 16),
    );
    expect(r).toBeGreaterThan(g + 40);
    expect(r).toBeGreaterThan(b + 40);
    const light = (x: number) =>
      [1, 3, 5].reduce((sum, start) => sum + Number.parseInt(look.at(x, 0).slice(start, start + 2), 16), 0);
    expect(light(0)).toBeLessThan(light(1));
    expect(light(1)).toBeLessThan(light(2));
    expect(look.at(3, 0)).toMatch(/^#......80$/);
  });
});
