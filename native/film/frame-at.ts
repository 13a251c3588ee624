import { VideoReader } from '#shared/film/video-reader.ts';
import { openContainer } from '../decoders/mediabunny.ts';
import type { MediumDescription, VideoDescription } from '../media/describe/medium-description.ts';
import type { RawFrame } from './read-frames.ts';
import { timedFrames } from './timed-frames.ts';

/**
 * The frame of a video that films show at a time, at its full size, in sRGB with transparency.
 * @param time seconds from the beginning. @returns null where it has no frame at all; its pixels are RGBA
 */
export async function frameAt(
  path: string,
  { video, medium, time }: { video: VideoDescription; medium: MediumDescription; time: number },
  { program, folder, signal }: { program: string; folder: string; signal: AbortSignal },
): Promise<RawFrame | null> {
  const input = medium.readBy === 'container' ? await openContainer(path) : null;
  try {
    const read = { width: video.width, height: video.height };
    const frames = await timedFrames(path, { video, medium, input }, { program, folder, signal, read });
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
