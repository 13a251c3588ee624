import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { TaskFailure, type ChildTask } from '../child/program.ts';
import { sharp } from '../decoders/sharp.ts';
import type { Json } from '../protocol.ts';
import { padTo, pictureFilter, sameFilters } from './color/picture-filter.ts';
import { pictureDecoder } from './describe/picture-decoder.ts';
import { describeMedium } from './describe/describe-medium.ts';
import { findFfmpeg, inputArguments, readFfmpegOutput } from './ffmpeg.ts';
import { FFMPEG_MISSING, type FramesRequest } from './media-task.ts';

/** Bytes of the largest frame that is taken from ffmpeg. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;
/** A single picture of a video is taken here, as a share of its length: the very first frame is often black. */
const POSTER_AT = 0.1;

/** Of a video of no more seconds, all frames are unpacked in one go; that is faster than to look for each. */
const MAX_FULL_DECODE_SECONDS = 60;

interface FrameRequest {
  /** Which of the tracks, as ffmpeg picks it. */
  stream: string;
  /** Seconds from the beginning. */
  at: number;
  /** Of ffmpeg, for a picture as it is shown. */
  filter: string;
  /** Options that choose another decoder than usual. */
  decoder: readonly string[];
  signal: AbortSignal;
}

/** Writes frames of a video, evenly spread, as one WebP. Runs in a native child that may start ffmpeg. */
export async function videoFrames({ input, inFolder, outFolder, signal }: ChildTask): Promise<Json> {
  const { seconds, side, columns, rows, quality } = input as unknown as FramesRequest;
  const program = await findFfmpeg();
  if (program === null) throw new TaskFailure(FFMPEG_MISSING, 'There is no ffmpeg.');
  const path = join(inFolder, 'original');
  const medium = await describeMedium(path, { program, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof TaskFailure) throw error;
    throw new TaskFailure('NOT_MEDIA', 'It cannot be read.');
  });
  if (medium.video === null) throw new TaskFailure('NOT_MEDIA', 'It has no pictures.');
  const { stream } = medium.video;
  const size = fitted(medium.video, side);
  const picture = await pictureFilter(medium.video, { ...size, fits: true }, outFolder);
  const filter = `${picture},format=rgb24|rgba,${padTo(size)}`;
  const decoder = [...(await pictureDecoder(program, medium.video, signal)), ...sameFilters(medium.video)];
  // ffmpeg begins to count where the container does.
  const begin = medium.clock.pictures - medium.seekStart;
  const frame = (at: number) => readFrame(program, path, { at: at + begin, stream, filter, decoder, signal });
  const sheet = { columns, rows, seconds };
  const image =
    columns * rows === 1
      ? ((await frame(seconds * POSTER_AT)) ?? (await frame(0)))
      : seconds <= MAX_FULL_DECODE_SECONDS
        ? await readSheet(program, path, { ...sheet, stream, filter, decoder, signal })
        : await assembleSheet(frame, sheet);
  if (image === null) throw new TaskFailure('NOT_MEDIA', 'There is no frame.');
  const target = join(outFolder, 'picture');
  await sharp(image).webp({ quality }).toFile(target);
  return { sizeBytes: (await stat(target)).size };
}

interface Sheet {
  columns: number;
  rows: number;
  seconds: number;
}

/** Pixels of a picture as it is shown, in a square; none is enlarged. */
function fitted({ width, height }: { width: number; height: number }, side: number) {
  const shrink = Math.min(1, side / Math.max(width, height, 1));
  return {
    width: Math.max(1, Math.round(width * shrink)),
    height: Math.max(1, Math.round(height * shrink)),
  };
}

/** @returns a PNG, or null when ffmpeg finds no frame. */
async function readSheet(
  program: string,
  path: string,
  { columns, rows, seconds, stream, filter: picture, decoder, signal }: Sheet & Omit<FrameRequest, 'at'>,
): Promise<Buffer | null> {
  const rate = (columns * rows) / Math.max(seconds, 0.04);
  const filter = `fps=${rate.toFixed(6)},${picture},tile=${columns}x${rows}`;
  return readPicture(
    program,
    [...(await inputArguments(path, decoder)), '-map', `0:${stream}`],
    filter,
    signal,
  );
}

/** @returns a PNG, or null when there is no frame. */
async function assembleSheet(
  frameAt: (at: number) => Promise<Buffer | null>,
  { columns, rows, seconds }: Sheet,
): Promise<Buffer | null> {
  const count = columns * rows;
  const frames: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    // Near the end there may be no further frame.
    const frame = (await frameAt((seconds * (index + 0.5)) / count)) ?? frames.at(-1);
    if (frame !== undefined) frames.push(frame);
  }
  const [first] = frames;
  return first === undefined ? null : tiled(first, frames, columns, rows);
}

const readFrame = async (
  program: string,
  path: string,
  { at, stream, filter, decoder, signal }: FrameRequest,
): Promise<Buffer | null> =>
  readPicture(
    program,
    [...(await inputArguments(path, [...decoder, '-ss', at.toFixed(3)])), '-map', `0:${stream}`],
    filter,
    signal,
  );

/** @returns the first picture that a filter gives as a PNG, or null. */
async function readPicture(
  program: string,
  source: readonly string[],
  filter: string,
  signal: AbortSignal,
): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  const sizeAbort = new AbortController();
  await readFfmpegOutput(
    program,
    [
      ...source,
      '-vf',
      filter,
      '-frames:v',
      '1',
      '-an',
      '-sn',
      '-f',
      'image2pipe',
      '-c:v',
      'png',
      '-compression_level',
      '1',
      'pipe:1',
    ],
    {
      signal: AbortSignal.any([signal, sizeAbort.signal]),
      onData: (chunk) => {
        length += chunk.length;
        if (length > MAX_FRAME_BYTES) sizeAbort.abort();
        else chunks.push(chunk);
      },
    },
  );
  return length === 0 ? null : Buffer.concat(chunks);
}

async function tiled(
  first: Buffer,
  frames: readonly Buffer[],
  columns: number,
  rows: number,
): Promise<Buffer> {
  const { width, height } = await sharp(first).metadata();
  const tiles = await Promise.all(
    frames.map(async (frame, index) => ({
      input: await sharp(frame).resize({ width, height, fit: 'fill' }).png().toBuffer(),
      left: (index % columns) * width,
      top: Math.floor(index / columns) * height,
    })),
  );
  const canvas = { width: width * columns, height: height * rows, channels: 3 as const, background: '#000' };
  return sharp({ create: canvas }).composite(tiles).png().toBuffer();
}
