import { VideoReader } from '#shared/film/video-reader.ts';
import { openContainer } from '../decoders/mediabunny.ts';
import type { MediumDescription, VideoDescription } from '../media/describe/medium-description.ts';
import type { RawFrame } from './read-frames.ts';
import { frameFinder, runUpOf, timedFrames } from './timed-frames.ts';

/** Which frame is wanted. */
interface FrameTime {
  video: VideoDescription;
  medium: MediumDescription;
  /** Seconds from the beginning. */
  time: number;
}

/** What decoding needs. */
interface Generating {
  /** The path of ffmpeg. */
  program: string;
  /** Where tables of colors are written. */
  folder: string;
  signal: AbortSignal;
}

/** Pixels of a frame of which only its time is wanted. */
const PROBE_SIZE = { width: 16, height: 16 };

/**
 * The frame of a video that films show at a time, at its full size, in sRGB with transparency.
 * @returns null where it has no frame at all; its pixels are RGBA
 */
export const frameAt = (path: string, target: FrameTime, generating: Generating): Promise<RawFrame | null> =>
  readFrameAt(path, target, {
    ...generating,
    read: { width: target.video.width, height: target.video.height },
  });

/** @returns when the frame that films show at a time begins, in seconds from the beginning; null where it has no frame. */
export async function visibleSince(
  path: string,
  target: FrameTime,
  generating: Generating,
): Promise<number | null> {
  const frame = await readFrameAt(path, target, { ...generating, read: PROBE_SIZE });
  return frame && frame.timestamp;
}

/**
 * How long before a time ffmpeg has to begin to decode, so that it has all that the frame at that time refers to.
 * @returns seconds; 0 where ffmpeg seeks to the right key frame by itself
 */
export async function runUpTo(path: string, { medium, time }: Omit<FrameTime, 'video'>): Promise<number> {
  if (medium.readBy !== 'container') return runUpOf(medium);
  const input = await openContainer(path);
  try {
    const find = await frameFinder(input, medium);
    return find ? (await find(time + medium.clock.pictures)).runUp : 0;
  } finally {
    input.dispose();
  }
}

async function readFrameAt(
  path: string,
  { video, medium, time }: FrameTime,
  /** `read` is the size at which frames are decoded. */
  reading: Generating & { read: { width: number; height: number } },
): Promise<RawFrame | null> {
  const input = medium.readBy === 'container' ? await openContainer(path) : null;
  try {
    const frames = await timedFrames(path, { video, medium, input }, reading);
    const reader = new VideoReader(async function* (from: number) {
      for await (const frame of frames(from)) yield { ...frame, close: () => undefined };
    });
    const frame = await reader.frameAt(time);
    await reader.close();
    return frame;
  } finally {
    input?.dispose();
  }
}
