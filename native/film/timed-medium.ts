import { TaskFailure } from '../child/program.ts';
import { Undecodable, type Frame, type OpenMedium } from '#shared/film/film.ts';
import type { NativeContext } from '../decoders/canvas.ts';
import { openContainer, type Input } from '../decoders/mediabunny.ts';
import { describeMedium } from '../media/describe/describe-medium.ts';
import { EXTERNAL_MEDIA } from '../media/media-task.ts';
import type {
  MediumDescription,
  SoundDescription,
  VideoDescription,
} from '../media/describe/medium-description.ts';
import { canvasOf, MAX_PIXELS, sizeToRead, type Size } from './pictures.ts';
import type { RawFrame } from './read-frames.ts';
import { readSound, type SoundSource } from './read-sound.ts';
import { runUpOf, timedFrames } from './timed-frames.ts';

const MAX_CHANNELS = 8;
const EXTERNAL_TEXT = 'names other files that hold its media; export it again as one self-contained file';

interface Opening {
  /** ffmpeg. */
  program: string;
  /** Where tables of colors are written. */
  folder: string;
  signal: AbortSignal;
}

/** Opens a video or sound: its container says when its frames are, ffmpeg decodes them. @throws Undecodable */
export async function openTimed(path: string, opening: Opening): Promise<OpenMedium<NativeContext>> {
  const input = await openContainer(path);
  try {
    const medium = await describe(path, opening);
    const { video, sound } = medium;
    if (!video && !sound) throw new Undecodable('is in a format that cannot be played here');
    const full = video && (video.crop?.full ?? video);
    if (full && full.width * full.height > MAX_PIXELS)
      throw new Undecodable('has too many pixels to be played here');
    return {
      image: null,
      framesFrom: video && (await framesOf(path, { video, medium, input }, opening)),
      soundFrom: sound && soundOf(path, { sound, medium }, opening),
      close: () => input.dispose(),
    };
  } catch (error) {
    input.dispose();
    opening.signal.throwIfAborted();
    throw error instanceof Undecodable ? error : new Undecodable('cannot be read: it is damaged');
  }
}

/** What the file says. @throws Undecodable */
async function describe(path: string, opening: Opening): Promise<MediumDescription> {
  try {
    return await describeMedium(path, opening);
  } catch (error) {
    opening.signal.throwIfAborted();
    if (error instanceof TaskFailure && error.code === EXTERNAL_MEDIA) throw new Undecodable(EXTERNAL_TEXT);
    throw new Undecodable('is no film or sound that can be read here');
  }
}

async function framesOf(
  path: string,
  { video, medium, input }: { video: VideoDescription; medium: MediumDescription; input: Input },
  opening: Opening,
): Promise<OpenMedium<NativeContext>['framesFrom']> {
  const size = { width: video.width, height: video.height };
  const read = sizeToRead(size);
  const container = medium.readBy === 'container' ? input : null;
  const frames = await timedFrames(path, { video, medium, input: container }, { ...opening, read });
  return async function* (time) {
    for await (const raw of frames(time)) yield frameOf(raw, { read, size, isOpaque: !video.hasAlpha });
  };
}

function soundOf(
  path: string,
  { sound, medium }: { sound: SoundDescription; medium: MediumDescription },
  { program, signal }: Opening,
): OpenMedium<NativeContext>['soundFrom'] {
  const { channels, sampleRate, stream } = sound;
  const source: SoundSource = {
    program,
    path,
    stream,
    start: medium.seekStart,
    begin: medium.clock.sound,
    runUp: runUpOf(medium),
    sampleRate,
    channels: channels > MAX_CHANNELS ? 2 : channels,
  };
  return (time) => readSound(source, time, signal);
}

function frameOf(
  raw: RawFrame,
  { read, size, isOpaque }: { read: Size; size: Size; isOpaque: boolean },
): Frame<NativeContext> {
  const { width, height } = read;
  return {
    ...size,
    timestamp: raw.timestamp,
    draw: (context, ...drawArgs) => context.drawImage(canvasOf(raw.pixels, width, height), ...drawArgs),
    pixels: isOpaque ? { width, height, data: raw.pixels } : undefined,
    close: raw.release,
  };
}
