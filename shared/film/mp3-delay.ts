/** MP3 begins with what its encoder and decoder need to get going, which is not part of the sound. */

const ID3_HEADER = 10;
/** Samples that every decoder is late by. */
const DECODER_DELAY = 529;
/** Bytes of a frame within which its header is looked for and its tag lies. */
export const MP3_HEAD_BYTES = 4096;

/** Bytes of the ID3 tag that a file begins with, 0 without one. @param head its first ten bytes */
export function id3Length(head: Uint8Array): number {
  if (head.length < ID3_HEADER || text(head, 0, 3) !== 'ID3') return 0;
  const [, , , , , flags = 0, a = 0, b = 0, c = 0, d = 0] = head;
  const footer = flags & 0x10 ? ID3_HEADER : 0;
  return ID3_HEADER + footer + (((a & 127) << 21) | ((b & 127) << 14) | ((c & 127) << 7) | (d & 127));
}

/**
 * Samples at the beginning of an MP3 that were not recorded: what the tag of its encoder says, and the delay of decoders.
 * Source: the tag of LAME, which other encoders write as well.
 * @param start bytes behind the ID3 tag. @returns 0 where nothing is said
 */
export function mp3Delay(start: Uint8Array): number {
  const frame = start.findIndex(
    (byte, at) =>
      byte === 0xff && ((start[at + 1] ?? 0) & 0xe6) === 0xe2 && ((start[at + 2] ?? 0) & 0xf0) < 0xf0,
  );
  if (frame < 0) return 0;
  const isFirstVersion = ((start[frame + 1] ?? 0) & 0x18) === 0x18;
  const isMono = ((start[frame + 3] ?? 0) & 0xc0) === 0xc0;
  const tag = frame + 4 + (isFirstVersion ? (isMono ? 17 : 32) : isMono ? 9 : 17);
  if (!['Xing', 'Info'].includes(text(start, tag, 4))) return 0;
  const flags = start[tag + 7] ?? 0;
  const lame =
    tag + 8 + (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  const at = lame + 21;
  if (at + 1 >= start.length) return 0;
  const delay = ((start[at] ?? 0) << 4) | ((start[at + 1] ?? 0) >> 4);
  return delay === 0 ? 0 : delay + DECODER_DELAY;
}

const text = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));
