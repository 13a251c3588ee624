import { join } from 'node:path';
import type { MediaFacts } from '#shared/desk/media-schemas.ts';
import { TaskFailure, type ChildTask } from '../child/program.ts';
import { loadMediabunny, openContainer, type Input, type InputVideoTrack } from '../decoders/mediabunny.ts';
import { sharp } from '../decoders/sharp.ts';
import type { Json } from '../protocol.ts';

/** Packets that are looked at to tell how many frames a second there are. */
const COUNTED_PACKETS = 100;
/** Frames that may be shown before others which were decoded earlier. */
const SLACK = 16;

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
  const input = await openContainer(path);
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
    const codec = await video.getCodecParameterString();
    return {
      kind: 'video',
      width: await video.getDisplayWidth(),
      height: await video.getDisplayHeight(),
      seconds,
      framesPerSecond: Number.isFinite(averagePacketRate) ? Number(averagePacketRate.toFixed(3)) : 0,
      hasSound: sound !== null,
      codec: codec === null ? null : codec.slice(0, 200),
      isVariable: await isVariable(video),
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

/** Rounding to milliseconds makes frames of one length differ by no more, in seconds. */
const ROUNDING = 0.0025;

/** Whether frames are shown for different times; their packets are looked at, none is decoded. */
async function isVariable(video: InputVideoTrack): Promise<boolean> {
  const { EncodedPacketSink } = await loadMediabunny();
  const times: number[] = [];
  for await (const { timestamp } of new EncodedPacketSink(video).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    times.push(timestamp);
    if (times.length > COUNTED_PACKETS) break;
  }
  // Packets come in the order of decoding; what was cut off at the end leaves holes there.
  const sorted = times.toSorted((a, b) => a - b).slice(0, -SLACK);
  const lengths = sorted.slice(1).map((time, index) => time - (sorted[index] ?? 0));
  return lengths.length > 1 && Math.max(...lengths) - Math.min(...lengths) > ROUNDING;
}
