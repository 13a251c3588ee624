import { open } from 'node:fs/promises';
import { picturePixels, type PictureColor } from '#shared/film/picture-sdr.ts';
import type { Frame } from '#shared/film/film.ts';
import { frameLengths, framesOfRounds, type FrameLengths } from '#shared/film/animation.ts';
import type { NativeContext } from '../decoders/canvas.ts';
import { sharp } from '../decoders/sharp.ts';
import { canvasOf, MAX_PIXELS, sizeToRead, type Size } from './pictures.ts';
import { readFrames } from './read-frames.ts';

/** Larger files are shown as one picture. */
const MAX_BYTES = 256 * 1024 ** 2;
/** Pixels that are decoded at once. */
const AHEAD_PIXELS = 16 * 1024 ** 2;
const MAX_AHEAD = 64;

type Pixels = Uint8ClampedArray<ArrayBuffer>;

/** Frames of a moving picture by their number, read in the size of the film. */
interface FrameSource {
  read: (index: number) => Promise<Pixels>;
  /** Ends the decoder. */
  close: () => Promise<void>;
}

/** How long the frames of a picture are shown; null for one that does not move. @throws what the disk says */
export async function lengthsOf(path: string): Promise<FrameLengths | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    return size > MAX_BYTES ? null : frameLengths(await file.readFile());
  } finally {
    await file.close();
  }
}

/**
 * The frames of a moving picture, round after round.
 * @param size as it is shown, in pixels
 * @param color what its numbers mean, where they are not those of sRGB
 */
export function animatedFrames(
  path: string,
  {
    lengths,
    size,
    format,
    color,
  }: { lengths: FrameLengths; size: Size; format: string; color: PictureColor | null },
  { program, signal }: { program: string; signal: AbortSignal },
): (time: number) => AsyncGenerator<Frame<NativeContext>, void, unknown> {
  const read = sizeToRead(size);
  return async function* (time) {
    // libvips reads the first picture of a PNG alone.
    const source =
      format === 'png' ? byFfmpeg(path, read, { program, signal }) : bySharp(path, read, lengths.length);
    try {
      for (const { index, timestamp } of framesOfRounds(lengths, time)) {
        signal.throwIfAborted();
        const data = await source.read(index);
        const pixels = color
          ? picturePixels(color, { data: new Uint8Array(data.buffer), channels: 4, top: 255 })
          : data;
        const canvas = canvasOf(pixels, read.width, read.height);
        yield {
          ...size,
          timestamp,
          draw: (context, ...drawArgs) => context.drawImage(canvas, ...drawArgs),
          close: () => undefined,
        };
      }
    } finally {
      await source.close();
    }
  };
}

/** Several frames at a time: to reach one, the decoder goes through those before it. */
function bySharp(path: string, { width, height }: Size, count: number): FrameSource {
  const ahead = Math.max(1, Math.min(MAX_AHEAD, Math.floor(AHEAD_PIXELS / (width * height))));
  let first = -1;
  let decoded: Uint8Array = new Uint8Array();
  const readPage = async (index: number): Promise<Pixels> => {
    const frame = width * height * 4;
    if (first < 0 || index < first || (index - first + 1) * frame > decoded.length) {
      const pages = Math.min(ahead, count - index);
      decoded = await sharp(path, { page: index, pages, limitInputPixels: MAX_PIXELS * 4 })
        .toColourspace('srgb')
        .resize({ width, height, fit: 'fill' })
        .ensureAlpha()
        .raw({ depth: 'uchar' })
        .toBuffer();
      first = index;
    }
    const pixels = new Uint8ClampedArray(frame);
    pixels.set(decoded.subarray((index - first) * frame, (index - first + 1) * frame));
    return pixels;
  };
  return { read: readPage, close: async () => undefined };
}

function byFfmpeg(
  path: string,
  size: Size,
  { program, signal }: { program: string; signal: AbortSignal },
): FrameSource {
  const source = {
    program,
    path,
    stream: 'v:0',
    start: 0,
    ...size,
    picture: `scale=${size.width}:${size.height}`,
    decoder: [],
  };
  let frames: ReturnType<typeof readFrames> | null = null;
  let next = 0;
  const read = async (index: number): Promise<Pixels> => {
    if (frames === null || index < next) {
      await frames?.return();
      frames = readFrames(source, { from: 0, runUp: 0 }, signal);
      next = 0;
    }
    for (;;) {
      const step = await frames.next();
      if (step.done === true) throw new Error('The picture has fewer frames than it says.');
      next += 1;
      if (next === index + 1) return step.value.pixels;
      step.value.release();
    }
  };
  return { read, close: async () => void (await frames?.return()) };
}
