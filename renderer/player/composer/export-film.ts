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
  canEncodeAudio,
  type StreamTargetChunk,
} from 'mediabunny';
import { frameCount } from '#shared/timeline/compose.ts';
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
  const audio = plan.sound === null ? null : await soundSource(plan.sound);
  if (video && plan.video) output.addVideoTrack(video, { frameRate: plan.video.frameRate });
  if (audio) output.addAudioTrack(audio);
  try {
    await output.start();
    if (video && plan.video)
      await writeFrames(composer, plan, plan.video, { video, audio, signal, onProgress });
    else if (audio) await writeAudioOnly(composer, plan, { audio, signal, onProgress });
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

async function soundSource(codec: NonNullable<ExportPlan['sound']>): Promise<AudioSampleSource> {
  if (codec === 'aac' && !(await canEncodeAudio('aac', SOUND_OPTIONS))) {
    const { registerAacEncoder } = await import('@mediabunny/aac-encoder');
    registerAacEncoder();
  }
  return new AudioSampleSource(codec === 'pcm-s16' ? { codec } : { codec, quality: SOUND_QUALITY });
}

const SOUND_OPTIONS = { numberOfChannels: 2, sampleRate: EXPORT_SAMPLE_RATE, quality: SOUND_QUALITY };

async function writeFrames(
  composer: FilmComposer<PageCanvas>,
  plan: ExportPlan,
  { width, height, frameRate }: NonNullable<ExportPlan['video']>,
  to: ExportOptions & { video: VideoSampleSource; audio: AudioSampleSource | null },
): Promise<void> {
  const canvas = new OffscreenCanvas(width, height);
  // The encoder reads every picture: it stays where that is quick.
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('This browser cannot draw films. Open Patchbay in another one.');
  const frames = frameCount(plan.to - plan.from, frameRate);
  const sound = to.audio && soundWriter(composer, plan, frames / frameRate, to.audio);
  for (let frame = 0; frame < frames; frame += 1) {
    to.signal.throwIfAborted();
    await composer.draw(context, { width, height }, plan.from + frame / frameRate);
    const sample = new VideoSample(canvas, { timestamp: frame / frameRate, duration: 1 / frameRate });
    try {
      await to.video.add(sample);
    } finally {
      sample.close();
    }
    await sound?.writeUpTo((frame + 1) / frameRate);
    to.onProgress(frame + 1, frames);
  }
  to.video.close();
  to.audio?.close();
}

async function writeAudioOnly(
  composer: FilmComposer<PageCanvas>,
  plan: ExportPlan,
  { audio, signal, onProgress }: ExportOptions & { audio: AudioSampleSource },
): Promise<void> {
  const seconds = plan.to - plan.from;
  const sound = soundWriter(composer, plan, seconds, audio);
  const blocks = Math.ceil(seconds / SOUND_BLOCK);
  for (let block = 0; block < blocks; block += 1) {
    signal.throwIfAborted();
    await sound.writeUpTo((block + 1) * SOUND_BLOCK);
    onProgress(block + 1, blocks);
  }
  audio.close();
}

/** Writes sound piece by piece, beside the frames. @param seconds how long it is in all */
function soundWriter(
  composer: FilmComposer<PageCanvas>,
  plan: ExportPlan,
  seconds: number,
  audio: AudioSampleSource,
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
        const sample = sampleOf(block, writeOffset / EXPORT_SAMPLE_RATE);
        try {
          await audio.add(sample);
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
