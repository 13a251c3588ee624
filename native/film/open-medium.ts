import type { MediumClock } from '#shared/film/medium-clock.ts';
import { Undecodable, type Frame, type OpenMedium } from '#shared/film/film.ts';
import { loadCanvas, type NativeContext } from '../decoders/canvas.ts';
import { loadMediabunny, openContainer, type Input } from '../decoders/mediabunny.ts';
import { sharp } from '../decoders/sharp.ts';
import { describeMedium } from '../media/describe/describe-medium.ts';
import type {
  MediumDescription,
  SoundDescription,
  VideoDescription,
} from '../media/describe/medium-description.ts';
import { readFrames, type FrameSource, type RawFrame } from './read-frames.ts';
import { readSound, type SoundSource } from './read-sound.ts';

/** As in the pages: more pixels are words. */
const MAX_PIXELS = 8192 * 8192;
/** Videos and pictures beyond this are read smaller: nobody sees the difference in a film of 4K. */
const MAX_READ_PIXELS = 4096 * 2304;
const MAX_CHANNELS = 8;
/** Seconds before a time at which the frame that is shown then is looked for first. */
const LOOK_BACK = 0.5;
/** Pixels of height from which a film that does not say so has the colors of HD. */
const HD_HEIGHT = 720;

interface Opening {
  /** ffmpeg. */
  program: string;
  signal: AbortSignal;
}

/**
 * Opens a file for films: its container is read here, frames and sound are decoded by ffmpeg, pictures by sharp.
 * @throws Undecodable
 */
export async function openMedium(
  path: string,
  type: 'picture' | 'timed',
  opening: Opening,
): Promise<OpenMedium<NativeContext>> {
  return type === 'picture' ? openPicture(path) : openTimed(path, opening);
}

async function openPicture(path: string): Promise<OpenMedium<NativeContext>> {
  try {
    const picture = sharp(path, { limitInputPixels: MAX_PIXELS, autoOrient: true }).toColourspace('srgb');
    const { autoOrient } = await picture.metadata();
    const read = sizeToRead(autoOrient);
    const { data, info } = await picture
      .resize({ ...read, fit: 'fill', withoutEnlargement: true })
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    const pixels = new Uint8ClampedArray(data.length);
    pixels.set(data);
    const drawn = canvasOf(pixels, info.width, info.height);
    return {
      still: { ...autoOrient, draw: (context, ...place) => context.drawImage(drawn, ...place) },
      framesFrom: null,
      soundFrom: null,
      close: () => undefined,
    };
  } catch {
    throw new Undecodable('is no picture that can be shown here');
  }
}

async function openTimed(path: string, opening: Opening): Promise<OpenMedium<NativeContext>> {
  const input = await openContainer(path);
  try {
    const medium = await describe(path, opening);
    const { video, sound, clock, seekStart, readBy } = medium;
    if (video && video.width * video.height > MAX_PIXELS)
      throw new Undecodable('has too many pixels to be played here');
    const frameBefore = readBy === 'container' ? await frameFinder(input) : null;
    return {
      still: null,
      framesFrom: video && framesOf({ path, seekStart, clock, video, frameBefore }, opening),
      soundFrom: sound && soundOf({ path, seekStart, clock, sound }, opening),
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

/** Finds when the frame begins that is shown at a time, both on the clock of the container. */
async function frameFinder(input: Input): Promise<((time: number) => Promise<number>) | null> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) return null;
  const { EncodedPacketSink } = await loadMediabunny();
  const packets = new EncodedPacketSink(track);
  return async (time) => {
    // The frame that is shown then may begin long before.
    const shown = await packets.getPacket(time, { metadataOnly: true });
    const first = shown ?? (await packets.getFirstPacket({ metadataOnly: true }));
    return first?.timestamp ?? 0;
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
  }: Opened & { video: VideoDescription; frameBefore: ((time: number) => Promise<number>) | null },
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
  async function* frames(from: number): AsyncGenerator<Frame<NativeContext>, void, unknown> {
    for await (const raw of readFrames(source, from, signal))
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
 * @param from on the clock of the container, as `begin` is
 */
async function* framesAround(
  frames: (from: number) => AsyncGenerator<Frame<NativeContext>, void, unknown>,
  time: number,
  begin: number,
): AsyncGenerator<Frame<NativeContext>, void, unknown> {
  for (let back = LOOK_BACK; ; back *= 8) {
    const from = Math.max(0, time - back);
    let isFirst = true;
    let isTooLate = false;
    for await (const frame of frames(from + begin)) {
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
  { path, seekStart, clock, sound }: Opened & { sound: SoundDescription },
  { program, signal }: Opening,
): OpenMedium<NativeContext>['soundFrom'] {
  const { channels, sampleRate } = sound;
  const source: SoundSource = {
    program,
    path,
    start: seekStart,
    begin: clock.sound,
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

interface Size {
  width: number;
  height: number;
}

function sizeToRead({ width, height }: Size): Size {
  const shrink = Math.min(1, Math.sqrt(MAX_READ_PIXELS / (width * height)));
  return {
    width: Math.max(1, Math.round(width * shrink)),
    height: Math.max(1, Math.round(height * shrink)),
  };
}

function canvasOf(pixels: Uint8ClampedArray<ArrayBuffer>, width: number, height: number) {
  const { createCanvas, ImageData } = loadCanvas();
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
  return canvas;
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
