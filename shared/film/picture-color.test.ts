import { constants, deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { pictureColor } from './picture-color.ts';
import type { Unpack } from './bytes.ts';
import { needsSdr } from './picture-sdr.ts';

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const u32 = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
const u16 = (value: number): number[] => [value >> 8, value & 0xff];

const colorOf = (bytes: readonly number[]) =>
  pictureColor(async (at, length) => Uint8Array.from(bytes.slice(at, at + length)), unpack);

/** As zlib does it, in one go. */
const unpack: Unpack = async (packed, maxBytes) => {
  try {
    return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).subarray(0, maxBytes);
  } catch {
    return new Uint8Array();
  }
};

const chunk = (type: string, content: readonly number[]): number[] => [
  ...u32(content.length),
  ...ascii(type),
  ...content,
  ...u32(0),
];
const png = (...chunks: readonly number[][]): number[] => [
  0x89,
  ...ascii('PNG\r\n\u001a\n'),
  ...chunk('IHDR', Array(13).fill(0)),
  ...chunks.flat(),
];
const IDAT = chunk('IDAT', [0]);

const box = (type: string, ...contents: readonly (readonly number[])[]): number[] => {
  const content = contents.flat();
  return [...u32(8 + content.length), ...ascii(type), ...content];
};
const colr = (primaries: number, transfer: number): number[] =>
  box('colr', ascii('nclx'), u16(primaries), u16(transfer), u16(9), [0x80]);
const profile = box('colr', ascii('prof'), Array(40).fill(0));
const full = [0, 0, 0, 0];
const HDR = { primaries: 9, transfer: 16, fullRange: true };
/** A profile that has a tag of code points alone. */
const iccProfile = (primaries: number, transfer: number): number[] => [
  ...Array<number>(36).fill(0),
  ...ascii('acsp'),
  ...Array<number>(88).fill(0),
  ...u32(1),
  ...ascii('cicp'),
  ...u32(144),
  ...u32(12),
  ...ascii('cicp'),
  ...u32(0),
  primaries,
  transfer,
  0,
  1,
];
/** What a chunk iCCP holds of a profile. */
const packed = (icc: readonly number[]): number[] => [
  ...ascii('profile'),
  0,
  0,
  ...deflateSync(Uint8Array.from(icc)),
];
/** @param owned properties of the picture, counted from 1 */
const avif = (
  properties: readonly (readonly number[])[],
  owned: readonly number[],
  before: number[] = [],
) => [
  ...box('ftyp', ascii('avif'), full),
  ...before,
  ...box(
    'meta',
    full,
    box('pitm', full, u16(2)),
    box(
      'iprp',
      box('ipco', ...properties),
      box('ipma', full, u32(2), u16(1), [1, 1], u16(2), [owned.length], owned),
    ),
  ),
];

describe('the colors that a picture names', () => {
  test('are those of the chunk cICP of a PNG, wherever it stands before the pixels', async () => {
    const eXIf = chunk('eXIf', Array(70_000).fill(0));
    expect(await colorOf(png(eXIf, chunk('cICP', [9, 16, 0, 1]), IDAT))).toEqual({
      primaries: 9,
      transfer: 16,
      fullRange: true,
    });
    expect(await colorOf(png(chunk('cICP', [9, 18, 0, 0])))).toMatchObject({ fullRange: false });
    expect(await colorOf(png(IDAT, chunk('cICP', [9, 16, 0, 1])))).toBeNull();
    expect(await colorOf(png(chunk('cICP', [9, 16, 9, 1]), IDAT))).toBeNull();
  });

  test('are those of gAMA of a PNG, with cHRM beside it, where no profile and no code point says more', async () => {
    const gAMA = (value: number) => chunk('gAMA', u32(value));
    const cHRM = (...points: number[]) => chunk('cHRM', points.flatMap(u32));
    const srgb = cHRM(31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6000);
    const adobe = cHRM(31_270, 32_900, 64_000, 33_000, 21_000, 71_000, 15_000, 6000);
    expect(await colorOf(png(gAMA(100_000), srgb, IDAT))).toEqual({
      primaries: 2,
      transfer: 2,
      exponent: 1,
      fullRange: true,
    });
    expect(await colorOf(png(adobe, gAMA(45_455), IDAT))).toMatchObject({
      exponent: expect.closeTo(2.2, 3),
      chromaticities: { white: [0.3127, 0.329], green: [0.21, 0.71] },
    });
    const asTheyStand = [
      [gAMA(45_455)],
      [gAMA(47_000), srgb],
      [gAMA(0)],
      // Primaries alone say nothing to browsers.
      [adobe],
      [gAMA(100_000), chunk('sRGB', [0])],
      [chunk('iCCP', Array(9).fill(0)), gAMA(100_000), adobe],
      [chunk('gAMA', [0, 1])],
    ];
    for (const chunks of asTheyStand) expect(await colorOf(png(...chunks, IDAT))).toBeNull();
    expect(await colorOf(png(gAMA(100_000), chunk('cICP', [9, 16, 0, 1]), IDAT))).toMatchObject({
      primaries: 9,
      transfer: 16,
    });
    expect(await colorOf(png(gAMA(100_000)))).toBeNull();
    const acTL = chunk('acTL', [...u32(2), ...u32(0)]);
    for (const named of [gAMA(100_000), chunk('cICP', [9, 16, 0, 1])])
      expect(await colorOf(png(named, acTL, IDAT))).toMatchObject({ isAnimated: true });
    expect(await colorOf(png(acTL, IDAT))).toBeNull();
  });

  test('are those of the item of an AVIF that is its picture, and not where it has a profile', async () => {
    const sdr = colr(1, 13);
    expect(await colorOf(avif([sdr, colr(9, 16)], [0x82]))).toMatchObject({ primaries: 9, transfer: 16 });
    expect(await colorOf(avif([colr(9, 16), sdr], [2]))).toMatchObject({ primaries: 1, transfer: 13 });
    expect(await colorOf(avif([colr(9, 18), profile], [1, 2]))).toBeNull();
    // A box of more than four gigabytes says its length behind its name.
    const long = [...u32(1), ...ascii('free'), ...u32(0), ...u32(24), ...Array<number>(8).fill(0)];
    expect(await colorOf(avif([colr(9, 16)], [1], long))).toMatchObject({ transfer: 16 });
  });

  test('are those of a profile of HDR, in a PNG and in an AVIF, and not of a profile of a screen', async () => {
    expect(await colorOf(png(chunk('iCCP', packed(iccProfile(9, 16))), IDAT))).toEqual(HDR);
    expect(
      await colorOf(png(chunk('iCCP', packed(iccProfile(1, 13))), chunk('gAMA', u32(100_000)), IDAT)),
    ).toBeNull();
    const named = [...ascii('ITUR_2100_PQ_FULL'), 0, 0, 1, 2, 3];
    expect(await colorOf(png(chunk('iCCP', named), IDAT))).toEqual(HDR);
    // What is named by code points counts more.
    expect(
      await colorOf(png(chunk('cICP', [12, 13, 0, 1]), chunk('iCCP', packed(iccProfile(9, 16))), IDAT)),
    ).toMatchObject({ primaries: 12, transfer: 13 });
    const prof = (primaries: number, transfer: number) =>
      box('colr', ascii('prof'), iccProfile(primaries, transfer));
    expect(await colorOf(avif([colr(1, 13), prof(9, 18)], [1, 2]))).toEqual({ ...HDR, transfer: 18 });
    expect(await colorOf(avif([colr(9, 18), prof(1, 13)], [1, 2]))).toBeNull();
  });

  test('are none in a profile that is cut off, damaged or grows without end', async () => {
    const whole = packed(iccProfile(9, 16));
    for (let length = 0; length < whole.length - 12; length += 1)
      expect(await colorOf(png(chunk('iCCP', whole.slice(0, length)), IDAT))).toBeNull();
    const zeros = [...ascii('x'), 0, 0, ...deflateSync(new Uint8Array(64 * 1024 ** 2))];
    expect(await colorOf(png(chunk('iCCP', zeros), IDAT))).toBeNull();
    const far = iccProfile(9, 16);
    far.splice(136, 4, 0xff, 0xff, 0xff, 0xf0);
    expect(await colorOf(png(chunk('iCCP', packed(far)), IDAT))).toBeNull();
  });

  test('are those of the stream of an AVIF where its container says none', async () => {
    // Still pictures of 16 × 16 with ten bits: the reduced header, and the whole one.
    const bits = (text: string) =>
      Array.from(text.replaceAll(' ', '').match(/.{1,8}/g) ?? [], (byte) => parseInt(byte.padEnd(8, '0'), 2));
    const points = '1 00001001 00010000 00001001 1';
    const reduced = bits(`000 1 1 00000 0011 0011 1111 1111 0 0 0 000 1 0 ${points}`);
    const operating = '0 0 00000 000000000000 00000';
    const usual = bits(
      `000 0 0 ${operating} 0011 0011 1111 1111 0 0 0 0 0000 1 00 1 1 000 000 1 0 ${points}`,
    );
    const av1C = (header: readonly number[]) => box('av1C', [0x81, 0, 0, 0], [0x0a, header.length], header);
    expect(await colorOf(avif([av1C(reduced)], [1]))).toEqual(HDR);
    expect(await colorOf(avif([av1C(usual)], [1]))).toEqual(HDR);
    // Some programs leave it in the stream, which lies where the file says.
    const meta = (offset: number) =>
      box(
        'meta',
        full,
        box('pitm', full, u16(2)),
        box(
          'iloc',
          full,
          [0x44, 0],
          u16(2),
          u16(1),
          u16(0),
          u16(1),
          u32(1),
          u32(1),
          u16(2),
          u16(0),
          u16(1),
          u32(offset),
          u32(20),
        ),
        box('iprp', box('ipco', box('av1C', [0x81, 0, 0, 0])), box('ipma', full, u32(1), u16(2), [1, 1])),
      );
    const head = [...box('ftyp', ascii('avif'), full), ...meta(0)];
    const stream = [0x12, 0, 0x0a, reduced.length, ...reduced];
    const whole = [...box('ftyp', ascii('avif'), full), ...meta(head.length + 8), ...box('mdat', stream)];
    expect(await colorOf(whole)).toEqual(HDR);
    expect(await colorOf(whole.slice(0, -stream.length))).toBeNull();
    expect(await colorOf(avif([av1C(reduced), colr(1, 13)], [1, 2]))).toMatchObject({ transfer: 13 });
    expect(await colorOf(avif([box('av1C', [0x81, 0, 0, 0])], [1]))).toBeNull();
    expect(await colorOf(avif([box('av1C', [0x81, 0, 0, 0], [0x0a, 0xff, 0xff])], [1]))).toBeNull();
  });

  test('are none in what is cut off, lies about its lengths, or is something else', async () => {
    const whole = avif([colr(9, 16)], [1]);
    for (let length = 0; length < whole.length - 1; length += 1)
      expect(await colorOf(whole.slice(0, length))).toBeNull();
    const picture = png(chunk('cICP', [9, 16, 0, 1]));
    for (let length = 0; length < picture.length - 5; length += 1)
      expect(await colorOf(picture.slice(0, length))).toBeNull();
    expect(
      await colorOf([...u32(20), ...ascii('ftypavif'), ...Array<number>(8).fill(0), ...u32(4)]),
    ).toBeNull();
    const endless = [...box('ftyp', ascii('avif'), full), ...u32(0xffffffff), ...ascii('meta'), ...full];
    expect(await colorOf(endless)).toBeNull();
    expect(await colorOf(ascii('RIFF    WEBPVP8 '))).toBeNull();
  });

  test('of a million tiny boxes only some are read', async () => {
    let reads = 0;
    const head = Uint8Array.from(box('ftyp', ascii('avif'), full));
    const tiny = Uint8Array.from([...u32(8), ...ascii('free'), ...u32(8), ...ascii('free')]);
    const color = await pictureColor(async (at) => {
      reads += 1;
      return at === 0 ? head : tiny;
    }, unpack);
    expect(color).toBeNull();
    expect(reads).toBeLessThan(300);
  });
});

test('pictures are changed for HDR and wide colors alone', () => {
  const needed = ([primaries, transfer]: readonly [number, number]) =>
    needsSdr({ primaries, transfer, fullRange: true });
  expect(
    (
      [
        [9, 16],
        [9, 18],
        [1, 16],
        [12, 13],
        [9, 1],
        [1, 8],
        [1, 4],
      ] as const
    ).map(needed),
  ).toEqual(Array(7).fill(true));
  expect(
    (
      [
        [1, 13],
        [1, 1],
        [2, 2],
        [6, 6],
        [1, 2],
      ] as const
    ).map(needed),
  ).toEqual(Array(5).fill(false));
});
