import type { NativePool } from '../pool/native-pool.ts';
import type { RunningNative } from '../pool/native-task.ts';
import type { TaskFolder } from '../pool/task-folder.ts';
import type { Json } from '../protocol.ts';

/** Name of the task, as programs of children register it. */
export const SRGB_PICTURE = 'srgb-picture';

/** A picture in sRGB, as large as it is. */
export interface SrgbRequest {
  /** A picture that has more pixels is refused. */
  maxPixels: number;
}

/** Milliseconds; a photo of a phone takes two seconds. */
const TIME_LIMIT_MS = 60_000;
/** Bytes of the largest that is taken from a child. */
export const MAX_SRGB_BYTES = 512 * 1024 ** 2;

/**
 * Has a picture of named colors made in sRGB, as a PNG `picture` in its folder.
 * @param original its path. @param options.fingerprint the same for the same work.
 */
export function runSrgbTask<T>(
  pool: NativePool,
  original: string,
  request: SrgbRequest,
  options: { fingerprint: string; collect: (folder: TaskFolder, signal: AbortSignal) => Promise<T> },
): RunningNative<T> {
  return pool.run({
    name: SRGB_PICTURE,
    input: request as unknown as Json,
    kind: 'decoder',
    lane: 'pictures',
    files: [{ name: 'original', path: original }],
    timeLimitMs: TIME_LIMIT_MS,
    fingerprint: options.fingerprint,
    collect: (_value, folder, signal) => options.collect(folder, signal),
  });
}
