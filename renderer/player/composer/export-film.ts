import {
  AudioSample,
  AudioSampleSource,
  Mp4OutputFormat,
  Output,
  Quality,
  StreamTarget,
  VideoSample,
  VideoSampleSource,
  WavOutputFormat,
  WebMOutputFormat,
  type StreamTargetChunk,
} from 'mediabunny';
import { frameCount } from '#shared/timeline/compose.ts';
import { exactRate } from '#shared/timeline/exact-rate.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import type { Container, Sound } from '#shared/film/film.ts';
import type { FilmComposer } from '#shared/film/film-composer.ts';
import { limit } from '#shared/film/mix.ts';
import type { ExportPlan } from './messages.ts';
import type { PageCanvas } from './page-canvas.ts';

/** Of the sound of every exported film. */
const EXPORT_SAMPLE_RATE = 48_000;

/** Seconds of sound that are mixed at a time, so that a film of any length needs the same memory. */
const SOUND_BLOCK = 0.5;
const SOUND_QUALITY = new Quality({ bitrate: 192_000 });
const KEY_FRAME_SECONDS = 2;

export interface ExportOptions {
  signal: AbortSignal;
  /** How many steps of how many are done: frames, or pieces of sound. */
  onProgress: (completed: number, total: number) => void;
}

function formatOf(container: Container): Mp4OutputFormat | WebMOutputFormat | WavOutputFormat {
  switch (container) {
    case 'mp4':
      return new Mp4OutputFormat({ fastStart: false });
    case 'webm':
      return new WebMOutputFormat();
    case 'wav':
      return new WavOutputFormat();
    default:
      return assertNever(container);
  }
}

/**
 * Writes a film, or its sound alone: exactly as many frames as its length has at its rate, sound of the same length.
 * @param target gets the bytes in pieces, each with its place; it is closed at the end
 * @throws what an encoder or the disk says, and the reason of the signal
 */
export async function exportFilm(
  composer: FilmComposer<PageCanvas>,
  plan: ExportPlan,
  target: WritableStream<StreamTargetChunk>,
  { signal, onProgress }: ExportOptions,
): Promise<void> {
  const output = new Output({
    format: formatOf(plan.container),
    target: new StreamTarget(target, { chunked: true, chunkSize: 4 * 1024 ** 2 }),
  });
  const video = plan.video && filmSource(plan);
  const sound = plan.sound === null ? null : await soundSource(plan.sound);
  const audio = sound?.source ?? null;
  if (video && plan.video) output.addVideoTrack(video, { frameRate: exactRate(plan.video.frameRate) });
  if (audio) output.addAudioTrack(audio);
  try {
    await output.start();
    if (video && plan.video)
      await writeFrames(composer, plan, plan.video, { video, sound, signal, onProgress });
    else if (sound) await writeAudioOnly(composer, plan, { sound, signal, onProgress });
    await output.finalize();
  } catch (error) {
    await output.cancel().catch(() => undefined);
    throw error;
  }
}

function filmSource({ video, quality }: ExportPlan): VideoSampleSource | null {
  if (!video) return null;
  return new VideoSampleSource({
    codec: video.encoding,
    quality: new Quality(quality),
    keyFrameInterval: KEY_FRAME_SECONDS,
    latencyMode: 'quality',
  });
}

interface SoundTrack {
  source: AudioSampleSource;
  /** Seconds of silence that the encoder puts before the sound without saying so in the file. */
  delay: number;
}

/** The frame of silence with which the encoder of the app begins: its packets say that they are the sound itself. */
const APP_AAC_DELAY = 1024 / EXPORT_SAMPLE_RATE;

async function soundSource(codec: NonNullable<ExportPlan['sound']>): Promise<SoundTrack> {
  if (codec === 'pcm-s16') return { source: new AudioSampleSource({ codec }), delay: 0 };
  const source = new AudioSampleSource({ codec, quality: SOUND_QUALITY });
  if (codec !== 'aac') return { source, delay: 0 };
  // Also where the browser encodes AAC itself: how late that begins differs by system, and its packets do not say so.
  const { registerAacEncoder } = await import('@mediabunny/aac-encoder');
  registerAacEncoder();
  return { source, delay: APP_AAC_DELAY };
}

async function writeFrames(
  composer: FilmComposer<PageCanvas>,
  plan: ExportPlan,
  { width, height, frameRate }: NonNullable<ExportPlan['video']>,
  to: ExportOptions & { video: VideoSampleSource; sound: SoundTrack | null },
): Promise<void> {
  const canvas = new OffscreenCanvas(width, height);
  // The encoder reads every picture: it stays where that is quick.
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('This browser cannot draw films. Open Patchbay in another one.');
  const frames = frameCount(plan.to - plan.from, frameRate);
  const exact = exactRate(frameRate);
  const sound = to.sound && soundWriter(composer, plan, frames / frameRate, to.sound);
  for (let frame = 0; frame < frames; frame += 1) {
    to.signal.throwIfAborted();
    await composer.draw(context, { width, height }, plan.from + frame / frameRate);
    const sample = new VideoSample(canvas, { timestamp: frame / exact, duration: 1 / exact });
    try {
      await to.video.add(sample);
    } finally {
      sample.close();
    }
    await sound?.writeUpTo((frame + 1) / frameRate);
    to.onProgress(frame + 1, frames);
  }
  to.video.close();
  to.sound?.source.close();
}

async function writeAudioOnly(
  composer: FilmComposer<PageCanvas>,
  plan: ExportPlan,
  { sound: to, signal, onProgress }: ExportOptions & { sound: SoundTrack },
): Promise<void> {
  const seconds = plan.to - plan.from;
  const sound = soundWriter(composer, plan, seconds, to);
  const blocks = Math.ceil(seconds / SOUND_BLOCK);
  for (let block = 0; block < blocks; block += 1) {
    signal.throwIfAborted();
    await sound.writeUpTo((block + 1) * SOUND_BLOCK);
    onProgress(block + 1, blocks);
  }
  to.source.close();
}

/** Writes sound piece by piece, beside the frames. @param seconds how long it is in all */
function soundWriter(
  composer: FilmComposer<PageCanvas>,
  plan: ExportPlan,
  seconds: number,
  { source, delay }: SoundTrack,
) {
  const offset = Math.round(plan.from * EXPORT_SAMPLE_RATE);
  const total = Math.round(seconds * EXPORT_SAMPLE_RATE);
  const step = SOUND_BLOCK * EXPORT_SAMPLE_RATE;
  let writeOffset = 0;
  return {
    writeUpTo: async (time: number): Promise<void> => {
      const target = Math.min(total, Math.round(time * EXPORT_SAMPLE_RATE));
      while (writeOffset < target) {
        const length = Math.min(step, total - writeOffset);
        const block = await composer.mix(offset + writeOffset, length, EXPORT_SAMPLE_RATE);
        limit(block);
        const sample = sampleOf(block, writeOffset / EXPORT_SAMPLE_RATE - delay);
        try {
          await source.add(sample);
        } finally {
          sample.close();
        }
        writeOffset += length;
      }
    },
  };
}

function sampleOf({ left, right }: Sound, timestamp: number): AudioSample {
  const data = new Float32Array(left.length * 2);
  data.set(left);
  data.set(right, left.length);
  return new AudioSample({
    data,
    format: 'f32-planar',
    numberOfChannels: 2,
    sampleRate: EXPORT_SAMPLE_RATE,
    timestamp,
  });
}
