import { describe, expect, test } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import type { FileValue, NodeDefinition, NodeValue } from '../definition.ts';
import { inputImage } from '../input/image.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageComposite } from './composite.ts';
import { imageContactSheet } from './contact-sheet.ts';
import { imageConvert } from './convert.ts';
import { exifDensity } from './exif-density.ts';
import { imageFlip } from './flip.ts';
import { imageInfo } from './info.ts';
import { imageMask } from './mask.ts';
import { imageResize } from './resize.ts';

const bench = useNodeBench();

/** Runs a node and gives its picture's metadata with all that was said. */
async function run(definition: NodeDefinition, inputs: Record<string, NodeValue>) {
  const said: string[] = [];
  const execution = bench.execution(inputs, { onLog: (message) => said.push(message) });
  const outputs = await definition.execute(execution);
  const file = outputs['image'] as FileValue;
  return { said, metadata: await sharp(bench.pathOf(file), { animated: true }).metadata(), file };
}

/** A blue picture of 64 × 64 as phones store them: HEVC in the container of HEIF. */
const HEIC = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAUBtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAFkAAEAAAAAAAAAUgAAACNpaW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGh2YzEAAAAAwGlwcnAAAACiaXBjbwAAAHZodmNDAQQIAAAAAAAAAAAAHvAA/P36+gAADwMgAAEAF0ABDAH//wQIAAADAJ24AAADAAAeugJAIQABACpCAQEECAAAAwCduAAAAwAAHqAggQTZbqSSmubgQEDAgAAAAwCAAAADAIQiAAEAB0QBwXKwIkAAAAAUaXNwZQAAAAAAAABAAAAAQAAAABBwaXhpAAAAAAMKCgoAAAAWaXBtYQAAAAAAAAABAAEDgQKDAAAAWm1kYXQAAABOKAGvBBja/0Bf7OcEd//jc6p//oT////YlL/K//rC/xSX3fop6RjUN/oRap+e3UWgwR0maBrjKbCiLuuzkkQx+Ux1pt57RkWxumGtH6eb',
  'base64',
);

describe('a HEIC photo', () => {
  test.each<[string, NodeDefinition, string]>([
    ['the Image node', inputImage, 'file'],
    ['Resize', imageResize, 'image'],
    ['Convert', imageConvert, 'image'],
    ['Image info', imageInfo, 'image'],
  ])('is said to be one by %s, with what to do, and never to be damaged', async (_name, definition, pin) => {
    const photo = await bench.store(HEIC, 'IMG_0001.heic', 'application/octet-stream');
    await expect(run(definition, { [pin]: photo })).rejects.toThrow(
      /^IMG_0001\.heic is a HEIC photo, which cannot be read here\. Save it as JPEG/,
    );
  });
});

describe('JPEG XL', () => {
  const CONTAINER = [0, 0, 0, 12, 74, 88, 76, 32, 13, 10, 135, 10, 0];
  test.each<[string, NodeDefinition, string, number[]]>([
    ['the Image node', inputImage, 'file', CONTAINER],
    ['Resize', imageResize, 'image', [255, 10, 0, 0]],
    ['Convert', imageConvert, 'image', CONTAINER],
    ['Image info', imageInfo, 'image', [255, 10, 0, 0]],
  ])(
    'is said to be that by %s, with the formats there are and a way on',
    async (_name, definition, pin, bytes) => {
      const photo = await bench.store(Buffer.from(bytes), 'photo.jxl', 'image/jxl');
      await expect(run(definition, { [pin]: photo })).rejects.toThrow(
        /^photo\.jxl is JPEG XL, for which there is no decoder here: JPEG, PNG, .* Save it as PNG or JPEG/,
      );
    },
  );
});

describe('a drawing', () => {
  /** Black on its left half, nothing on its right one. */
  const logo = () =>
    bench.store(
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="32" height="64"/></svg>',
      ),
      'logo.svg',
      'image/svg+xml',
    );
  /** Columns of the middle row that are neither black nor empty. */
  const blurred = async (file: FileValue) => {
    const { data, info } = await sharp(bench.pathOf(file))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const row = Math.floor(info.height / 2) * info.width;
    return Array.from({ length: info.width }, (_, x) => data[(row + x) * 4 + 3] ?? 0).filter(
      (alpha) => alpha > 8 && alpha < 247,
    ).length;
  };

  test('is a mask of the picture’s size, not of its own', async () => {
    const image = await bench.solid(1024, 1024, '#336699');
    const made = await run(imageMask, { image, mask: await logo(), use: 'transparency' });
    expect(await blurred(made.file)).toBeLessThanOrEqual(2);
  });

  test.each<[string, () => Promise<FileValue>]>([
    ['Resize', async () => (await run(imageResize, { image: await logo(), width: 1024 })).file],
    [
      'Contact sheet',
      async () => {
        const sheet = { cellWidth: 1024, cellHeight: 1024, gap: 0, background: '#00000000' };
        return (await run(imageContactSheet, { image1: await logo(), ...sheet })).file;
      },
    ],
    [
      'Composite',
      async () => {
        const base = await bench.solid(1024, 1024, '#ff000000');
        return (await run(imageComposite, { base, overlay: await logo(), fit: 'fill' })).file;
      },
    ],
  ])('is drawn at the size wanted: %s', async (_name, make) => {
    const file = await make();
    expect((await sharp(bench.pathOf(file)).metadata()).width).toBe(1024);
    expect(await blurred(file)).toBeLessThanOrEqual(2);
  });
});

describe('an animation', () => {
  const frames = ['#ff0000', '#00ff00', '#0000ff'];
  const animation = async (format: 'gif' | 'webp') => {
    const pictures = await Promise.all(
      frames.map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const made = sharp(pictures, { join: { animated: true } });
    const bytes = await (
      format === 'gif'
        ? made.gif({ delay: [120, 120, 120], loop: 2 })
        : made.webp({ delay: [120, 120, 120], loop: 2 })
    ).toBuffer();
    return bench.store(bytes, `loop.${format}`, `image/${format}`);
  };

  test.each([
    ['gif', 'webp'],
    ['webp', 'gif'],
    ['gif', 'gif'],
  ] as const)('from %s is kept whole in %s, with its times', async (from, format) => {
    const { metadata, said } = await run(imageConvert, { image: await animation(from), format });
    expect(metadata).toMatchObject({ pages: 3, delay: [120, 120, 120], loop: 2 });
    expect(said).toEqual([]);
  });

  test.each<[string, NodeDefinition, Record<string, NodeValue>]>([
    ['Convert to JPEG', imageConvert, { format: 'jpeg' }],
    ['Flip', imageFlip, {}],
    ['Resize', imageResize, { width: 4 }],
  ])('is said to become its first picture by %s', async (_name, definition, inputs) => {
    const { said } = await run(definition, { image: await animation('gif'), ...inputs });
    expect(said).toEqual(['loop.gif is an animation of 3 pictures; only the first one is used here.']);
  });

  test('is counted by Image info', async () => {
    expect(await bench.run(imageInfo, { image: await animation('webp') })).toMatchObject({
      info: { pictures: 3 },
    });
  });

  test('in a PNG is counted as well', async () => {
    const still = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const control = Buffer.alloc(20);
    control.writeUInt32BE(8, 0);
    control.write('acTL', 4, 'latin1');
    control.writeUInt32BE(5, 8);
    // Behind the header of the picture, which is 25 bytes; nobody here looks at the sum at its end.
    const animated = Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]);
    const image = await bench.store(animated, 'loop.png', 'image/png');
    expect(await bench.run(imageInfo, { image })).toMatchObject({ info: { pictures: 5 } });
    // It is read by its first picture, also for formats that could hold all of them.
    for (const format of ['webp', 'gif']) {
      const { said } = await run(imageConvert, { image, format });
      expect(said).toEqual(['loop.png is an animation of 5 pictures; only the first one is used here.']);
    }
  });
});

describe('a TIFF with pages of several sizes', () => {
  /** Gray pages without compression, one behind the other, each with its description behind its pixels. */
  function pagesOf(sizes: readonly (readonly [number, number])[]): Buffer {
    const parts = [Buffer.from('II*\0\0\0\0\0', 'latin1')];
    let at = 8;
    let linkPart = 0;
    let linkAt = 4;
    for (const [width, height] of sizes) {
      const pixels = Buffer.alloc(width * height + ((width * height) % 2), 200);
      const fields = [
        [256, width],
        [257, height],
        [258, 8],
        [259, 1],
        [262, 1],
        [273, at],
        [277, 1],
        [278, height],
        [279, width * height],
      ];
      const directory = Buffer.alloc(2 + fields.length * 12 + 4);
      directory.writeUInt16LE(fields.length);
      for (const [index, [tag = 0, value = 0]] of fields.entries()) {
        directory.writeUInt16LE(tag, 2 + index * 12);
        directory.writeUInt16LE(4, 4 + index * 12);
        directory.writeUInt32LE(1, 6 + index * 12);
        directory.writeUInt32LE(value, 10 + index * 12);
      }
      parts[linkPart]?.writeUInt32LE(at + pixels.length, linkAt);
      parts.push(pixels, directory);
      [linkPart, linkAt] = [parts.length - 1, directory.length - 4];
      at += pixels.length + directory.length;
    }
    return Buffer.concat(parts);
  }

  test('is read by its first page', async () => {
    const image = await bench.store(
      pagesOf([
        [6, 4],
        [3, 8],
      ]),
      'scan.tif',
      'image/tiff',
    );
    const { metadata } = await run(imageConvert, { image, format: 'png' });
    expect(metadata).toMatchObject({ width: 6, height: 4 });
    expect(await bench.run(imageInfo, { image })).toMatchObject({ width: 6, height: 4 });
  });
});

describe('a picture of 16 bits a channel', () => {
  const deep = async (space: 'rgb16' | 'grey16') =>
    bench.store(
      await sharp({ create: { width: 4, height: 4, channels: 3, background: '#336699' } })
        .toColourspace(space)
        .png()
        .toBuffer(),
      'deep.png',
      'image/png',
    );

  test.each([
    ['rgb16', 'png'],
    ['rgb16', 'tiff'],
    ['grey16', 'png'],
    ['grey16', 'tiff'],
  ] as const)('(%s) stays one as %s', async (space, format) => {
    const { metadata, said } = await run(imageConvert, { image: await deep(space), format });
    expect(metadata).toMatchObject({ depth: 'ushort', space });
    expect(said).toEqual([]);
  });

  test.each<[string, NodeDefinition, Record<string, NodeValue>]>([
    ['Convert to WebP', imageConvert, { format: 'webp' }],
    ['Flip', imageFlip, {}],
  ])('is said to lose half of them by %s', async (_name, definition, inputs) => {
    const { said } = await run(definition, { image: await deep('rgb16'), ...inputs });
    expect(said).toEqual(['deep.png has 16 bits a channel; the result has 8.']);
  });
});

describe('a TIFF of several pages', () => {
  test('is said to be used by its first', async () => {
    const pages = await bench.store(
      await sharp(
        await Promise.all(
          ['#000000', '#800000', '#ff0000'].map((background) =>
            sharp({ create: { width: 8, height: 8, channels: 3, background } })
              .png()
              .toBuffer(),
          ),
        ),
        { join: { animated: true } },
      )
        .tiff()
        .toBuffer(),
      'scan.tif',
      'image/tiff',
    );
    for (const [definition, inputs] of [
      [imageFlip, {}],
      [imageConvert, { format: 'png' }],
    ] as const) {
      expect((await run(definition, { image: pages, ...inputs })).said).toEqual([
        'scan.tif has 3 pages; only the first one is used here. Save the others as files of their own.',
      ]);
    }
  });
});

describe('the print resolution of a picture', () => {
  const photo = async () =>
    bench.store(
      await sharp({ create: { width: 30, height: 20, channels: 3, background: '#336699' } })
        .withDensity(300)
        .jpeg()
        .toBuffer(),
      'print.jpg',
      'image/jpeg',
    );

  test.each<[string, NodeDefinition, Record<string, NodeValue>]>([
    ['JPEG', imageConvert, { format: 'jpeg' }],
    ['PNG', imageConvert, { format: 'png' }],
    ['TIFF', imageConvert, { format: 'tiff' }],
    ['a flipped PNG', imageFlip, {}],
    ['a resized PNG', imageResize, { width: 10 }],
  ])('is kept by %s', async (_name, definition, inputs) => {
    const { metadata } = await run(definition, { image: await photo(), ...inputs });
    expect(metadata.density).toBe(300);
  });

  test.each(['webp', 'avif'])(
    'is read from the EXIF of %s, by Image info and by the next node',
    async (format) => {
      const first = await run(imageConvert, { image: await photo(), format });
      const flipped = await run(imageFlip, { image: first.file });
      expect(flipped.metadata.density).toBe(300);
      const { info } = await bench.run(imageInfo, { image: first.file });
      expect(info).toMatchObject({ dotsPerInch: 300 });
    },
  );

  test('is said not to be in a GIF', async () => {
    const { said } = await run(imageConvert, { image: await photo(), format: 'gif' });
    expect(said).toEqual([
      'GIF holds no print resolution: the 300 dots an inch of print.jpg are not in the result.',
    ]);
  });

  test('in centimeters, in either order of bytes, and cut off anywhere', () => {
    const exif = Buffer.from(
      '4d4d002a00000008' +
        '0002' +
        '011a000500000001' +
        '00000026' +
        '0128000300000001' +
        '00030000' +
        '00000000' +
        '0000007600000001',
      'hex',
    );
    expect(exifDensity(exif)).toBe(300);
    for (let end = 0; end < exif.length; end += 1)
      expect([null, 118, 300]).toContain(exifDensity(exif.subarray(0, end)));
  });

  test('is not made up where a file has none', async () => {
    const { metadata } = await run(imageConvert, {
      image: await bench.solid(4, 4, '#336699'),
      format: 'jpeg',
    });
    expect(metadata.density).toBe(72);
    expect(metadata.exif).toBeUndefined();
  });
});

describe('what a JPEG says for screens of HDR', () => {
  /** A picture with a segment of metadata behind its beginning. */
  async function jpegWith(marker: number, content: Buffer) {
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#369' } })
      .jpeg()
      .toBuffer();
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(content.length + 2, 2);
    const bytes = Buffer.concat([picture.subarray(0, 2), head, content, picture.subarray(2)]);
    return bench.store(bytes, 'photo.jpg', 'image/jpeg');
  }

  test('is said where the result does not have it: a gain map', async () => {
    const packet = '<x:xmpmeta><rdf:Description hdrgm:Version="1.0"/></x:xmpmeta>';
    const image = await jpegWith(0xe1, Buffer.from(`http://ns.adobe.com/xap/1.0/\0${packet}`));
    expect((await run(imageFlip, { image })).said).toEqual([
      'photo.jpg has a gain map, by which HDR screens show it brighter. Its ordinary picture is used, and the result has no gain map.',
    ]);
  });

  test('is nothing in an ordinary photo', async () => {
    const image = await jpegWith(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x:xmpmeta/>'));
    expect((await run(imageFlip, { image })).said).toEqual([]);
  });
});
