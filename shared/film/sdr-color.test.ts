import { describe, expect, it } from 'vitest';
import { sdrSource, toSdr } from './sdr-color.ts';

const bytes = (rgb: readonly number[]): number[] => rgb.map((value) => Math.round(value * 255));

/** As Chromium draws the same signals on a canvas. */
describe('HDR as browsers show it', () => {
  it.each([
    [0.3333, 54],
    [0.4667, 112],
    [0.5804, 186],
    [0.6, 200],
    [0.6667, 229],
    [0.7333, 250],
    [0.8, 255],
    [1, 255],
  ])('a gray of PQ %d is %d', (signal, gray) => {
    for (const value of bytes(toSdr('pq', [signal, signal, signal])))
      expect(Math.abs(value - gray)).toBeLessThanOrEqual(1);
  });

  it.each([
    [0.2, 31],
    [0.6, 126],
    [0.7333, 179],
    [0.8, 207],
    [1, 255],
  ])('a gray of HLG %d is %d', (signal, gray) => {
    for (const value of bytes(toSdr('hlg', [signal, signal, signal])))
      expect(Math.abs(value - gray)).toBeLessThanOrEqual(1);
  });

  it('colors keep their hue and are cut off at the edge of sRGB', () => {
    expect(bytes(toSdr('pq', [0.35, 0, 0]))).toEqual([78, 0, 0]);
    expect(bytes(toSdr('hlg', [0, 0.35, 0]))).toEqual([0, 67, 0]);
    expect(bytes(toSdr('wide', [0.35, 0, 0.35]))).toEqual([111, 0, 93]);
  });

  it('SDR with usual primaries stays as it is', () => {
    const color = { matrix: 'bt709', primaries: 'bt709', transfer: 'bt709', fullRange: false };
    expect(sdrSource(color)).toBeNull();
    expect(sdrSource({ ...color, matrix: 'smpte170m', primaries: 'smpte170m' })).toBeNull();
    expect(sdrSource({ ...color, primaries: 'bt2020' })).toBe('wide');
    expect(sdrSource({ ...color, transfer: 'hlg', primaries: 'bt2020' })).toBe('hlg');
  });
});
