import { join } from 'node:path';
import { TaskFailure, type ChildTask } from '../child/program.ts';
import type { Json } from '../protocol.ts';
import { describeMedium } from './describe/describe-medium.ts';
import { findFfmpeg, inputArguments, readFfmpegOutput } from './ffmpeg.ts';
import { FFMPEG_MISSING, type WaveformRequest } from './media-task.ts';

/** Samples a second that are looked at; enough for the outline of a sound. */
const RATE = 8000;
const LOUDEST = 32_768;

/** Gives the loudest of each piece of a sound, 0 to 1. Runs in a native child that may start ffmpeg. */
export async function waveform({ input, inFolder, signal }: ChildTask): Promise<Json> {
  const { seconds, peaks: count } = input as unknown as WaveformRequest;
  const program = await findFfmpeg();
  if (program === null) throw new TaskFailure(FFMPEG_MISSING, 'There is no ffmpeg.');
  const path = join(inFolder, 'original');
  const { sound } = await describeMedium(path, { program, signal }).catch(() => ({ sound: null }));
  signal.throwIfAborted();
  const peaks = new PeakCounter(Math.max(1, seconds * RATE), count);
  await readFfmpegOutput(
    program,
    [
      ...(await inputArguments(path)),
      '-map',
      `0:${sound?.stream ?? 'a:0'}`,
      '-vn',
      '-ac',
      '1',
      '-ar',
      String(RATE),
      '-f',
      's16le',
      '-c:a',
      'pcm_s16le',
      'pipe:1',
    ],
    { signal, onData: (chunk) => peaks.add(chunk) },
  );
  return { peaks: peaks.values() };
}

/** Counts the peaks of samples of 16 bits as they come, cut anywhere. */
class PeakCounter {
  readonly #peaks: Float64Array;
  readonly #samplesEach: number;
  #samples = 0;
  #half: number | null = null;

  /** @param samples as many as are expected; what is beyond counts for the last piece. */
  constructor(samples: number, count: number) {
    this.#peaks = new Float64Array(count);
    this.#samplesEach = Math.max(1, samples / count);
  }

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#half === null) {
        this.#half = byte;
        continue;
      }
      const unsigned = this.#half | (byte << 8);
      this.#half = null;
      const loudness = Math.abs(unsigned >= LOUDEST ? unsigned - 2 * LOUDEST : unsigned) / LOUDEST;
      const index = Math.min(this.#peaks.length - 1, Math.floor(this.#samples / this.#samplesEach));
      if (loudness > this.#peaks[index]!) this.#peaks[index] = loudness;
      this.#samples += 1;
    }
  }

  values(): number[] {
    return Array.from(this.#peaks, (peak) => Number(peak.toFixed(3)));
  }
}
