import type { NativePool } from '../pool/native-pool.ts';
import type { RunningNative } from '../pool/native-task.ts';
import type { TaskFolder } from '../pool/task-folder.ts';
import type { Json } from '../protocol.ts';

/** Name of the task, as programs of children register it. */
export const PICTURE_REGION = 'picture-region';

/** A part of a picture at its own pixels. */
export interface RegionRequest {
  /** Of the picture as it is shown: upright. Pixels; all of it lies within the picture. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** A picture that has more pixels is refused. */
  maxPixels: number;
}

/** Rows above the part have to be unpacked first: of hundreds of megapixels that takes seconds. Milliseconds. */
const REGION_TIME_LIMIT_MS = 60_000;

/**
 * Has a part of a picture made, as a PNG `picture` in its folder. One is made at a time, so that small pictures go on
 * beside it.
 * @param original its path. @param options.fingerprint the same for the same work.
 */
export function runRegionTask<T>(
  pool: NativePool,
  original: string,
  request: RegionRequest,
  options: { fingerprint: string; collect: (folder: TaskFolder, signal: AbortSignal) => Promise<T> },
): RunningNative<T> {
  return pool.run({
    name: PICTURE_REGION,
    input: request as unknown as Json,
    kind: 'decoder',
    lane: 'regions',
    files: [{ name: 'original', path: original }],
    timeLimitMs: REGION_TIME_LIMIT_MS,
    fingerprint: options.fingerprint,
    collect: (_value, folder, signal) => options.collect(folder, signal),
  });
}
