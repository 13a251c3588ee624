import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageDominantColor } from './dominant-color.ts';

const bench = useNodeBench();

describe('dominant color', () => {
  test('ranks the colors by the room they take', async () => {
    const row = [...Array<string>(6).fill('#c02020'), ...Array<string>(3).fill('#2020c0'), '#20c020'];
    const outputs = await bench.run(imageDominantColor, { image: await bench.picture([row]) });
    expect(outputs).toEqual({ color: '#c02020', palette: ['#c02020', '#2020c0', '#20c020'] });
  });

  test('leaves out see-through parts and shades of a color it has', async () => {
    const image = await bench.picture([
      ['#00ff0000', '#00ff0000', '#00ff0000', '#c02020', '#c02020', '#b42424'],
    ]);
    const outputs = await bench.run(imageDominantColor, { image });
    expect(outputs['palette']).toEqual(['#c02020']);
  });

  test('gives no more colors than asked for', async () => {
    const image = await bench.picture([['#ff0000', '#00ff00', '#0000ff']]);
    const outputs = await bench.run(imageDominantColor, { image, colors: 2 });
    expect(outputs['palette']).toHaveLength(2);
  });
});
