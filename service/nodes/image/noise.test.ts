import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageNoise } from './noise.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageNoise, inputs))['image']);

describe('noise', () => {
  test.each(['clouds', 'spots', 'grain'])(
    '%s are the same for the same seed and others for another',
    async (kind) => {
      const size = { width: 40, height: 30, scale: 8, kind };
      const first = await run({ ...size, seed: 5 });
      expect((await run({ ...size, seed: 5 })).file.blob).toBe(first.file.blob);
      expect((await run({ ...size, seed: 6 })).file.blob).not.toBe(first.file.blob);
    },
  );

  test('runs between its two colors', async () => {
    const look = await run({ width: 64, height: 64, kind: 'grain', dark: '#000000', light: '#ff0000' });
    const reds = new Set<number>();
    for (let x = 0; x < 64; x += 1) {
      expect(look.at(x, x)).toMatch(/^#..0000$/);
      reds.add(Number.parseInt(look.at(x, x).slice(1, 3), 16));
    }
    expect(Math.max(...reds) - Math.min(...reds)).toBeGreaterThan(150);
  });

  test('spots change slowly where grain does not', async () => {
    const steps = async (kind: string) => {
      const look = await run({ width: 64, height: 4, kind, scale: 32, dark: '#000000', light: '#ffffff' });
      const level = (x: number) => Number.parseInt(look.at(x, 2).slice(1, 3), 16);
      return Math.max(...Array.from({ length: 63 }, (_, x) => Math.abs(level(x + 1) - level(x))));
    };
    expect(await steps('spots')).toBeLessThan(20);
    expect(await steps('grain')).toBeGreaterThan(60);
  });

  test('stops when the run is canceled', async () => {
    const canceled = AbortSignal.abort();
    await expect(bench.run(imageNoise, { width: 4000, height: 4000 }, canceled)).rejects.toThrow('abort');
  });
});
