import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageResize } from './resize.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageResize, inputs))['image']);

describe('resize', () => {
  test.each([
    ['cover', { width: 10, height: 10 }, [10, 10]],
    ['contain', { width: 10, height: 10 }, [10, 10]],
    ['fill', { width: 10, height: 30 }, [10, 30]],
    ['inside', { width: 10, height: 10 }, [10, 5]],
    ['outside', { width: 10, height: 10 }, [20, 10]],
    ['cover', { width: 20 }, [20, 10]],
    ['cover', { width: 0, height: 20 }, [40, 20]],
  ] as const)('%s %j', async (fit, size, expected) => {
    const look = await run({ image: await bench.solid(40, 20, '#336699'), fit, ...size });
    expect([look.width, look.height]).toEqual(expected);
  });

  test('contain fills the rest with the background, see-through by default', async () => {
    const image = await bench.solid(40, 20, '#336699');
    const clear = await run({ image, width: 20, height: 20, fit: 'contain' });
    expect([clear.at(0, 0), clear.at(10, 10)]).toEqual(['#00000000', '#336699']);
    const red = await run({ image, width: 20, height: 20, fit: 'contain', background: 'red' });
    expect(red.at(0, 0)).toBe('#ff0000');
  });

  test('cover keeps the side it is told', async () => {
    const image = await bench.picture([['#ff0000', '#ff0000', '#0000ff', '#0000ff']]);
    const size = { image, width: 8, height: 8, kernel: 'nearest' };
    expect((await run({ ...size, position: 'left' })).at(0, 0)).toBe('#ff0000');
    expect((await run({ ...size, position: 'right' })).at(7, 0)).toBe('#0000ff');
  });

  test('keeps transparency, and can refuse to enlarge', async () => {
    const image = await bench.solid(8, 8, '#ff000080');
    expect((await run({ image, width: 4 })).at(1, 1)).toBe('#ff000080');
    expect((await run({ image, width: 80, enlarge: false })).width).toBe(8);
  });

  test('refuses sizes that make no sense', async () => {
    const image = await bench.solid(400, 1, '#ff0000');
    await expect(run({ image, width: 0, height: 0 })).rejects.toThrow('both 0');
    await expect(run({ image, width: 99_999 })).rejects.toThrow('Width must be from 0 to 16384');
    await expect(run({ image, width: -5 })).rejects.toThrow('Width must be from 0 to 16384, but is -5.');
    await expect(run({ image, width: 0, height: 5000 })).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE' });
  });
});
