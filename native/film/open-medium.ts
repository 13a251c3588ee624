import { Undecodable, type Frame, type OpenMedium } from '#shared/film/film.ts';
import { loadCanvas, type NativeContext } from '../decoders/canvas.ts';
import { loadMediabunny, openContainer, type Input } from '../decoders/mediabunny.ts';
import { sharp } from '../decoders/sharp.ts';
import { inputArguments } from '../media/ffmpeg.ts';
import { startFfmpeg } from './ffmpeg-process.ts';
import { isOpaqueFilm } from './opaque-film.ts';
import { readFrames, type FrameSource, type RawFrame } from './read-frames.ts';
import { readSound, type SoundSource } from './read-sound.ts';

/** As in the pages: more pixels are words. */
const MAX_PIXELS = 8192 * 8192;
/** Videos and pictures beyond this are read smaller: nobody sees the difference in a film of 4K. */
const MAX_READ_PIXELS = 4096 * 2304;
const MAX_CHANNELS = 8;
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
    if (!(await input.canRead())) throw new Undecodable('is no film or sound that can be read here');
    const seen = await seenByFfmpeg(path, opening);
    const [frames, sound] = [
      await framesOf(input, path, seen, opening),
      await soundOf(input, path, seen.start, opening),
    ];
    if (!frames && !sound) throw new Undecodable('is in a format that cannot be played here');
    return { still: null, framesFrom: frames, soundFrom: sound, close: () => input.dispose() };
  } catch (error) {
    input.dispose();
    opening.signal.throwIfAborted();
    throw error instanceof Undecodable ? error : new Undecodable('cannot be read: it is damaged');
  }
}

/** What ffmpeg says of a file. */
interface Seen {
  /** Where it begins, in seconds. */
  start: number;
  /** Its pictures have no transparency. */
  isOpaque: boolean;
}

async function seenByFfmpeg(path: string, { program, signal }: Opening): Promise<Seen> {
  const probe = startFfmpeg(program, inputArguments(path), signal);
  await probe.ended;
  const words = probe.lastWords();
  const [, start] = /Duration:[^\n]*start: (-?[\d.]+)/.exec(words) ?? [];
  return { start: Number(start ?? 0), isOpaque: isOpaqueFilm(words) };
}

async function framesOf(
  input: Input,
  path: string,
  seen: Seen,
  { program, signal }: Opening,
): Promise<OpenMedium<NativeContext>['framesFrom']> {
  const track = await input.getPrimaryVideoTrack();
  if (!track) return null;
  const size = { width: await track.getDisplayWidth(), height: await track.getDisplayHeight() };
  if (size.width * size.height > MAX_PIXELS) throw new Undecodable('has too many pixels to be played here');
  const { EncodedPacketSink } = await loadMediabunny();
  const packets = new EncodedPacketSink(track);
  const { matrix } = await track.getColorSpace();
  // VP9 has its transparency beside its pictures, where ffmpeg does not see it.
  const isOpaque = seen.isOpaque && !(await track.canBeTransparent());
  const source: FrameSource = {
    program,
    path,
    start: seen.start,
    colorMatrix: matrixOf(matrix, size.height),
    ...sizeToRead(size),
  };
  return async function* (time) {
    // The frame that is shown then may begin long before.
    const shown = await packets.getPacket(time, { metadataOnly: true });
    const first = shown ?? (await packets.getFirstPacket({ metadataOnly: true }));
    for await (const raw of readFrames(source, first?.timestamp ?? 0, signal))
      yield frameOf(raw, { read: source, size, isOpaque });
  };
}

async function soundOf(
  input: Input,
  path: string,
  start: number,
  { program, signal }: Opening,
): Promise<OpenMedium<NativeContext>['soundFrom']> {
  const track = await input.getPrimaryAudioTrack();
  if (!track) return null;
  const channels = await track.getNumberOfChannels();
  const source: SoundSource = {
    program,
    path,
    start,
    sampleRate: await track.getSampleRate(),
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
