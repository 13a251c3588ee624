import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import type { FileValue } from '../definition.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { imageConvert } from './convert.ts';
import { imageInfo } from './info.ts';
import { imageResize } from './resize.ts';

/** Pictures that are see-through in ways of their format, byte by byte as other programs write them. */

const bench = useNodeBench();

describe('a GIF whose pictures are taken away again', () => {
  /** Codes of nine bits without compression: the table is cleared before each pixel. Source: GIF89a specification, appendix F. */
  function pixelsOf(indexes: readonly number[]): Buffer {
    const codes = [...indexes.flatMap((index) => [256, index]), 257];
    const bits = codes
      .map((code) => code.toString(2).padStart(9, '0').split('').toReversed().join(''))
      .join('');
    const bytes = bits
      .match(/.{1,8}/g)!
      .map((part) => Number.parseInt(part.padEnd(8, '0').split('').toReversed().join(''), 2));
    return Buffer.from([8, bytes.length, ...bytes, 0]);
  }
  /** A picture at a place of its own that is shown for a tenth of a second. */
  function picture(
    disposal: number,
    [x, width]: readonly [number, number],
    indexes: readonly number[],
  ): Buffer {
    const control = Buffer.from([0x21, 0xf9, 4, (disposal << 2) | 1, 10, 0, 255, 0]);
    const place = Buffer.from([0x2c, x, 0, 0, 0, width, 0, 1, 0, 0]);
    return Buffer.concat([control, place, pixelsOf(indexes)]);
  }
  const [RED, GREEN, BLUE] = [0, 1, 2];
  const table = Buffer.alloc(768);
  table.set([255, 0, 0, 0, 255, 0, 0, 0, 255]);
  const loop = Buffer.concat([
    Buffer.from([0x21, 0xff, 11]),
    Buffer.from('NETSCAPE2.0'),
    Buffer.from([3, 1, 0, 0, 0]),
  ]);
  const gif = Buffer.concat([
    Buffer.from('GIF89a'),
    Buffer.from([3, 0, 1, 0, 0xf7, 0, 0]),
    table,
    loop,
    picture(1, [0, 3], [RED, RED, RED]),
    // To the picture before it, then to what is see-through.
    picture(3, [0, 2], [GREEN, GREEN]),
    picture(2, [2, 1], [BLUE]),
    picture(1, [0, 1], [GREEN]),
    Buffer.from([0x3b]),
  ]);
  const pictures = [
    ['ff0000ff', 'ff0000ff', 'ff0000ff'],
    ['00ff00ff', '00ff00ff', 'ff0000ff'],
    ['ff0000ff', 'ff0000ff', '0000ffff'],
    ['00ff00ff', 'ff0000ff', '00000000'],
  ];

  test.each(['webp', 'gif'])('is the same in %s, and begins anew without end', async (format) => {
    const image = await bench.store(gif, 'layers.gif', 'image/gif');
    const { image: file } = await bench.run(imageConvert, { image, format, lossless: true });
    const path = bench.pathOf(file as FileValue);
    const metadata = await sharp(path, { animated: true }).metadata();
    expect(metadata).toMatchObject({ pages: 4, loop: 0, delay: [100, 100, 100, 100] });
    const { data } = await sharp(path, { animated: true })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const shown = data
      .toString('hex')
      .match(/.{8}/g)!
      .map((pixel) => (pixel.endsWith('00') ? '00000000' : pixel));
    expect(shown).toEqual(pictures.flat());
  });
});

describe('a PNG that names one of its colors see-through', () => {
  const chunk = (type: string, content: readonly number[] | Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), Uint8Array.from(content)]);
    const bytes = Buffer.alloc(8 + body.length);
    bytes.writeUInt32BE(content.length);
    body.copy(bytes, 4);
    bytes.writeUInt32BE(crc32(body), 4 + body.length);
    return bytes;
  };
  /** Two by two pixels of a color type, in rows without a filter. */
  const png = (
    bits: number,
    type: number,
    rows: readonly (readonly number[])[],
    more: readonly Buffer[],
  ): Buffer =>
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
      chunk('IHDR', [0, 0, 0, 2, 0, 0, 0, 2, bits, type, 0, 0, 0]),
      ...more,
      chunk('IDAT', deflateSync(Uint8Array.from(rows.flatMap((row) => [0, ...row])))),
      chunk('IEND', []),
    ]);
  const colors = png(
    8,
    2,
    [
      [255, 0, 0, 0, 255, 0],
      [0, 255, 0, 255, 0, 0],
    ],
    [chunk('tRNS', [0, 0, 0, 255, 0, 0])],
  );
  const grays = png(
    8,
    0,
    [
      [40, 200],
      [200, 40],
    ],
    [chunk('tRNS', [0, 200])],
  );
  const deep = png(
    16,
    0,
    [
      [40, 40, 200, 0],
      [200, 0, 40, 40],
    ],
    [chunk('tRNS', [200, 0])],
  );
  const indexed = png(
    8,
    3,
    [
      [0, 1],
      [1, 0],
    ],
    [chunk('PLTE', [255, 0, 0, 0, 255, 0]), chunk('tRNS', [255, 0])],
  );

  test.each([
    ['a color', colors, [255, 0, 0]],
    ['a gray', grays, [40, 40, 40]],
    ['a gray of 16 bits', deep, [40, 40, 40]],
    ['an entry of its table', indexed, [255, 0, 0]],
  ])('keeps it so when it is made larger: %s', async (_, bytes, kept) => {
    const image = await bench.store(bytes, 'logo.png', 'image/png');
    expect(await bench.run(imageInfo, { image })).toMatchObject({ info: { transparency: true } });
    const larger = { image, width: 64, height: 64, kernel: 'nearest' };
    const look = await bench.look((await bench.run(imageResize, larger))['image']);
    const hex = `#${kept.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
    expect([look.at(2, 2), look.at(61, 61)]).toEqual([hex, hex]);
    expect([look.at(61, 2).slice(7), look.at(2, 61).slice(7)]).toEqual(['00', '00']);
  });
});
