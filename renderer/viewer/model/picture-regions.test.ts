import { expect, test } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { MAX_REGION_SIDE, parseRegion, regionQuery } from '#shared/desk/index.ts';
import { expandRegion, tileAt } from './picture-regions.ts';
import { fitScale, placementOf, visibleRegion } from './zoom.ts';

const side = fc.integer({ min: 1, max: 30_000 });
const share = fc.double({ min: 0, max: 1, noNaN: true });

test('the part of a pixel holds it, lies in the picture, and is read from its address again', () => {
  fc.assert(
    fc.property(side, side, share, share, (width, height, x, y) => {
      const pixel = { x: Math.floor(x * (width - 1)), y: Math.floor(y * (height - 1)) };
      const tile = tileAt(pixel, { width, height });
      expect(pixel.x - tile.left).toBeGreaterThanOrEqual(0);
      expect(pixel.x - tile.left).toBeLessThan(tile.width);
      expect(pixel.y - tile.top).toBeGreaterThanOrEqual(0);
      expect(pixel.y - tile.top).toBeLessThan(tile.height);
      expect(tile.left + tile.width).toBeLessThanOrEqual(width);
      expect(tile.top + tile.height).toBeLessThanOrEqual(height);
      expect(parseRegion(regionQuery(tile).slice('region='.length))).toEqual(tile);
    }),
  );
});

test('at 100 % a part around what is seen is always given, and covers it', () => {
  const stage = { width: 2560, height: 1440 };
  fc.assert(
    fc.property(side, side, share, share, (width, height, x, y) => {
      const picture = { width, height };
      const fit = fitScale(picture, stage, 1);
      const seen = visibleRegion(placementOf({ scale: 1 / fit, x, y }, picture, stage, fit), picture, stage);
      const region = expandRegion(seen, picture);
      expect(region?.left).toBeLessThanOrEqual(seen.left);
      expect(region?.top).toBeLessThanOrEqual(seen.top);
      expect((region?.left ?? 0) + (region?.width ?? 0)).toBeGreaterThanOrEqual(seen.left + seen.width);
      expect((region?.top ?? 0) + (region?.height ?? 0)).toBeGreaterThanOrEqual(seen.top + seen.height);
      expect(region?.width).toBeLessThanOrEqual(MAX_REGION_SIDE);
    }),
  );
  expect(
    expandRegion({ left: 0, top: 0, width: 9000, height: 10 }, { width: 20_000, height: 20 }),
  ).toBeNull();
  expect(expandRegion({ left: 0, top: 0, width: 0, height: 0 }, { width: 20_000, height: 20 })).toBeNull();
});
