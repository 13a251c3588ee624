import { describe, expect, test } from 'vitest';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageConvert } from './convert.ts';

const bench = useNodeBench();
const run = async (inputs: Parameters<typeof bench.run>[1]) =>
  bench.look((await bench.run(imageConvert, inputs))['image']);

describe('convert', () => {
  test.each([
    ['jpeg', 'jpeg', 'photo.jpg', 'image/jpeg'],
    ['png', 'png', 'photo.png', 'image/png'],
    ['webp', 'webp', 'photo.webp', 'image/webp'],
    ['avif', 'heif', 'photo.avif', 'image/avif'],
    ['tiff', 'tiff', 'photo.tif', 'image/tiff'],
    ['gif', 'gif', 'photo.gif', 'image/gif'],
  ])('to %s', async (format, detected, filename, contentType) => {
    const image = await bench.solid(20, 12, '#336699', 'photo.orig.png'.replace('.orig', ''));
    const look = await run({ image, format, quality: 95 });
    expect([look.width, look.height, look.format]).toEqual([20, 12, detected]);
    expect([look.file.filename, look.file.contentType]).toEqual([filename, contentType]);
    expect(look.near(10, 6, '#336699', 6)).toBe(true);
  });

  test('more quality is more bytes', async () => {
    const { imageNoise } = await import('./noise.ts');
    const { image } = await bench.run(imageNoise, { width: 100, height: 100, scale: 8 });
    const size = async (quality: number) =>
      (await bench.run(imageConvert, { image, quality }))['sizeBytes'] as number;
    expect(await size(90)).toBeGreaterThan(await size(20));
  });

  test('JPEG shows the background where the image is see-through; WebP keeps that', async () => {
    const image = await bench.solid(8, 8, '#ff000000');
    expect((await run({ image, background: '#00ff00' })).near(4, 4, '#00ff00', 4)).toBe(true);
    expect((await run({ image, format: 'webp', lossless: true })).at(4, 4)).toMatch(/00$/);
  });
});
