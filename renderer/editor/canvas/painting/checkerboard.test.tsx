import { describe, expect, it } from 'vitest';
import { fillChecks } from './checkerboard.ts';

/** Red of each pixel of a row, after a fill at this scale. */
function rowAt(scale: number, y: number): number[] {
  const context = new OffscreenCanvas(100, 100).getContext('2d')!;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  fillChecks(
    context,
    ['#ff0000', '#000000'],
    { x: 3 / scale, y: 0, width: 60 / scale, height: 60 / scale },
    scale,
  );
  const { data } = context.getImageData(0, y, 66, 1);
  return Array.from({ length: 66 }, (_, x) => data[x * 4]!);
}

describe('what lies behind a picture on the drawing', () => {
  it('is squares of eight canvas units from the corner of the picture, sharp ones', () => {
    const first = rowAt(1, 0);
    expect(first.slice(0, 3)).toEqual([0, 0, 0]);
    expect(first.slice(3, 11)).toEqual(Array.from({ length: 8 }, () => 0));
    expect(first.slice(11, 19)).toEqual(Array.from({ length: 8 }, () => 255));
    expect(rowAt(1, 8).slice(3, 11)).toEqual(Array.from({ length: 8 }, () => 255));
    expect(rowAt(0.5, 0).slice(3, 11)).toEqual([0, 0, 0, 0, 255, 255, 255, 255]);
  });

  it('is one color where squares would be too small to tell apart', () => {
    expect(new Set(rowAt(0.1, 0).slice(3, 63))).toEqual(new Set([255]));
  });

  it('leaves pictures smooth', () => {
    const context = new OffscreenCanvas(10, 10).getContext('2d')!;
    fillChecks(context, ['#ff0000', '#000000'], { x: 0, y: 0, width: 10, height: 10 }, 1);
    expect(context.imageSmoothingEnabled).toBe(true);
  });
});
