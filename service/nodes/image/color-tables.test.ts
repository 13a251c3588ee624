import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageCurves } from './curves.ts';
import { imageColorTable } from './color-table.ts';

const bench = useNodeBench();
const look = async (definition: Parameters<typeof bench.run>[0], inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(definition, inputs))['image']);

describe('curves', () => {
  test('of a channel come before that of all, and transparency stays', async () => {
    const image = await bench.picture([['#64003280', '#ff0032']]);
    const curves = {
      red: [
        [0, 0],
        [100, 200],
        [255, 255],
      ],
      all: [
        [0, 255],
        [255, 0],
      ],
    };
    const shown = await look(imageCurves, { image, curves });
    expect([shown.at(0, 0), shown.at(1, 0)]).toEqual(['#37ffcd80', '#00ffcd']);
  });

  test('none of them leaves the image as it is', async () => {
    const shown = await look(imageCurves, { image: await bench.solid(1, 1, '#123456') });
    expect(shown.at(0, 0)).toBe('#123456');
  });

  test.each([
    [{ luma: [[0, 0]] }, 'Curves has a channel “luma”, which is none. Use all, red, green or blue.'],
    [{ red: [[0, 300]] }, 'Point 1 of the curve red must be two numbers from 0 to 255, as in [128, 160].'],
    [[1], 'Curves must be an object with a list of points by channel'],
  ])('%j is refused in words', async (curves, sentence) => {
    await expect(look(imageCurves, { image: await bench.solid(1, 1, '#123456'), curves })).rejects.toThrow(
      sentence,
    );
  });
});

const table = (text: string, name = 'look.cube') => bench.store(Buffer.from(text), name, 'text/plain');
/** A table of so many steps a side that turns red, green and blue into what a function says. */
function cubeOf(size: number, colorAt: (r: number, g: number, b: number) => readonly number[]): string {
  const rows: string[] = [];
  for (let b = 0; b < size; b += 1)
    for (let g = 0; g < size; g += 1)
      for (let r = 0; r < size; r += 1)
        rows.push(
          colorAt(r / (size - 1), g / (size - 1), b / (size - 1))
            .map((value) => value.toFixed(6))
            .join(' '),
        );
  return `TITLE "test"\nLUT_3D_SIZE ${size}\n${rows.join('\n')}\n`;
}

describe('color table', () => {
  const colors = ['#000000', '#ffffff', '#123456', '#fedc0a', '#80808040', '#ff00aa'];
  const image = () => bench.picture([colors]);
  const shownWith = async (cube: string, strength = 1) => {
    const shown = await look(imageColorTable, { image: await image(), table: await table(cube), strength });
    return colors.map((_, x) => shown.at(x, 0));
  };

  test.each([2, 17, 33])('that changes nothing, of %i steps a side, changes nothing', async (size) => {
    expect(await shownWith(cubeOf(size, (r, g, b) => [r, g, b]))).toEqual(colors);
  });

  test('what is linear comes out exact between the steps: channels swapped, one of them halved', async () => {
    const expected = colors.map((color) => {
      const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
      const half = Math.round(b! / 2);
      return `#${[g!, r!, half].map((value) => value.toString(16).padStart(2, '0')).join('')}${color.slice(7)}`;
    });
    expect(await shownWith(cubeOf(5, (r, g, b) => [g, r, b / 2]))).toEqual(expected);
  });

  test('between four corners of a cell it goes as the tetrahedron does', async () => {
    // Of a cell whose one corner (1, 1, 0) is white and the others are black: for r ≥ g ≥ b its share is g − b.
    const cube = cubeOf(2, (r, g, b) => (r === 1 && g === 1 && b === 0 ? [1, 1, 1] : [0, 0, 0]));
    const shown = await look(imageColorTable, {
      image: await bench.picture([['#c8641e', '#64c81e', '#1e64c8', '#c81e64']]),
      table: await table(cube),
    });
    expect([0, 1, 2, 3].map((x) => shown.at(x, 0))).toEqual(['#464646', '#464646', '#000000', '#000000']);
  });

  test('of one dimension maps each channel by its own column, over its domain', async () => {
    const cube = 'LUT_1D_SIZE 2\nDOMAIN_MAX 0.5 1 1\n0 1 0\n1 0 1\n';
    expect(await shownWith(cube)).toEqual([
      '#00ff00',
      '#ff00ff',
      '#24cb56',
      '#ff230a',
      '#ff7f8040',
      '#ffffaa',
    ]);
  });

  test('a strength of a half lies in the middle, 0 leaves the image', async () => {
    const negative = cubeOf(2, (r, g, b) => [1 - r, 1 - g, 1 - b]);
    expect((await shownWith(negative, 0.5)).slice(0, 2)).toEqual(['#808080', '#808080']);
    expect(await shownWith(negative, 0)).toEqual(colors);
  });

  test('one that lies about its size is refused with what to do', async () => {
    const short = cubeOf(3, (r, g, b) => [r, g, b]).replace('LUT_3D_SIZE 3', 'LUT_3D_SIZE 33');
    await expect(shownWith(short)).rejects.toThrow(
      'look.cube ends after 27 of 35937 rows that its size asks for. It is cut off, or says a wrong size: export it again.',
    );
    const long = cubeOf(3, (r, g, b) => [r, g, b]).replace('LUT_3D_SIZE 3', 'LUT_3D_SIZE 2');
    await expect(shownWith(long)).rejects.toThrow(
      'Line 11 of look.cube is a row too many: its size asks for 8. It says a wrong size: export it again.',
    );
    await expect(shownWith('{"no": "cube"}')).rejects.toThrow(
      'Line 1 of look.cube is not one of a .cube file',
    );
  });
});
