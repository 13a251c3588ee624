/** Pictures that move: GIF, WebP and PNG with several frames. They begin anew at their end, as long as their clip lasts. */

/** More than anybody draws; a file that says more is shown as one picture. */
const MAX_FRAMES = 20_000;
/** Frames that are to be shown for no longer are shown for a tenth of a second: browsers do so since the first GIFs. */
const TOO_SHORT = 0.01;
const USUAL = 0.1;

/** How long each frame of a moving picture is shown, in seconds. */
export type FrameLengths = readonly number[];

/** @returns null of what has one frame, or is no such picture. @param bytes the whole file */
export function frameLengths(bytes: Uint8Array): FrameLengths | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = [
    { is: isText(bytes, 0, 'GIF8'), read: gifLengths },
    { is: isText(bytes, 0, 'RIFF') && isText(bytes, 8, 'WEBP'), read: webpLengths },
    { is: isText(bytes, 1, 'PNG'), read: pngLengths },
  ].find(({ is }) => is);
  const lengths = reader?.read(view, bytes) ?? [];
  return lengths.length > 1 && lengths.length <= MAX_FRAMES
    ? lengths.map((length) => (length <= TOO_SHORT ? USUAL : length))
    : null;
}

const isText = (bytes: Uint8Array, at: number, text: string): boolean =>
  at + text.length <= bytes.length &&
  Array.from(text).every((letter, index) => bytes[at + index] === letter.charCodeAt(0));

/** Source: GIF89a specification; what is cut off ends the list. */
function gifLengths(view: DataView, bytes: Uint8Array): number[] {
  const lengths: number[] = [];
  let delay = 0;
  const table = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + table(bytes[10] ?? 0);
  /** Behind blocks that each say their length. */
  const behindBlocks = (from: number): number => {
    let index = from;
    while ((bytes[index] ?? 0) !== 0) index += (bytes[index] ?? 0) + 1;
    return index + 1;
  };
  while (at + 1 < bytes.length && lengths.length <= MAX_FRAMES) {
    const kind = bytes[at];
    if (kind === 0x21) {
      if (bytes[at + 1] === 0xf9 && at + 6 < bytes.length) delay = view.getUint16(at + 4, true) / 100;
      at = behindBlocks(at + 2);
    } else if (kind === 0x2c) {
      lengths.push(delay);
      delay = 0;
      at = behindBlocks(at + 11 + table(bytes[at + 9] ?? 0));
    } else return lengths;
  }
  return lengths;
}

/** Source: WebP container specification. */
function webpLengths(view: DataView, bytes: Uint8Array): number[] {
  const lengths: number[] = [];
  let at = 12;
  while (at + 8 <= bytes.length && lengths.length <= MAX_FRAMES) {
    const size = view.getUint32(at + 4, true);
    if (isText(bytes, at, 'ANMF') && at + 24 <= bytes.length) {
      // Behind place and size, three bytes each.
      lengths.push((view.getUint16(at + 20, true) + ((bytes[at + 22] ?? 0) << 16)) / 1000);
    }
    at += 8 + size + (size % 2);
  }
  return lengths;
}

/** Source: PNG specification, third edition, 11.3.6. */
function pngLengths(view: DataView, bytes: Uint8Array): number[] {
  const lengths: number[] = [];
  let at = 8;
  while (at + 12 <= bytes.length && lengths.length <= MAX_FRAMES) {
    const size = view.getUint32(at);
    if (isText(bytes, at + 4, 'fcTL') && at + 34 <= bytes.length) {
      // A hundredth where no unit is said.
      lengths.push(view.getUint16(at + 28) / (view.getUint16(at + 30) || 100));
    }
    at += 12 + size;
  }
  return lengths;
}

/** How long a moving picture is, in seconds. */
const animationSeconds = (lengths: FrameLengths): number => lengths.reduce((sum, length) => sum + length, 0);

/**
 * Which frames are shown from a time on, without end.
 * @returns the number of each in the file and when it begins, in seconds from the beginning of the first round
 */
export function* framesOfRounds(
  lengths: FrameLengths,
  time: number,
): Generator<{ index: number; timestamp: number }, never, unknown> {
  const full = animationSeconds(lengths);
  for (let round = Math.max(0, Math.floor(time / full)); ; round += 1) {
    let timestamp = round * full;
    for (const [index, length] of lengths.entries()) {
      if (timestamp + length > time || index === lengths.length - 1) yield { index, timestamp };
      timestamp += length;
    }
  }
}
