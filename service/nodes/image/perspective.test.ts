import { describe, expect, test } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { imagePerspective } from './perspective.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imagePerspective, inputs))['image']);

const CORNERS = {
  topLeftX: 0.25,
  topLeftY: 0.25,
  topRightX: 0.75,
  topRightY: 0.125,
  bottomRightX: 0.75,
  bottomRightY: 0.875,
  bottomLeftX: 0.25,
  bottomLeftY: 0.75,
};

/** Four quarters in colors, 80 × 80. */
const quarters = () =>
  bench.picture(
    [...Array(80).keys()].map((y) =>
      [...Array(80).keys()].map(
        (x) => (y < 40 ? ['#ff0000', '#00ff00'] : ['#0000ff', '#ffffff'])[x < 40 ? 0 : 1] ?? '',
      ),
    ),
  );

/** A board of quarters as it looks from the side: its corners are `CORNERS`. */
async function seenFromTheSide() {
  const shape = (points: string, color: string) => `<polygon points="${points}" fill="${color}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400" viewBox="0 0 1 1">
    <rect width="1" height="1" fill="#808080"/>${shape('.25,.25 .75,.125 .75,.875 .25,.75', '#ff0000')}</svg>`;
  return bench.store(await sharp(Buffer.from(svg)).png().toBuffer(), 'side.png', 'image/png');
}

describe('perspective', () => {
  test('with the corners of the picture changes nothing', async () => {
    const image = await quarters();
    for (const mode of ['straighten', 'distort']) {
      const look = await run({ image, mode });
      expect([look.width, look.height, look.channels]).toEqual([80, 80, 4]);
      for (const [x, y] of [
        [0, 0],
        [79, 0],
        [0, 79],
        [79, 79],
        [39, 39],
      ] as const)
        expect(look.at(x, y)).toBe((await bench.look(image)).at(x, y));
    }
  });

  test('straightens what lies between the corners, at the size of its longer sides', async () => {
    const look = await run({ image: await seenFromTheSide(), ...CORNERS });
    expect([look.width, look.height]).toEqual([206, 300]);
    for (const [x, y] of [
      [3, 3],
      [202, 3],
      [3, 296],
      [202, 296],
      [103, 150],
    ] as const)
      expect(look.near(x, y, '#ff0000', 8)).toBe(true);
  });

  test('puts the corners of the picture there, and nothing around them', async () => {
    const look = await run({ image: await quarters(), mode: 'distort', ...CORNERS });
    expect([look.width, look.height]).toEqual([80, 80]);
    expect(look.at(5, 40)).toBe('#00000000');
    expect([look.at(24, 26), look.at(56, 20), look.at(24, 54), look.at(56, 60)]).toEqual([
      '#ff0000',
      '#00ff00',
      '#0000ff',
      '#ffffff',
    ]);
  });

  test('straightens what it has distorted', async () => {
    const image = await quarters();
    const { file } = await run({ image, mode: 'distort', ...CORNERS });
    const back = await run({ image: file, ...CORNERS });
    const at = (x: number, y: number) => back.at(Math.floor(x * back.width), Math.floor(y * back.height));
    expect([at(0.2, 0.2), at(0.8, 0.2), at(0.2, 0.8), at(0.8, 0.8)]).toEqual([
      '#ff0000',
      '#00ff00',
      '#0000ff',
      '#ffffff',
    ]);
  });

  test('says so when the corners cross or one lies inside', async () => {
    const image = await quarters();
    await expect(run({ image, topLeftX: 1, topRightX: 0 })).rejects.toThrow('do not go round');
    await expect(run({ image, topLeftX: 0.9, topLeftY: 0.9 })).rejects.toThrow('do not go round');
    await expect(run({ image, topLeftX: 1, bottomLeftX: 1 })).rejects.toThrow('do not go round');
  });
});
