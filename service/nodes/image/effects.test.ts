import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageDropShadow } from './drop-shadow.ts';
import { imageGlow } from './glow.ts';
import { imageHalftone } from './halftone.ts';
import { imageVignette } from './vignette.ts';

const bench = useNodeBench();
const look = async (definition: Parameters<typeof bench.run>[0], inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(definition, inputs))['image']);
type Look = Awaited<ReturnType<typeof look>>;
const red = (shown: Look, x: number, y: number) => Number.parseInt(shown.at(x, y).slice(1, 3), 16);
/** The mean of the red channel. */
function mean(shown: Look): number {
  let sum = 0;
  for (let y = 0; y < shown.height; y += 1) for (let x = 0; x < shown.width; x += 1) sum += red(shown, x, y);
  return sum / (shown.width * shown.height);
}

describe('vignette', () => {
  test('leaves the middle and reaches its amount at the corners', async () => {
    const image = await bench.solid(201, 101, '#c8c8c8');
    const shown = await look(imageVignette, { image, amount: 0.5, size: 40, softness: 59 });
    expect([shown.channels, shown.at(100, 50), red(shown, 0, 0)]).toEqual([3, '#c8c8c8', 100]);
    // At half of the way from the middle to the edge an ellipse is at 50 / √2 = 35 of 100.
    expect(shown.at(50, 50)).toBe('#c8c8c8');
    // In the middle of the left edge it is at 70.36, for which the smooth step between 40 and 99 gives 0.5223.
    expect(red(shown, 0, 50)).toBe(Math.round(200 * (1 - 0.5 * 0.5226)));
  });

  test('round, it reaches the short sides first only where the circle does', async () => {
    const image = await bench.solid(200, 100, '#ffffff');
    const shown = await look(imageVignette, { image, amount: 1, size: 60, softness: 0, roundness: 1 });
    // The circle through the corners has a radius of 111.8: 60 of 100 are 67 pixels.
    expect([red(shown, 100, 0), red(shown, 100 + 66, 50), red(shown, 100 + 68, 50)]).toEqual([255, 255, 0]);
  });

  test('an amount of 0 changes nothing, and transparency stays', async () => {
    const image = await bench.picture([['#ff000080', '#00ff00']]);
    const shown = await look(imageVignette, { image, amount: 0 });
    expect([shown.at(0, 0), shown.at(1, 0)]).toEqual(['#ff000080', '#00ff00']);
  });
});

describe('drop shadow', () => {
  const dot = () => bench.solid(4, 2, '#ff0000');

  test('lies below the image at its offset, and the image grows for it', async () => {
    const shown = await look(imageDropShadow, {
      image: await dot(),
      x: 3,
      y: -2,
      blur: 0,
      opacity: 1,
      color: '#0000ff',
    });
    expect([shown.width, shown.height, shown.channels]).toEqual([7, 4, 4]);
    expect([shown.at(0, 2), shown.at(3, 3), shown.at(3, 1), shown.at(6, 0), shown.at(0, 0).slice(7)]).toEqual(
      ['#ff0000', '#ff0000', '#0000ff', '#0000ff', '00'],
    );
  });

  test('without enlarging keeps the size and cuts the shadow off', async () => {
    const shown = await look(imageDropShadow, { image: await dot(), x: 50, y: 50, blur: 3, enlarge: false });
    expect([shown.width, shown.height, shown.at(0, 0), shown.at(3, 1)]).toEqual([4, 2, '#ff0000', '#ff0000']);
  });

  test('shows through what is half see-through as light adds up', async () => {
    const image = await bench.solid(1, 1, '#ff000080');
    const shown = await look(imageDropShadow, { image, x: 0, y: 0, blur: 0, opacity: 1, color: '#0000ff' });
    // 128 of 255 of red over blue of the same opacity: 0.502 + 0.502 · 0.498 = 0.752.
    expect(shown.near(0, 0, '#aa0055c0', 2)).toBe(true);
  });

  test('is soft as a Gaussian: at the edge half of it is left', async () => {
    const image = await bench.solid(120, 120, '#ffffff');
    const shown = await look(imageDropShadow, { image, x: 0, y: 0, blur: 10, opacity: 1 });
    expect([shown.width, shown.height]).toEqual([180, 180]);
    const alpha = Number.parseInt(shown.at(29, 90).slice(7), 16);
    expect(Math.abs(alpha - 122)).toBeLessThan(8);
  });
});

describe('glow', () => {
  test('adds the light of what is bright to its surroundings, and nothing where all is below the threshold', async () => {
    const image = await bench.picture(
      Array.from({ length: 40 }, () => [
        ...Array<string>(40).fill('#202020'),
        ...Array<string>(40).fill('#ffffff'),
      ]),
    );
    const shown = await look(imageGlow, { image, threshold: 100, radius: 6, strength: 1 });
    expect(red(shown, 2, 20)).toBe(0x20);
    // 6.5 pixels before the edge a Gaussian of 6 has 13.9 %: 255 − (255 − 32) · (1 − 0.139).
    expect(Math.abs(red(shown, 33, 20) - 63)).toBeLessThan(4);
    expect(red(shown, 60, 20)).toBe(255);
    const dark = await look(imageGlow, { image, threshold: 254, radius: 6, strength: 0 });
    expect([red(dark, 38, 20), red(dark, 42, 20)]).toEqual([0x20, 0xff]);
  });
});

describe('halftone', () => {
  test.each(['dots', 'lines', 'squares'])(
    '%s put as much ink on the paper as the picture is dark',
    async (shape) => {
      for (const level of [26, 64, 128, 200, 235]) {
        const image = await bench.solid(240, 240, `#${level.toString(16).padStart(2, '0').repeat(3)}`);
        const shown = await look(imageHalftone, {
          image,
          shape,
          size: 12,
          angle: 45,
          ink: '#000000',
          paper: '#ffffff',
        });
        expect([level, Math.abs(mean(shown) - level) < 4]).toEqual([level, true]);
      }
    },
  );

  test('black is all ink, white is bare paper', async () => {
    const image = await bench.picture([Array<string>(30).fill('#000000'), Array<string>(30).fill('#000000')]);
    const shown = await look(imageHalftone, { image, ink: '#102030', paper: '#f0e0d0' });
    expect(new Set(Array.from({ length: 30 }, (_, x) => shown.at(x, 1)))).toEqual(new Set(['#102030']));
    const white = await look(imageHalftone, {
      image: await bench.solid(30, 2, '#ffffff'),
      ink: '#102030',
      paper: '#f0e0d0',
    });
    expect(new Set(Array.from({ length: 30 }, (_, x) => white.at(x, 1)))).toEqual(new Set(['#f0e0d0']));
  });

  test('the four inks of print give pure red from magenta and yellow alone', async () => {
    const shown = await look(imageHalftone, {
      image: await bench.solid(40, 40, '#ff0000'),
      inks: 'cmyk',
      paper: '#ffffff',
    });
    expect(new Set([shown.at(3, 3), shown.at(20, 31)])).toEqual(new Set(['#ff0000']));
    const half = await look(imageHalftone, {
      image: await bench.solid(240, 240, '#80ffff'),
      inks: 'cmyk',
      paper: '#ffffff',
      size: 12,
    });
    expect(Math.abs(mean(half) - 128)).toBeLessThan(4);
    expect(half.at(100, 100).slice(3)).toBe('ffff');
  });
});
