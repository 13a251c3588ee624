import type { NativePool } from '../pool/native-pool.ts';
import type { NativeResult, RunningNative } from '../pool/native-task.ts';
import type { TaskFolder } from '../pool/task-folder.ts';
import type { Json } from '../protocol.ts';

/** Names of the tasks, as programs of children register them. */
export const DESCRIBE_MEDIA = 'describe-media';
export const DESCRIBE_MEDIA_BY_PROGRAM = 'describe-media-by-program';
export const VIDEO_FRAMES = 'video-frames';
export const WAVEFORM = 'waveform';
export const MEDIA_PROXY = 'media-proxy';

/** Pictures of a video, put together into one. */
export interface FramesRequest {
  /** Of the video. */
  seconds: number;
  /** Longest side of one frame, in pixels. */
  side: number;
  columns: number;
  rows: number;
  /** Of WebP, 1 to 100. */
  quality: number;
}

/** A small film in place of a large or odd one. */
export interface ProxyRequest {
  /** Of the original; 0 where nobody knows. */
  seconds: number;
  /** There is nothing to see. */
  isSound: boolean;
}

/** The shape of a sound. */
export interface WaveformRequest {
  seconds: number;
  /** How many values. */
  peaks: number;
}

/** Codes of failures that a person can do something about. */
export const FFMPEG_MISSING = 'FFMPEG_MISSING';
export const NOT_MEDIA = 'NOT_MEDIA';
/** It names other files that hold its media. */
export const EXTERNAL_MEDIA = 'EXTERNAL_MEDIA';

const TIME_LIMIT_MS = {
  [DESCRIBE_MEDIA]: 2000,
  [DESCRIBE_MEDIA_BY_PROGRAM]: 20_000,
  [VIDEO_FRAMES]: 30_000,
  [WAVEFORM]: 60_000,
  [MEDIA_PROXY]: 30 * 60_000,
} as const;

/** Headers do not wait for pictures and waveforms, and those not for a proxy. */
const LANES = {
  [DESCRIBE_MEDIA]: 'headers',
  [DESCRIBE_MEDIA_BY_PROGRAM]: 'media',
  [VIDEO_FRAMES]: 'media',
  [WAVEFORM]: 'media',
  [MEDIA_PROXY]: 'proxies',
} as const;
/** How many tasks of a lane there are at once. */
export const MEDIA_LANES = { headers: 1, 'slow headers': 1, media: 1, proxies: 1 };
/** For headers that took too long at first: they are tried again behind all others. */
const SLOW_HEADERS_MS = 10_000;

export type MediaTaskName = keyof typeof TIME_LIMIT_MS;

/**
 * Has something made of a media file in a native child.
 * @param original its path. @param options.fingerprint the same for the same work.
 */
export function runMediaTask<T>(
  pool: NativePool,
  original: string,
  task: { name: MediaTaskName; input: Json },
  options: {
    fingerprint: string;
    timeLimitMs?: number;
    lane?: string;
    onProgress?: (fraction: number) => void;
    collect: (value: Json, folder: TaskFolder, signal: AbortSignal) => Promise<T> | T;
  },
): RunningNative<T> {
  return pool.run({
    name: task.name,
    input: task.input,
    // Only what starts ffmpeg may start programs.
    kind: task.name === DESCRIBE_MEDIA ? 'decoder' : 'program',
    lane: options.lane ?? LANES[task.name],
    files: [{ name: 'original', path: original }],
    timeLimitMs: options.timeLimitMs ?? TIME_LIMIT_MS[task.name],
    fingerprint: options.fingerprint,
    ...(options.onProgress && { onProgress: options.onProgress }),
    collect: options.collect,
  });
}

/**
 * Reads the headers of a media file in a native child. One that takes long gives way to the files behind it and is
 * read again in a lane of its own.
 * @param isPicture by its content type
 */
export async function readHeaders(
  pool: NativePool,
  original: string,
  isPicture: boolean,
  { firstMs, slowMs }: { firstMs?: number; slowMs: number } = { slowMs: SLOW_HEADERS_MS },
): Promise<NativeResult<Json>> {
  const collect = (value: Json): Json => value;
  const task = { name: DESCRIBE_MEDIA, input: { isPicture } } as const;
  const first = await runMediaTask(pool, original, task, {
    fingerprint: `headers of ${original}`,
    ...(firstMs !== undefined && { timeLimitMs: firstMs }),
    collect,
  }).result;
  // Our reader knows fewer containers than ffmpeg. One that broke it is not given to another program.
  if (first.kind === 'failed' && first.code === NOT_MEDIA && !isPicture) {
    return runMediaTask(
      pool,
      original,
      { name: DESCRIBE_MEDIA_BY_PROGRAM, input: {} },
      { fingerprint: `headers by ffmpeg of ${original}`, collect },
    ).result;
  }
  if (first.kind !== 'lost' || first.reason !== 'timed-out') return first;
  return runMediaTask(pool, original, task, {
    fingerprint: `slow headers of ${original}`,
    timeLimitMs: slowMs,
    lane: 'slow headers',
    collect,
  }).result;
}

/** Why nothing was made of the file, for people, and what to do. */
export function mediaProblem(result: Exclude<NativeResult<unknown>, { kind: 'succeeded' }>): string {
  if (result.kind === 'failed' && result.code === FFMPEG_MISSING) {
    return 'Pictures of videos, waveforms and proxies need ffmpeg, which was not found on this computer. Install it, then start Patchbay again.';
  }
  if (result.kind === 'failed' && result.code === EXTERNAL_MEDIA) {
    return 'This file holds no pictures or sound itself: it names other files that do, and those are not opened. Export it again as one self-contained file, then add that.';
  }
  if (result.kind !== 'lost') {
    return 'This file could not be read as a picture, video or sound. Save it to look at it with another program.';
  }
  switch (result.reason) {
    case 'crashed':
    case 'misbehaved':
      return 'This file could not be read: the decoder crashed. Save it to look at it with another program.';
    case 'out-of-memory':
      return 'This file could not be read: it takes too much memory. Save it to look at it with another program.';
    case 'timed-out':
    case 'step-timed-out':
      return 'This file could not be read: it takes too long. Save it to look at it with another program.';
    case 'given-up':
      return 'This file could not be read: it ended the decoder twice and is not tried again. Save it to look at it with another program.';
    case 'not-started':
      return 'This file could not be read: the decoder did not start. Try again in a minute.';
    default:
      return result.reason satisfies never;
  }
}
