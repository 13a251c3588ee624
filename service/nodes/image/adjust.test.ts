import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageAdjust } from './adjust.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageAdjust, inputs))['image']);

const at = async (color: string, settings: Record<string, number>) =>
  (await run({ image: await bench.solid(4, 4, color), ...settings })).at(1, 1);
const channels = (hex: string) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));

describe('adjust', () => {
  test('leaves an image alone at its defaults', async () => {
    expect(await at('#336699', {})).toBe('#336699');
  });

  test('brightness', async () => {
    expect(channels(await at('#808080', { brightness: 1.5 }))[0]).toBeGreaterThan(0xb0);
    expect(channels(await at('#808080', { brightness: 0.5 }))[0]).toBeLessThan(0x50);
  });

  test('contrast pulls away from middle gray', async () => {
    expect(channels(await at('#a0a0a0', { contrast: 2 }))[0]).toBe(0xc0);
    expect(channels(await at('#606060', { contrast: 2 }))[0]).toBe(0x40);
    expect(channels(await at('#ff0000', { contrast: 0 }))).toEqual([128, 128, 128]);
  });

  test('saturation 0 is gray', async () => {
    const [r = 0, g = 0, b = 0] = channels(await at('#cc4444', { saturation: 0 }));
    expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThanOrEqual(2);
  });

  test('hue turns red away, and a full turn back', async () => {
    const [r = 0, g = 0] = channels(await at('#c03030', { hue: 120 }));
    expect(g).toBeGreaterThan(r);
    expect(await at('#c03030', { hue: -360 })).toBe('#c03030');
  });

  test('keeps transparency', async () => {
    expect(await at('#80808080', { contrast: 2, brightness: 1.2 })).toMatch(/80$/);
  });
});
