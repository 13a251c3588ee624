import { describe, expect, test } from 'vitest';
import { pictureColor } from './picture-color.ts';
import { needsSdr } from './picture-sdr.ts';

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const u32 = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
const u16 = (value: number): number[] => [value >> 8, value & 0xff];

const colorOf = (bytes: readonly number[]) =>
  pictureColor(async (at, length) => Uint8Array.from(bytes.slice(at, at + length)));

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
    });
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
