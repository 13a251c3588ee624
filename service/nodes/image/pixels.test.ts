import { writeFile } from 'node:fs/promises';
import { largePng } from '#native/testing/hostile-media.ts';
import { sharp, type Sharp } from '#native/testing/sharp.ts';
import { describe, expect, test } from 'vitest';
import { inputImage } from '../input/image.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageAdjust } from './adjust.ts';
import { imageBlur } from './blur.ts';
import { imageComposite } from './composite.ts';
import { imageFlip } from './flip.ts';
import { imageInfo } from './info.ts';
import { imageInvert } from './invert.ts';

const bench = useNodeBench();
const noisy = async (width: number, height: number) => {
  const data = Buffer.from(
    Uint8Array.from({ length: width * height * 3 }, (_, i) => (i * 2_654_435_761) >>> 24),
  );
  return sharp(data, { raw: { width, height, channels: 3 } });
};

describe('reading images', () => {
  test('an empty file, text, and a wrong ending are named with what to do', async () => {
    const files = [
      await bench.store(new Uint8Array(), 'empty.png', 'image/png'),
      await bench.store(Buffer.from('not a picture'), 'notes.png', 'image/png'),
      await bench.store(Buffer.from('%PDF-1.4'), 'report.jpg', 'image/jpeg'),
    ];
    for (const file of files) {
      await expect(bench.run(inputImage, { file })).rejects.toMatchObject({
        name: 'NodeFailure',
        code: 'IMAGE_UNREADABLE',
        message: expect.stringMatching(new RegExp(`^${file.filename} .*(Choose|choose)`)),
      });
    }
  });

  test('a file that stops in the middle is named, whichever input it is', async () => {
    const whole = await (await noisy(300, 300)).jpeg({ quality: 95 }).toBuffer();
    const damaged = await bench.store(whole.subarray(0, whole.length / 3), 'half.jpg', 'image/jpeg');
    const failure = { code: 'IMAGE_UNREADABLE', message: expect.stringContaining('half.jpg is damaged') };
    await expect(bench.run(imageInvert, { image: damaged })).rejects.toMatchObject(failure);
    const base = await bench.solid(20, 20, '#ff0000', 'good.png');
    await expect(bench.run(imageComposite, { base, overlay: damaged })).rejects.toMatchObject(failure);
  });

  test('an image with too many pixels is refused before it is decoded', async () => {
    const file = await bench.store(largePng(12_000, 12_000), 'huge.png', 'image/png');
    await expect(bench.run(inputImage, { file })).rejects.toMatchObject({
      code: 'IMAGE_TOO_LARGE',
      message: expect.stringContaining('100 megapixels'),
    });
  });

  test('a file of another kind is refused by its type', async () => {
    const file = await bench.store(Buffer.from('RIFF'), 'song.wav', 'audio/wav');
    await expect(bench.run(inputImage, { file })).rejects.toThrow(
      'File must be an image, but song.wav is audio/wav. Plug in another file.',
    );
    await expect(bench.run(imageInvert, { image: 'photo.png' })).rejects.toThrow('Image must be an image');
    await expect(bench.run(imageInvert, {})).rejects.toMatchObject({ code: 'INPUT_MISSING' });
  });

  test('a type the uploader did not know is left to the decoder', async () => {
    const { blob, sizeBytes } = await bench.solid(4, 4, '#336699');
    const file = {
      kind: 'file' as const,
      blob,
      sizeBytes,
      filename: 'noname',
      contentType: 'application/octet-stream',
    };
    const { image } = await bench.run(imageInvert, { image: file });
    expect((await bench.look(image)).at(0, 0)).toBe('#cc9966');
    expect((await bench.look(image)).file.filename).toBe('noname.png');
  });
});

describe('EXIF orientation', () => {
  const sideways = async () => {
    const rows = sharp(Buffer.from('ff0000ffffffffffffffffffff00000000ff'.repeat(1), 'hex'), {
      raw: { width: 3, height: 2, channels: 3 },
    });
    const bytes = await rows.withMetadata({ orientation: 6 }).tiff({ compression: 'none' }).toBuffer();
    return bench.store(bytes, 'phone.tif', 'image/tiff');
  };

  test('sizes are those of the image as shown', async () => {
    expect(await bench.run(imageInfo, { image: await sideways() })).toMatchObject({ width: 2, height: 3 });
  });

  test('results are upright and carry no orientation that would turn them again', async () => {
    const { image } = await bench.run(imageFlip, { image: await sideways(), direction: 'horizontal' });
    const look = await bench.look(image);
    expect([look.width, look.height]).toEqual([2, 3]);
    // Turned clockwise, the first pixel is at the top right; mirrored, at the top left.
    expect(look.at(0, 0)).toBe('#ff0000');
    expect((await sharp(bench.pathOf(look.file)).metadata()).orientation ?? 1).toBe(1);
  });
});

describe('kinds of images', () => {
  test.each([
    ['16-bit', (source: Sharp) => source.toColourspace('rgb16').png()],
    ['gray', (source: Sharp) => source.greyscale().png()],
    ['palette', (source: Sharp) => source.png({ palette: true })],
    ['CMYK', (source: Sharp) => source.toColourspace('cmyk').jpeg()],
    ['animated', (source: Sharp) => source.gif()],
    ['AVIF', (source: Sharp) => source.avif({ lossless: true })],
  ])('%s comes out as plain 8-bit PNG', async (name, encode) => {
    const bytes = await encode(
      sharp({ create: { width: 16, height: 16, channels: 3, background: '#404040' } }),
    ).toBuffer();
    const image = await bench.store(bytes, `${name}.bin`, 'application/octet-stream');
    // The way through CMYK has a color profile of its own.
    const tolerance = name === 'CMYK' ? 32 : 6;
    for (const [node, settings, expected] of [
      [imageInvert, {}, '#bfbfbf'],
      [imageFlip, {}, '#404040'],
      [imageAdjust, { contrast: 0.5 }, '#606060'],
    ] as const) {
      const { image: result } = await bench.run(node, { image, ...settings });
      const look = await bench.look(result);
      expect(look.near(8, 8, expected, tolerance)).toBe(true);
      expect((await sharp(bench.pathOf(look.file)).metadata()).depth).toBe('uchar');
    }
  });

  test('an SVG is drawn, and pulls in no files of its folder', async () => {
    const secret = await bench.solid(10, 10, '#ff0000');
    await writeFile(`${bench.pathOf(secret)}.png`, await sharp(bench.pathOf(secret)).png().toBuffer());
    const link = `${secret.blob}.png`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10" fill="#00ff00"/><image href="${link}" width="10" height="10"/></svg>`;
    const image = await bench.store(Buffer.from(svg), 'drawing.svg', 'image/svg+xml');
    const { image: result } = await bench.run(imageFlip, { image });
    expect((await bench.look(result)).at(5, 5)).toBe('#00ff00');
  });
});

test('a canceled run gets no result', async () => {
  const image = await bench.solid(20, 20, '#ff0000');
  await expect(bench.run(imageBlur, { image }, AbortSignal.abort())).rejects.toThrow('abort');
});
