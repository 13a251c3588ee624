import { expect, it } from 'vitest';
import { matroskaCrop, displaySize, uprightRect } from './matroska-crop.ts';

/** An element with a size of one byte. @param id in hexadecimal */
const element = (id: string, ...content: readonly number[]): number[] => [
  ...(id.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)),
  0x80 | content.length,
  ...content,
];

const videoOf = (...more: readonly number[][]): number[] =>
  element('e0', ...element('b0', 200), ...element('ba', 100), ...more.flat());
const trackOf = (number: number, video: readonly number[]): number[] =>
  element('ae', ...element('d7', number), ...video);
const fileOf = (...tracks: readonly number[][]): Uint8Array =>
  Uint8Array.from([
    ...element('1a45dfa3', 0),
    // A segment of unknown length.
    0x18,
    0x53,
    0x80,
    0x67,
    0x01,
    0xff,
    0xff,
    0xff,
    0xff,
    0xff,
    0xff,
    0xff,
    ...element('ec', 0, 0, 0),
    ...element('1654ae6b', ...tracks.flat()),
  ]);
const CROP = [element('54aa', 1), element('54bb', 2), element('54cc', 3), element('54dd', 4)];

const cropIn = (bytes: Uint8Array, track = 1) =>
  matroskaCrop(async (at, length) => bytes.subarray(at, at + length), track);

it('reads what is cut off at each edge of the track asked for', async () => {
  const file = fileOf(trackOf(1, videoOf()), trackOf(2, videoOf(...CROP)));
  expect(await cropIn(file, 1)).toBeNull();
  expect(await cropIn(file, 2)).toEqual({
    full: { width: 200, height: 100 },
    rect: { left: 3, top: 2, width: 193, height: 97 },
    pixelAspect: 1,
  });
});

it('takes the size as shown as that of the part', async () => {
  const crop = await cropIn(
    fileOf(
      trackOf(1, videoOf(element('54cc', 40), element('54dd', 60), element('54b0', 16), element('54ba', 9))),
    ),
  );
  expect(crop).toMatchObject({ rect: { left: 40, width: 100, height: 100 } });
  expect(crop && displaySize(crop, 0)).toEqual({ width: 178, height: 100 });
  expect(crop && displaySize(crop, 90)).toEqual({ width: 100, height: 178 });
});

it.each([
  ['cuts off all there is', fileOf(trackOf(1, videoOf(element('54cc', 150), element('54dd', 50))))],
  ['cuts off nothing', fileOf(trackOf(1, videoOf(element('54cc', 0))))],
  ['has no such track', fileOf(trackOf(2, videoOf(...CROP)))],
  ['ends early', fileOf(trackOf(1, videoOf(...CROP))).subarray(0, 40)],
  ['is no Matroska', new TextEncoder().encode('RIFF    AVI LIST')],
  ['has no bytes', new Uint8Array()],
])('a file that %s is shown whole', async (_what, bytes) => {
  expect(await cropIn(bytes)).toBeNull();
});

it('turns and mirrors the part with its picture', () => {
  const crop = { full: { width: 200, height: 100 }, rect: { left: 3, top: 2, width: 193, height: 97 } };
  expect(uprightRect(crop, 90, false)).toEqual({
    full: { width: 100, height: 200 },
    rect: { left: 1, top: 3, width: 97, height: 193 },
  });
  expect(uprightRect(crop, 180, false).rect).toEqual({ left: 4, top: 1, width: 193, height: 97 });
  expect(uprightRect(crop, 270, false).rect).toEqual({ left: 2, top: 4, width: 97, height: 193 });
  expect(uprightRect(crop, 0, true).rect).toEqual({ left: 4, top: 2, width: 193, height: 97 });
});
