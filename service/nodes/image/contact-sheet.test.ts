import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageContactSheet } from './contact-sheet.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageContactSheet, inputs))['image']);

const COLORS = ['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#00ffff'];
const images = async () =>
  Object.fromEntries(
    await Promise.all(
      COLORS.map(async (color, index) => [`image${index + 1}`, await bench.solid(8, 4, color)] as const),
    ),
  );
const CELLS = { cellWidth: 20, cellHeight: 16, gap: 2 };

describe('contact sheet', () => {
  test('lays images out in rows, as square as it goes', async () => {
    const look = await run({ ...(await images()), ...CELLS });
    expect([look.width, look.height]).toEqual([3 * 20 + 4 * 2, 2 * 16 + 3 * 2]);
    const centers = COLORS.map((_, index) => look.at(12 + (index % 3) * 22, 10 + Math.floor(index / 3) * 18));
    expect(centers).toEqual(COLORS);
    expect([look.at(0, 0), look.at(60, 30)]).toEqual(['#ffffff', '#ffffff']);
    expect(bench.progress).toEqual([0, 0.2, 0.4, 0.6, 0.8]);
  });

  test('takes a number of columns and skips empty places', async () => {
    const { image2, image5 } = await images();
    const look = await run({ image2, image5, columns: 1, ...CELLS });
    expect([look.width, look.height]).toEqual([24, 38]);
    expect([look.at(12, 10), look.at(12, 28)]).toEqual(['#00ff00', '#00ffff']);
  });

  test('contain shows the background beside an image', async () => {
    const { image1 } = await images();
    const look = await run({ image1, fit: 'contain', background: '#123456', ...CELLS });
    expect([look.at(12, 3), look.at(12, 10)]).toEqual(['#123456', '#ff0000']);
  });

  test('wants at least one image', async () => {
    await expect(run({})).rejects.toThrow('Plug in at least one');
  });
});
