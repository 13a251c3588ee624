import type { MediumClock } from '#shared/film/medium-clock.ts';
import { Undecodable, type Frame, type OpenMedium } from '#shared/film/film.ts';
import type { NativeContext } from '../decoders/canvas.ts';
import { loadMediabunny, openContainer, type Input } from '../decoders/mediabunny.ts';
import { describeMedium } from '../media/describe/describe-medium.ts';
import type {
  MediumDescription,
  SoundDescription,
  VideoDescription,
} from '../media/describe/medium-description.ts';
import { canvasOf, MAX_PIXELS, sizeToRead, type Size } from './pictures.ts';
import { readFrames, type FrameSource, type RawFrame } from './read-frames.ts';
import { readSound, type SoundSource } from './read-sound.ts';

const MAX_CHANNELS = 8;
/** Pixels of height from which a film that does not say so has the colors of HD. */
const HD_HEIGHT = 720;
/** Seconds before a time at which the frame that is shown then is looked for first. */
const LOOK_BACK = 0.5;
/** A transport stream has no index: ffmpeg lands somewhere before the place, and has to come by the key frame from there on. */
const STREAM = 'MPEG Transport Stream';
const STREAM_RUN_UP = 0.75;

interface Opening {
  /** ffmpeg. */
  program: string;
  signal: AbortSignal;
}

/** Opens a video or sound: its container says when its frames are, ffmpeg decodes them. @throws Undecodable */
export async function openTimed(path: string, opening: Opening): Promise<OpenMedium<NativeContext>> {
  const input = await openContainer(path);
  try {
    const medium = await describe(path, opening);
    const { video, sound, clock, seekStart, readBy } = medium;
    if (!video && !sound) throw new Undecodable('is in a format that cannot be played here');
    if (video && video.width * video.height > MAX_PIXELS)
      throw new Undecodable('has too many pixels to be played here');
    const frameBefore = readBy === 'container' ? await frameFinder(input, medium) : null;
    return {
      still: null,
      framesFrom: video && framesOf({ path, seekStart, clock, video, frameBefore }, opening),
      soundFrom:
        sound && soundOf({ path, seekStart, clock, sound, isStream: medium.format === STREAM }, opening),
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
  } catch {
    opening.signal.throwIfAborted();
    throw new Undecodable('is no film or sound that can be read here');
  }
}

/** Where decoding has to begin for a frame, in seconds on the clock of the container. */
interface FramePlace {
  /** When the frame begins. */
  from: number;
  /** How much earlier ffmpeg is to begin, where it does not find the way by itself. */
  runUp: number;
}

/** Finds the frame that is shown at a time of the clock of the container. */
async function frameFinder(
  input: Input,
  { format }: MediumDescription,
): Promise<((time: number) => Promise<FramePlace>) | null> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) return null;
  const { EncodedPacketSink } = await loadMediabunny();
  const packets = new EncodedPacketSink(track);
  return async (time) => {
    // The frame that is shown then may begin long before.
    const shown = await packets.getPacket(time, { metadataOnly: true });
    const first = shown ?? (await packets.getFirstPacket({ metadataOnly: true }));
    const from = first?.timestamp ?? 0;
    if (format !== STREAM) return { from, runUp: 0 };
    const key = await packets.getKeyPacket(from, { metadataOnly: true });
    return { from, runUp: from - (key?.timestamp ?? 0) + STREAM_RUN_UP };
  };
}

interface Opened {
  path: string;
  seekStart: number;
  clock: MediumClock;
}

function framesOf(
  {
    path,
    seekStart,
    clock,
    video,
    frameBefore,
  }: Opened & { video: VideoDescription; frameBefore: ((time: number) => Promise<FramePlace>) | null },
  { program, signal }: Opening,
): OpenMedium<NativeContext>['framesFrom'] {
  const size = { width: video.width, height: video.height };
  const source: FrameSource = {
    program,
    path,
    start: seekStart,
    colorMatrix: matrixOf(video.color.matrix, size.height),
    ...sizeToRead(size),
  };
  const begin = clock.pictures;
  async function* frames(place: FramePlace): AsyncGenerator<Frame<NativeContext>, void, unknown> {
    for await (const raw of readFrames(source, place, signal))
      yield frameOf(
        { ...raw, timestamp: raw.timestamp - begin },
        { read: source, size, isOpaque: !video.hasAlpha },
      );
  }
  return frameBefore
    ? async function* (time) {
        yield* frames(await frameBefore(time + begin));
      }
    : (time) => framesAround(frames, time, begin);
}

/**
 * Frames of a container whose packets are not known here, from one that begins no later than a time.
 * @param begin where the clock of the container stands at time 0
 */
async function* framesAround(
  frames: (place: FramePlace) => AsyncGenerator<Frame<NativeContext>, void, unknown>,
  time: number,
  begin: number,
): AsyncGenerator<Frame<NativeContext>, void, unknown> {
  for (let back = LOOK_BACK; ; back *= 8) {
    const from = Math.max(0, time - back);
    let isFirst = true;
    let isTooLate = false;
    for await (const frame of frames({ from: from + begin, runUp: 0 })) {
      if (isFirst && frame.timestamp > time && from > 0) {
        isTooLate = true;
        frame.close();
        break;
      }
      isFirst = false;
      yield frame;
    }
    // Behind the last frame there is none to be found but farther back.
    if (from === 0 || !(isTooLate || isFirst)) return;
  }
}

function soundOf(
  { path, seekStart, clock, sound, isStream }: Opened & { sound: SoundDescription; isStream: boolean },
  { program, signal }: Opening,
): OpenMedium<NativeContext>['soundFrom'] {
  const { channels, sampleRate } = sound;
  const source: SoundSource = {
    program,
    path,
    start: seekStart,
    begin: clock.sound,
    runUp: isStream ? STREAM_RUN_UP : 0,
    sampleRate,
    channels: channels > MAX_CHANNELS ? 2 : channels,
  };
  return (time) => readSound(source, time, signal);
}

/** As ffmpeg names it; a film that does not say it is taken as browsers take it. */
function matrixOf(matrix: string | null | undefined, height: number): string {
  switch (matrix) {
    case 'bt709':
      return 'bt709';
    case 'smpte170m':
    case 'bt470bg':
      return 'smpte170m';
    case 'bt2020-ncl':
      return 'bt2020';
    default:
      return height >= HD_HEIGHT ? 'bt709' : 'smpte170m';
  }
}

function frameOf(
  raw: RawFrame,
  { read, size, isOpaque }: { read: Size; size: Size; isOpaque: boolean },
): Frame<NativeContext> {
  const { width, height } = read;
  return {
    ...size,
    timestamp: raw.timestamp,
    draw: (context, ...place) => context.drawImage(canvasOf(raw.pixels, width, height), ...place),
    pixels: isOpaque ? { width, height, data: raw.pixels } : undefined,
    close: raw.release,
  };
}
