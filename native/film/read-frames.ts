import type { Readable } from 'node:stream';
import { inputArguments } from '../media/ffmpeg.ts';
import { padTo } from '../media/color/picture-filter.ts';
import { flags, startFfmpeg } from '../media/ffmpeg-process.ts';

/** A video as it is to be read. */
export interface FrameSource {
  program: string;
  path: string;
  /** Which of its tracks, as ffmpeg picks it. */
  stream: string;
  /** Where the container begins, in seconds: ffmpeg counts from there. */
  start: number;
  /** Pixels that frames are read in. */
  width: number;
  height: number;
  /** The filter that gives them as they are to be seen, fitted into that size. */
  picture: string;
  /** Options that choose another decoder than usual. */
  decoder: readonly string[];
}

/** The pixels of a frame, RGBA; `release` gives their memory to a later frame. */
export interface RawFrame {
  /** Seconds on the clock of the container. */
  timestamp: number;
  pixels: Uint8ClampedArray<ArrayBuffer>;
  release: () => void;
}

/** So that a time that was rounded does not leave its own frame out. */
const BEFORE = 0.0005;

/**
 * The frames of a video in order, from the one that begins at a time of the clock of its container. ffmpeg is to begin earlier
 * by `runUp` where it does not find the way to a frame by itself. As many are decoded as are asked for, and a few more.
 * @throws what ffmpeg says
 */
export async function* readFrames(
  { program, path, stream, start, width, height, picture, decoder }: FrameSource,
  { from, runUp }: { from: number; runUp: number },
  signal: AbortSignal,
): AsyncGenerator<RawFrame, void, unknown> {
  const stop = new AbortController();
  const times = new FrameTimes();
  const seek = from - start - BEFORE - runUp;
  // Decoded on the way, but neither scaled nor handed over.
  const dropped = runUp > 0 ? `trim=start=${(from - BEFORE).toFixed(6)},` : '';
  const { child, finished, lastWords } = startFfmpeg(
    program,
    [
      ...(await inputArguments(path, [...flags('-threads 2 -copyts'), ...decoder, ...seekTo(seek)])),
      ...flags(`-map 0:${stream} -fps_mode passthrough -vf`),
      `${dropped}${picture},format=rgba,${padTo({ width, height })},showinfo=checksum=0`,
      ...flags('-f rawvideo pipe:1'),
    ],
    AbortSignal.any([signal, stop.signal]),
    (line) => times.read(line),
  );
  // What it says about times is all read before it is gone.
  void finished.then(() => times.close()).catch(() => times.close());
  const freeBuffers: Uint8ClampedArray<ArrayBuffer>[] = [];
  try {
    for await (const pixels of framesOf(child.stdout as Readable, width * height * 4, freeBuffers)) {
      const timestamp = await times.next();
      if (timestamp === null) return;
      yield { timestamp, pixels, release: () => void freeBuffers.push(pixels) };
    }
    if ((await finished) !== 0) throw new Error(lastWords().trim().split('\n').at(-1) ?? '');
  } finally {
    stop.abort();
  }
}

/** ffmpeg's arguments for a place to begin; at the beginning it reads all there is, also what decoders need before it. */
export const seekTo = (seconds: number): string[] => (seconds > 0 ? ['-ss', seconds.toFixed(6)] : []);

async function* framesOf(
  bytes: Readable,
  size: number,
  freeBuffers: Uint8ClampedArray<ArrayBuffer>[],
): AsyncGenerator<Uint8ClampedArray<ArrayBuffer>, void, unknown> {
  let frame: Uint8ClampedArray<ArrayBuffer> | null = null;
  let filled = 0;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    let remaining = chunk;
    while (remaining.length > 0) {
      frame ??= freeBuffers.pop() ?? new Uint8ClampedArray(size);
      const segment = remaining.subarray(0, size - filled);
      frame.set(segment, filled);
      filled += segment.length;
      remaining = remaining.subarray(segment.length);
      if (filled < size) continue;
      yield frame;
      frame = null;
      filled = 0;
    }
  }
}

/** The times of frames, which ffmpeg says beside them. */
class FrameTimes {
  #base = 0;
  readonly #times: number[] = [];
  #wake: (() => void) | null = null;
  #isClosed = false;

  read(line: string): void {
    const [, numerator, denominator] = /config in time_base:\s*(\d+)\/(\d+)/.exec(line) ?? [];
    if (numerator !== undefined) this.#base = Number(numerator) / Number(denominator);
    const [, pts] = /\bn:\s*\d+\s+pts:\s*(-?\d+)/.exec(line) ?? [];
    if (pts === undefined) return;
    this.#times.push(Number(pts) * this.#base);
    this.#wake?.();
  }

  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  async next(): Promise<number | null> {
    while (this.#times.length === 0 && !this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#times.shift() ?? null;
  }
}
