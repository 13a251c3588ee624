import * as fc from '../testing/property.ts';
import { expect, it } from 'vitest';
import { toSdr, type SdrSource } from './sdr-color.ts';
import { sdrPixels } from './sdr-pixels.ts';

const unit = fc.integer({ min: 0, max: 1023 });

/** One pixel of ten bits, full range, its planes one behind the other. */
function pixelOf(source: SdrSource, signal: readonly [number, number, number]): number[] {
  const data = new ArrayBuffer(6);
  const view = new DataView(data);
  for (const [plane, value] of signal.entries()) view.setUint16(plane * 2, value, true);
  const planes = [0, 2, 4].map((offset) => ({ offset, stride: 2 }));
  const frame = { width: 1, height: 1, bits: 10, chroma: { across: 1, down: 1 }, fullRange: true } as const;
  return [...sdrPixels(source, { ...frame, data, planes })];
}

it.each(['pq', 'hlg', 'wide'] as const)('pixels of %s are what the formula says of them', (source) => {
  fc.assert(
    fc.property(unit, unit, unit, (luma, cb, cr) => {
      const y = luma / 1023;
      const red = y + (1.4746 * (cr - 512)) / 1023;
      const blue = y + (1.8814 * (cb - 512)) / 1023;
      const green = (y - 0.2627 * red - 0.0593 * blue) / 0.678;
      const clamp = (value: number): number => Math.min(1, Math.max(0, value));
      const wanted = toSdr(source, [clamp(red), clamp(green), clamp(blue)]);
      const found = pixelOf(source, [luma, cb, cr]);
      for (const [channel, value] of wanted.entries())
        expect(Math.abs((found[channel] ?? -9) - value * 255)).toBeLessThan(2);
      expect(found[3]).toBe(255);
    }),
    { numRuns: fc.runs(500) },
  );
});

it('chroma of half the size belongs to four pixels, and rows may be longer than the picture', () => {
  // Two by two pixels of eight bits: a row of luma is four bytes, one sample of each chroma.
  const data = Uint8Array.from([16, 235, 0, 0, 126, 126, 0, 0, 128, 128]).buffer;
  const planes = [
    { offset: 0, stride: 4 },
    { offset: 8, stride: 1 },
    { offset: 9, stride: 1 },
  ];
  const frame = { width: 2, height: 2, bits: 8, chroma: { across: 2, down: 2 }, fullRange: false } as const;
  const pixels = sdrPixels('wide', { ...frame, data, planes });
  const gray = (index: number): number[] => [...pixels.subarray(index * 4, index * 4 + 4)];
  expect(gray(0)).toEqual([0, 0, 0, 255]);
  expect(gray(1)).toEqual([255, 255, 255, 255]);
  expect(gray(2)).toEqual(gray(3));
  const [value = 0] = gray(2);
  expect(Math.abs(value - ((126 - 16) / 219) * 255)).toBeLessThan(1);
});
