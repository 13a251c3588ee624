import { describe, expect, test } from 'vitest';
import { unusedHdr } from './hdr-notes.ts';

const ascii = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const u16 = (value: number): number[] => [value >> 8, value & 0xff];
const u32 = (value: number): number[] => [...u16(value >>> 16), ...u16(value & 0xffff)];

const found = (bytes: readonly number[]) =>
  unusedHdr(async (at, length) => Uint8Array.from(bytes.slice(at, at + length)));

const segment = (marker: number, content: readonly number[]): number[] => [
  0xff,
  marker,
  ...u16(content.length + 2),
  ...content,
];
const SCAN = segment(0xda, [0, 0]);
const jpeg = (...segments: readonly number[][]): number[] => [0xff, 0xd8, ...segments.flat(), ...SCAN];
const xmp = (words: string): number[] =>
  segment(0xe1, ascii(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${words}</x:xmpmeta>`));
const icc = (transfer: number): number[] =>
  segment(0xe2, [
    ...ascii('ICC_PROFILE\0'),
    1,
    1,
    ...Array<number>(36).fill(0),
    ...ascii('acsp'),
    ...Array<number>(88).fill(0),
    ...u32(1),
    ...ascii('cicp'),
    ...u32(144),
    ...u32(12),
    ...ascii('cicp'),
    ...u32(0),
    9,
    transfer,
    0,
    1,
  ]);
const avif = (brands: string): number[] => [
  ...u32(16 + brands.length),
  ...ascii(`ftypavif\0\0\0\0${brands}`),
];

describe('HDR that is not used', () => {
  test.each([
    ['the packet of Android and Adobe', jpeg(segment(0xe0, [0]), xmp('hdrgm:Version="1.0"'))],
    ['the packet of Apple', jpeg(xmp('xmlns:HDRGainMap="http://ns.apple.com/HDRGainMap/1.0/"'))],
    ['the standard', jpeg(segment(0xe2, ascii('urn:iso:std:iso:ts:21496:-1\0....')))],
    ['an AVIF', avif('mif1tmap')],
  ])('is a gain map by %s', async (_, bytes) => {
    expect(await found(bytes)).toBe('gain-map');
  });

  test('is a profile of PQ or HLG of a JPEG', async () => {
    expect(await found(jpeg(icc(16)))).toBe('profile');
    expect(await found(jpeg(icc(18)))).toBe('profile');
    expect(await found(jpeg(icc(13)))).toBeNull();
  });

  test('is none in other pictures, behind the pixels, and in what is cut off', async () => {
    const map = xmp('hdrgm:Version="1.0"');
    expect(await found([...jpeg(), ...map])).toBeNull();
    expect(await found(jpeg(xmp('a photo')))).toBeNull();
    expect(await found(avif('mif1miaf'))).toBeNull();
    expect(await found(ascii('RIFF....WEBPVP8 '))).toBeNull();
    expect(await found([])).toBeNull();
    for (let length = 0; length < map.length - 18; length += 1)
      expect(await found([0xff, 0xd8, ...map.slice(0, length)])).toBeNull();
    expect(await found([0xff, 0xd8, 0xff, 0xe1, 0, 0, 0, 0])).toBeNull();
  });

  test('is looked for within limits', async () => {
    let reads = 0;
    const endless = Uint8Array.from([0xff, 0xe0, 0, 2]);
    await unusedHdr(async (at) => {
      reads += 1;
      return at === 0 ? Uint8Array.from([0xff, 0xd8]) : endless;
    });
    expect(reads).toBeLessThan(200);
  });
});
