import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { Container, ExportQuality, Film, MissingWords } from '#shared/film/film.ts';
import { FilmComposer } from '#shared/film/film-composer.ts';
import { MediaCache } from '#shared/film/media-shelf.ts';
import { limit } from '#shared/film/mix.ts';
import { frameCount, layersAt } from '#shared/timeline/compose.ts';
import { mediumKey } from '#shared/timeline/ext.ts';
import { BT709_TAGS, TO_BT709 } from '../media/color/picture-filter.ts';
import { loadCanvas, type NativeContext } from '../decoders/canvas.ts';
import { flags, startFfmpeg } from '../media/ffmpeg-process.ts';
import { openMedium } from './open-medium.ts';

/** A film, or its sound alone, as it is to be written. All times are seconds. */
export interface FilmPlan {
  container: Container;
  /** Pixels, both even. */
  width: number;
  height: number;
  frameRate: number;
  quality: ExportQuality;
  from: number;
  to: number;
}

interface FilmOutput {
  /** ffmpeg, and its arguments for picture and sound. */
  program: string;
  picture: readonly string[];
  sound: readonly string[];
  /** Where the film and what is needed on the way are written. */
  folder: string;
  words: MissingWords;
  /** Whether a medium that cannot be read ends the work; else words stand in its place. */
  isStrict: boolean;
  signal: AbortSignal;
  /** How far it is, from 0 to 1, in words. */
  onProgress: (fraction: number, message: string) => void;
}

/** ffmpeg could not encode the film. The message is its last words. */
export class EncodingFailed extends Error {}

const SAMPLE_RATE = 48_000;
/** Samples that are mixed at a time, so that a film of any length needs the same memory. */
const BLOCK = SAMPLE_RATE / 2;
/** What part of the work the sound is. */
const SOUND_FRACTION = 0.05;
const KEY_FRAME_SECONDS = 2;
/** Frames between two looks at decoders that nobody needs any more. */
const SWEEP_FRAMES = 25;

/**
 * Writes a film: exactly as many frames as its length has at its rate, sound of the same length.
 * @returns the path of the file. @throws EncodingFailed, UnreadableClip, what a disk says, and the reason of the signal
 */
export async function writeFilm(film: Film, plan: FilmPlan, output: FilmOutput): Promise<string> {
  const isFilm = plan.container !== 'wav';
  const frames = frameCount(plan.to - plan.from, plan.frameRate);
  const seconds = isFilm ? frames / plan.frameRate : plan.to - plan.from;
  if (output.isStrict) await readAll(film, plan, output);
  const sound = await writeSound(film, plan, seconds, output);
  const path = join(output.folder, `film.${plan.container}`);
  const soundInput = [...flags(`-f f32le -ar ${SAMPLE_RATE} -ac 2 -i`), `file:${sound}`];
  if (isFilm) await writePictures(film, plan, frames, { ...output, soundInput, path });
  else {
    const encoder = startFfmpeg(
      output.program,
      ['-loglevel', 'error', ...soundInput, ...output.sound, '-y', `file:${path}`],
      output.signal,
    );
    if ((await encoder.finished) !== 0) throw new EncodingFailed(encoder.lastWords());
  }
  return path;
}

/** A composer with a shelf of its own. Its clock is the film, so that the same film is always drawn the same. */
function composerOf(film: Film, { program, folder, words, isStrict, signal }: FilmOutput) {
  let currentTime = 0;
  const mediaCache = new MediaCache<NativeContext>({
    open: (path, type) => openMedium(path, type, { program, folder, signal }),
    clock: () => currentTime,
    words,
    isStrict,
  });
  const composer = new FilmComposer(mediaCache);
  composer.setFilm(film);
  return {
    composer,
    shelf: mediaCache,
    setTime: (time: number) => {
      currentTime = time;
    },
  };
}

/** Looks at the first picture of every clip of a part, so that what cannot be read is said before anything is made. @throws UnreadableClip */
async function readAll(film: Film, { container, from, to }: FilmPlan, output: FilmOutput): Promise<void> {
  if (container === 'wav') return;
  const { shelf: mediaCache } = composerOf(film, output);
  const mediumKeys = new Set<string>();
  try {
    for (const clip of film.timeline.clips) {
      if (clip.startTime >= to || clip.startTime + clip.duration <= from || mediumKeys.has(mediumKey(clip)))
        continue;
      output.signal.throwIfAborted();
      mediaCache.beginRound();
      const layers = layersAt(film, Math.max(from, clip.startTime));
      const layer = layers.find((candidate) => candidate.clip.id === clip.id);
      if (!layer) continue;
      mediumKeys.add(mediumKey(clip));
      await mediaCache.content(layer);
      await mediaCache.closeIdle();
    }
  } finally {
    await mediaCache.close();
  }
}

async function writeSound(film: Film, plan: FilmPlan, seconds: number, output: FilmOutput): Promise<string> {
  const { composer, shelf: mediaCache, setTime } = composerOf(film, output);
  const path = join(output.folder, 'sound.f32');
  const offset = Math.round(plan.from * SAMPLE_RATE);
  const total = Math.round(seconds * SAMPLE_RATE);
  const file = await open(path, 'w');
  try {
    for (let mixedSamples = 0; mixedSamples < total;) {
      output.signal.throwIfAborted();
      const length = Math.min(BLOCK, total - mixedSamples);
      setTime(plan.from + mixedSamples / SAMPLE_RATE);
      const block = await composer.mix(offset + mixedSamples, length, SAMPLE_RATE);
      limit(block);
      await file.writeFile(interleaved(block.left, block.right));
      mixedSamples += length;
      await mediaCache.closeIdle();
      const soundFraction = plan.container === 'wav' ? 1 : SOUND_FRACTION;
      output.onProgress((soundFraction * mixedSamples) / total, 'The sound is mixed');
    }
  } finally {
    await file.close();
    await mediaCache.close();
  }
  return path;
}

function interleaved(left: Float32Array, right: Float32Array): Uint8Array {
  const interleavedSamples = new Float32Array(left.length * 2);
  for (let at = 0; at < left.length; at += 1) {
    interleavedSamples[at * 2] = left[at] ?? 0;
    interleavedSamples[at * 2 + 1] = right[at] ?? 0;
  }
  return new Uint8Array(interleavedSamples.buffer);
}

/** The rate as ffmpeg takes it: those of television are fractions. */
export function rateOf(frameRate: number): string {
  const television = Math.round(frameRate * 1.001);
  const isTelevision = Math.abs(television / 1.001 - frameRate) < 0.002 && !Number.isInteger(frameRate);
  return isTelevision ? `${television * 1000}/1001` : String(frameRate);
}

/** The same memory. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8ClampedArray<ArrayBuffer>): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Resolves when a program has taken bytes, or is gone. */
const writeBytes = (to: Writable, bytes: Uint8Array, exitSignal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const settle = (): void => {
      exitSignal.removeEventListener('abort', settle);
      resolve();
    };
    exitSignal.addEventListener('abort', settle);
    to.write(bytes, settle);
  });

async function writePictures(
  film: Film,
  { container, width, height, frameRate, from }: FilmPlan,
  frames: number,
  output: FilmOutput & { soundInput: readonly string[]; path: string },
): Promise<void> {
  const { composer, shelf: mediaCache, setTime } = composerOf(film, output);
  const canvas = loadCanvas().createCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  const encoder = startFfmpeg(
    output.program,
    [
      ...flags(`-loglevel error -f rawvideo -pix_fmt rgba -s ${width}x${height}`),
      ...flags(`-framerate ${rateOf(frameRate)} -i pipe:0`),
      ...output.soundInput,
      ...flags('-map 0:v -map 1:a -vf'),
      TO_BT709,
      ...BT709_TAGS,
      ...flags(`-g ${Math.max(1, Math.round(frameRate * KEY_FRAME_SECONDS))}`),
      ...output.picture,
      ...output.sound,
      // WebM would let pictures begin by the delay of Opus later, to keep that above 0.
      ...flags(container === 'mp4' ? '-movflags +faststart' : '-avoid_negative_ts disabled'),
      '-y',
      `file:${output.path}`,
    ],
    output.signal,
  );
  const { stdin } = encoder.child;
  if (!stdin) throw new Error('ffmpeg takes no pictures.');
  const encoderExit = new AbortController();
  void encoder.finished.catch(() => undefined).then(() => encoderExit.abort());
  let frameBytes: Uint8Array | null = null;
  /** While the encoder takes one frame, the next is decoded and drawn. */
  let pendingWrite: Promise<void> = Promise.resolve();
  try {
    for (let frame = 0; frame < frames; frame += 1) {
      output.signal.throwIfAborted();
      const time = from + frame / frameRate;
      setTime(time);
      const drawResult = await composer.drawIfNeeded(context, { width, height }, time);
      await pendingWrite;
      if (encoderExit.signal.aborted) break;
      if (typeof drawResult === 'string') {
        // `data` copies: what is drawn next does not change it.
        if (drawResult === 'drawn' || frameBytes === null) frameBytes = canvas.data();
        pendingWrite = writeBytes(stdin, frameBytes, encoderExit.signal);
        // What is given is read until it is written; then the decoder may use its memory again.
      } else await writeBytes(stdin, bytesOf(drawResult.data), encoderExit.signal);
      if (frame % SWEEP_FRAMES === 0) await mediaCache.closeIdle();
      output.onProgress(
        SOUND_FRACTION + ((1 - SOUND_FRACTION) * (frame + 1)) / frames,
        `Frame ${frame + 1} of ${frames}`,
      );
    }
    await pendingWrite;
    stdin.end();
    if ((await encoder.finished) !== 0) throw new EncodingFailed(encoder.lastWords());
    output.signal.throwIfAborted();
  } finally {
    encoder.child.kill('SIGKILL');
    await mediaCache.close();
  }
}
