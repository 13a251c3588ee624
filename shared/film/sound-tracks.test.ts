import { expect, test } from 'vitest';
import { countSoundTracks } from './sound-tracks.ts';

const letters = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const u32 = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
const box = (type: string, ...contents: readonly (readonly number[])[]): number[] => {
  const content = contents.flat();
  return [...u32(8 + content.length), ...letters(type), ...content];
};
const track = (handler: string): number[] =>
  box('trak', box('tkhd', u32(0)), box('mdia', box('hdlr', u32(0), u32(0), letters(handler))));
const mp4 = (...handlers: readonly string[]): number[] => [
  ...box('ftyp', letters('isom')),
  ...box('mdat', u32(0)),
  ...box('moov', box('mvhd', u32(0)), ...handlers.map(track)),
];

/** @param id in hexadecimal */
const element = (id: string, ...content: readonly number[]): number[] => [
  ...(id.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)),
  0x80 | content.length,
  ...content,
];
const matroska = (...types: readonly number[]): number[] => [
  ...element('1a45dfa3', ...Array<number>(12).fill(0xec)),
  ...element(
    '18538067',
    ...element('1654ae6b', ...types.flatMap((type) => element('ae', ...element('83', type)))),
  ),
];

const countOf = (bytes: readonly number[]): Promise<number> =>
  countSoundTracks(async (at, length) => Uint8Array.from(bytes.slice(at, at + length)));

test.each([
  ['an MP4 of a game and a microphone', mp4('vide', 'soun', 'soun'), 2],
  ['an MP4 with subtitles and timecode', mp4('vide', 'soun', 'sbtl', 'tmcd'), 1],
  ['a silent MP4', mp4('vide'), 0],
  ['a Matroska of three', matroska(1, 2, 2, 17, 2), 3],
  ['a silent Matroska', matroska(1), 0],
  ['another file', letters('RIFF....WAVEfmt .'), 0],
  ['nothing', [], 0],
])('%s has as many tracks of sound as it says', async (_what, bytes, count) => {
  expect(await countOf(bytes)).toBe(count);
});

test('a file that is cut off anywhere has those that are there', async () => {
  for (const file of [mp4('vide', 'soun', 'soun'), matroska(1, 2, 2)]) {
    for (let length = 0; length < file.length; length += 1) {
      expect(await countOf(file.slice(0, length))).toBeLessThanOrEqual(2);
    }
  }
});

test('boxes without end are given up', async () => {
  let reads = 0;
  await countSoundTracks(async (at, length) => {
    reads += 1;
    const head = at === 0 ? box('ftyp', u32(0)) : box('free');
    return Uint8Array.from({ length }, (_, index) => head[index % head.length] ?? 0);
  });
  expect(reads).toBeLessThan(5000);
});
