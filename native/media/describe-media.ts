import { join } from 'node:path';
import type { MediaFacts } from '#shared/desk/media-schemas.ts';
import { TaskFailure, type ChildTask } from '../child/program.ts';
import { loadMediabunny, type Input } from '../decoders/mediabunny.ts';
import { sharp } from '../decoders/sharp.ts';
import type { Json } from '../protocol.ts';

/** Packets that are looked at to tell how many frames a second there are. */
const COUNTED_PACKETS = 100;

/** Says what a media file is by its headers: a picture, a video or a sound. Runs in a native child. */
export async function describeMedia({ input, inFolder }: ChildTask): Promise<Json> {
  const path = join(inFolder, 'original');
  const { isPicture } = input as { isPicture: boolean };
  try {
    const facts = isPicture ? await describePicture(path) : await describeTimed(path);
    return facts;
  } catch (error) {
    throw new TaskFailure('NOT_MEDIA', error instanceof Error ? error.message : String(error));
  }
}

async function describePicture(path: string): Promise<MediaFacts> {
  // Only headers are read, so the number of pixels is no danger.
  const { autoOrient, pages, format } = await sharp(path, { limitInputPixels: false }).metadata();
  return { kind: 'image', ...autoOrient, frames: pages ?? 1, format: format ?? '' };
}

async function describeTimed(path: string): Promise<MediaFacts> {
  const { ALL_FORMATS, FilePathSource, Input } = await loadMediabunny();
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  try {
    return await factsOf(input);
  } finally {
    input.dispose();
  }
}

async function factsOf(input: Input): Promise<MediaFacts> {
  const seconds = Math.max(0, await input.computeDuration());
  const video = await input.getPrimaryVideoTrack();
  const sound = await input.getPrimaryAudioTrack();
  if (video !== null) {
    const { averagePacketRate } = await video.computePacketStats(COUNTED_PACKETS);
    return {
      kind: 'video',
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      seconds,
      framesPerSecond: Number.isFinite(averagePacketRate) ? Number(averagePacketRate.toFixed(3)) : 0,
      hasSound: sound !== null,
    };
  }
  if (sound === null) throw new Error('It has neither pictures nor sound.');
  return {
    kind: 'audio',
    seconds,
    sampleRate: await sound.getSampleRate(),
    channels: await sound.getNumberOfChannels(),
  };
}
