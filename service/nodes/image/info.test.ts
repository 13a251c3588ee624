import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageInfo } from './info.ts';

const bench = useNodeBench();

describe('image info', () => {
  test('tells size, shape and format', async () => {
    const outputs = await bench.run(imageInfo, { image: await bench.solid(40, 20, '#33669980', 'half.png') });
    expect(outputs).toMatchObject({
      width: 40,
      height: 20,
      aspect: 2,
      info: {
        filename: 'half.png',
        format: 'png',
        orientation: 'landscape',
        transparency: true,
        megapixels: 0,
      },
    });
  });
});
