import { join } from 'node:path';
import type { MediaFacts } from '#shared/desk/media-schemas.ts';
import { TaskFailure, type ChildTask } from '../child/program.ts';
import { isDrawing, readDrawing } from '../decoders/drawing.ts';
import { sharp } from '../decoders/sharp.ts';
import type { Json } from '../protocol.ts';
import { describeMedium } from './describe/describe-medium.ts';
import type { MediumDescription } from './describe/medium-description.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { NOT_MEDIA } from './media-task.ts';

/** Says what a media file is by its headers: a picture, a video or a sound. Runs in a native child that starts no programs. */
export const describeMedia = ({ input, inFolder, signal }: ChildTask): Promise<Json> => {
  const path = join(inFolder, 'original');
  const { isPicture } = input as { isPicture: boolean };
  return orNotMedia(async () =>
    isPicture ? describePicture(path) : mediaInfoOf(await describeMedium(path, { program: null, signal })),
  );
};

/** As `describeMedia`, of videos and sounds that ffmpeg alone can read. Runs in a native child that may start ffmpeg. */
export const describeMediaByProgram = ({ inFolder, signal }: ChildTask): Promise<Json> =>
  orNotMedia(async () =>
    mediaInfoOf(await describeMedium(join(inFolder, 'original'), { program: await findFfmpeg(), signal })),
  );

async function orNotMedia(describe: () => Promise<MediaFacts>): Promise<Json> {
  try {
    return await describe();
  } catch (error) {
    if (error instanceof TaskFailure) throw error;
    throw new TaskFailure(NOT_MEDIA, error instanceof Error ? error.message : String(error));
  }
}

async function describePicture(path: string): Promise<MediaFacts> {
  const source = (await isDrawing(path)) ? await readDrawing(path) : path;
  // Only headers are read, so the number of pixels is no danger.
  const { autoOrient, pages, format } = await sharp(source, { limitInputPixels: false }).metadata();
  return { kind: 'image', ...autoOrient, frames: pages ?? 1, format: format ?? '' };
}

function mediaInfoOf({ seconds, startTimecode, video, sound }: MediumDescription): MediaFacts {
  if (video !== null) {
    const { width, height, framesPerSecond, codec, isVariable, isInterlaced } = video;
    const { color, rotation, isFlipped, pixelAspect, hasAlpha } = video;
    return {
      kind: 'video',
      width,
      height,
      seconds,
      framesPerSecond,
      hasSound: sound !== null,
      codec,
      isVariable,
      isInterlaced,
      color,
      rotation,
      isFlipped,
      pixelAspect,
      hasAlpha,
      startTimecode,
      ...(sound && { soundCodec: sound.codec }),
    };
  }
  if (sound === null) throw new Error('It has neither pictures nor sound.');
  const { sampleRate, channels, codec } = sound;
  return { kind: 'audio', seconds, sampleRate, channels, codec, startTimecode };
}
