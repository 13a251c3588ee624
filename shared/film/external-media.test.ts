import { deflateSync, inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  box,
  ESSENCE_CONTAINER,
  EXTERNAL_FILES,
  metadataSet,
  movieOf,
  mxfOf,
  NETWORK_LOCATOR,
  reference,
} from '#shared/testing/external-media.ts';
import { namesExternalMedia } from './external-media.ts';

const readerOf = (bytes: Uint8Array) => async (at: number, length: number) => bytes.subarray(at, at + length);
const isExternal = (bytes: readonly number[] | Uint8Array) =>
  namesExternalMedia(readerOf(Uint8Array.from(bytes)), (packed) => inflateSync(packed));

it.each(Object.entries(EXTERNAL_FILES))('%s names other files', async (_what, bytes) => {
  expect(await isExternal(bytes)).toBe(true);
});

it.each<[string, readonly number[] | Uint8Array]>([
  ['a movie that holds its media', movieOf(reference('url ', 1, ''))],
  ['one whose program left the flag out and names nothing', movieOf(reference('url ', 0, ''))],
  ['one that says where its own media came from', movieOf(reference('alis', 1, 'a.mov'))],
  ['an MXF that holds its media', mxfOf(0x09, metadataSet(ESSENCE_CONTAINER))],
  [
    'an MXF that holds its media and names where they came from',
    mxfOf(0x09, metadataSet(NETWORK_LOCATOR), metadataSet(ESSENCE_CONTAINER)),
  ],
  ['a movie that ends early', movieOf(reference('url ', 0, 'a.mp4')).slice(0, 70)],
  ['another format', new TextEncoder().encode('RIFF    WAVEfmt ')],
  ['nothing', []],
])('%s does not', async (_what, bytes) => {
  expect(await isExternal(bytes)).toBe(false);
});

it('a packed description is looked into, where it can be unpacked', async () => {
  const movie = movieOf(reference('url ', 0, 'a.mp4'));
  const packed = [0, 0, 0, 0, ...deflateSync(Uint8Array.from(movie.slice(24 + 4)))];
  const file = box('moov', box('cmov', box('cmvd', packed)));
  expect(await isExternal(file)).toBe(true);
  expect(await namesExternalMedia(readerOf(Uint8Array.from(file)))).toBe(false);
});

it('an MXF may begin behind other bytes', async () => {
  expect(await isExternal([...Array.from({ length: 500 }, () => 6), ...mxfOf(0x0b)])).toBe(true);
});

it.each([
  ['boxes', box('free', [0, 0])],
  ['packets', metadataSet(NETWORK_LOCATOR)],
])('%s without end are given up', async (what, unit) => {
  let reads = 0;
  const head = what === 'boxes' ? box('ftyp', [0, 0]) : mxfOf(0x09);
  const read = async (at: number, length: number): Promise<Uint8Array> => {
    reads += 1;
    return Uint8Array.from({ length }, (_, index) => {
      const place = at + index;
      return (place < head.length ? head[place] : unit[(place - head.length) % unit.length]) ?? 0;
    });
  };
  await namesExternalMedia(read);
  expect(reads).toBeLessThan(20_000);
});
