import { describe, expect, test } from 'vitest';
import { isFileValue } from '../definition.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageMask } from './mask.ts';
import { imageCombineMasks } from './combine-masks.ts';
import { imageMaskEdge } from './mask-edge.ts';
import { imageMaskFromTransparency } from './mask-from-transparency.ts';
import { imageMaskFromColor } from './mask-from-color.ts';
import { toOklab } from './oklab.ts';

const bench = useNodeBench();
const look = async (definition: Parameters<typeof bench.run>[0], inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(definition, inputs))['image']);
type Look = Awaited<ReturnType<typeof look>>;
const row = (shown: Look, y = 0) =>
  Array.from({ length: shown.width }, (_, x) => Number.parseInt(shown.at(x, y).slice(1, 3), 16));
const gray = (level: number) => `#${level.toString(16).padStart(2, '0').repeat(3)}`;

describe('mask from transparency', () => {
  test('is as white as the image is opaque, in one gray channel', async () => {
    const image = await bench.picture([['#ff0000', '#00ff0080', '#0000ff00']]);
    const shown = await look(imageMaskFromTransparency, { image });
    expect([shown.channels, row(shown)]).toEqual([1, [255, 128, 0]]);
    expect(row(await look(imageMaskFromTransparency, { image, invert: true }))).toEqual([0, 127, 255]);
  });

  test('of an opaque image is white', async () => {
    expect(row(await look(imageMaskFromTransparency, { image: await bench.solid(2, 1, '#123456') }))).toEqual(
      [255, 255],
    );
  });
});

describe('mask from color', () => {
  test('colors are as far from each other as they look (values of the OKLab article)', () => {
    const close = (actual: ReturnType<typeof toOklab>, [lightness, a, b]: readonly number[]) => {
      expect(actual.lightness).toBeCloseTo(lightness!, 3);
      expect(actual.a).toBeCloseTo(a!, 3);
      expect(actual.b).toBeCloseTo(b!, 3);
    };
    close(toOklab(255, 255, 255), [1, 0, 0]);
    close(toOklab(255, 0, 0), [0.628, 0.2249, 0.1258]);
    close(toOklab(0, 255, 0), [0.8664, -0.2339, 0.1795]);
    close(toOklab(0, 0, 255), [0.452, -0.0324, -0.3115]);
  });

  test('takes what is within the tolerance, fades out over the softness, and leaves what is see-through', async () => {
    // Grays of these levels have the OKLab lightness 0, 0.6000, 0.5 and 1 (cube roots of their light).
    const image = await bench.picture([['#000000', gray(99), gray(129), '#ffffff', '#00000000']]);
    const hard = await look(imageMaskFromColor, { image, color: '#000000', tolerance: 50, softness: 0 });
    expect(row(hard)).toEqual([255, 255, 0, 0, 0]);
    const soft = await look(imageMaskFromColor, { image, color: '#000000', tolerance: 50, softness: 20 });
    const share = 1 - (100 * toOklab(129, 129, 129).lightness - 50) / 20;
    expect(row(soft)).toEqual([255, 255, Math.round(share * 255), 0, 0]);
    const rest = await look(imageMaskFromColor, {
      image,
      color: '#000',
      tolerance: 50,
      softness: 0,
      invert: true,
    });
    expect(row(rest)).toEqual([0, 0, 255, 255, 0]);
  });
});

/** What growing by a disc is, pixel by pixel. */
function grownByHand(levels: readonly (readonly number[])[], amount: number): number[][] {
  return levels.map((line, y) =>
    line.map((_, x) => {
      let found = amount > 0 ? 0 : 255;
      for (const [y2, other] of levels.entries())
        for (const [x2, level] of other.entries())
          if ((x2 - x) ** 2 + (y2 - y) ** 2 <= amount ** 2)
            found = amount > 0 ? Math.max(found, level) : Math.min(found, level);
      return found;
    }),
  );
}

describe('mask edge', () => {
  const levels = Array.from({ length: 17 }, (_, y) =>
    Array.from({ length: 23 }, (_, x) =>
      (x * 7919 + y * 104_729) % 13 === 0 ? 80 + ((x * 37 + y * 11) % 176) : 0,
    ),
  );

  test.each([1, 2, 5, -1, -3])('by %i pixels gives the greatest or least level in a disc', async (grow) => {
    const image = await bench.picture(levels.map((line) => line.map(gray)));
    const shown = await look(imageMaskEdge, { image, grow });
    expect(levels.map((_, y) => row(shown, y))).toEqual(grownByHand(levels, grow));
  });

  test('0 leaves the mask as it is, and growing further than the picture fills it', async () => {
    const image = await bench.picture(levels.map((line) => line.map(gray)));
    expect(row(await look(imageMaskEdge, { image, grow: 0 }), 3)).toEqual(levels[3]);
    const most = Math.max(...levels.flat());
    expect(new Set(row(await look(imageMaskEdge, { image, grow: 100 }), 8))).toEqual(new Set([most]));
  });

  test.each([4, 40])('a feather of %i pixels is a Gaussian of that width', async (feather) => {
    const width = feather * 8;
    const line = Array.from({ length: width }, (_, x) => gray(x < width / 2 ? 0 : 255));
    const image = await bench.picture(Array.from({ length: 8 }, () => line));
    const levelsThere = row(await look(imageMaskEdge, { image, grow: 0, feather }), 4);
    // Pixels have their middle half a pixel further: Φ(−1 + 0.5 / feather) and its counterpart.
    const [before, after] = feather === 4 ? [0.191, 0.87] : [0.162, 0.844];
    expect(Math.abs(levelsThere[width / 2 - feather]! / 255 - before)).toBeLessThan(0.015);
    expect(Math.abs(levelsThere[width / 2 + feather]! / 255 - after)).toBeLessThan(0.015);
  });
});

describe('combine masks', () => {
  const pair = async () => ({
    first: await bench.picture([['#ffffff', '#ffffff', '#000000', '#808080']]),
    second: await bench.picture([['#ffffff', '#000000', '#ffffff', '#808080']]),
  });

  test.each([
    ['add', [255, 255, 255, 128]],
    ['subtract', [0, 255, 0, 64]],
    ['intersect', [255, 0, 0, 64]],
    ['exclude', [0, 255, 255, 127]],
  ])('%s', async (operation, expected) => {
    expect(row(await look(imageCombineMasks, { ...(await pair()), operation }))).toEqual(expected);
  });

  test('stretches the second, and says so where that changes its shape', async () => {
    const notes: string[] = [];
    const execution = bench.execution({
      first: await bench.solid(8, 4, '#ffffff'),
      second: await bench.solid(4, 4, '#000000', 'square.png'),
      operation: 'intersect',
    });
    const { image } = await imageCombineMasks.execute({ ...execution, log: (line) => notes.push(line) });
    expect(isFileValue(image) && row(await bench.look(image), 3)).toEqual(Array(8).fill(0));
    expect(notes).toEqual([
      'square.png is 4 × 4 pixels and was stretched to 8 × 4, which is another shape. Crop or pad it first if it should not be.',
    ]);
  });
});

describe('a mask of another size', () => {
  const notesOf = async (width: number, height: number) => {
    const notes: string[] = [];
    const execution = bench.execution({
      image: await bench.solid(8, 4, '#ffffff'),
      mask: await bench.solid(width, height, '#808080', 'mask.png'),
    });
    await imageMask.execute({ ...execution, log: (line) => notes.push(line) });
    return notes;
  };

  test('is said where its shape is another one, and not where it only is smaller', async () => {
    expect(await notesOf(4, 4)).toEqual([
      expect.stringContaining('mask.png is 4 × 4 pixels and was stretched to 8 × 4'),
    ]);
    expect(await notesOf(4, 2)).toEqual([]);
  });
});
