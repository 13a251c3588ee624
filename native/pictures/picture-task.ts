import type { NativePool } from '../pool/native-pool.ts';
import type { NativeResult, RunningNative } from '../pool/native-task.ts';
import type { TaskFolder } from '../pool/task-folder.ts';
import type { Json } from '../protocol.ts';

/** Name of the task, as programs of children register it. */
export const DERIVE_PICTURE = 'derive-picture';

/** A small copy of a picture. */
export interface PictureRequest {
  /** Name of the original among the task's files. */
  source: string;
  /** Longest side, in pixels. */
  side: number;
  /** A picture that unpacks to more pixels is refused. */
  maxPixels: number;
  /** Of WebP, 1 to 100. */
  quality: number;
  /** Formats that may be read, by sharp's names; null for all. */
  formats: readonly string[] | null;
}

/** How long one picture may take, in milliseconds. */
const PICTURE_TIME_LIMIT_MS = 10_000;
/** No small copy is larger. */
export const MAX_PICTURE_BYTES = 64 * 1024 * 1024;
const LANE = 'pictures';

/**
 * Has a small copy made.
 * @param original its path. @param fingerprint the same for the same work.
 * @param collect is given the folder in which the file `picture` lies.
 */
export function runPictureTask<T>(
  pool: NativePool,
  original: string,
  request: Omit<PictureRequest, 'source'>,
  options: {
    fingerprint: string;
    timeLimitMs?: number;
    collect: (folder: TaskFolder, signal: AbortSignal) => Promise<T>;
  },
): RunningNative<T> {
  const input: PictureRequest = { ...request, source: 'original' };
  return pool.run({
    name: DERIVE_PICTURE,
    input: input as unknown as Json,
    kind: 'decoder',
    lane: LANE,
    files: [{ name: 'original', path: original }],
    timeLimitMs: options.timeLimitMs ?? PICTURE_TIME_LIMIT_MS,
    fingerprint: options.fingerprint,
    collect: (_value, folder, signal) => options.collect(folder, signal),
  });
}

/** Why there is no picture, for people, and what to do. */
export function pictureProblem(result: Exclude<NativeResult<unknown>, { kind: 'succeeded' }>): string {
  const action = 'Save it again in another format, or choose another file.';
  if (result.kind !== 'lost') return 'This file cannot be shown as a picture. Download it to look at it.';
  switch (result.reason) {
    case 'crashed':
    case 'misbehaved':
      return `This picture could not be read: the decoder crashed. ${action}`;
    case 'out-of-memory':
      return `This picture could not be read: it takes too much memory. ${action}`;
    case 'timed-out':
    case 'step-timed-out':
      return `This picture could not be read: it takes too long. ${action}`;
    case 'given-up':
      return `This picture could not be read: it ended the decoder twice and is not tried again. ${action}`;
    case 'not-started':
      return 'This picture could not be read: the decoder did not start. Try again in a minute.';
    default:
      return result.reason satisfies never;
  }
}
