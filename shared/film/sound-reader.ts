import { MAX_REACH } from './sound-interpolator.ts';

/** Decoded sound from a time of its medium on. */
export interface SoundChunk {
  /** Seconds from the beginning of the medium. */
  timestamp: number;
  sampleRate: number;
  /** A plane a channel, all of one length. */
  planes: readonly Float32Array[];
}

/** A stretch of sound in one piece. `first` is the number of its first sample, counted from the beginning of the medium. */
export interface SoundStretch {
  first: number;
  sampleRate: number;
  left: Float32Array;
  right: Float32Array;
}

/** Seconds that are decoded on the way to what is wanted; beyond them the decoder begins anew. */
const DECODE_THROUGH = 2;

const endOf = ({ timestamp, sampleRate, planes }: SoundChunk): number =>
  timestamp + (planes[0]?.length ?? 0) / sampleRate;

/** The sound of one medium for one clip, read piece by piece as a film goes on. */
export class SoundReader {
  readonly #chunksFrom: (time: number) => AsyncGenerator<SoundChunk, void, unknown>;
  #chunks: AsyncGenerator<SoundChunk, void, unknown> | null = null;
  #preserved: SoundChunk[] = [];
  #finished = false;

  constructor(chunksFrom: (time: number) => AsyncGenerator<SoundChunk, void, unknown>) {
    this.#chunksFrom = chunksFrom;
  }

  /**
   * The sound between two times of the medium, in seconds, with silence where it has none.
   * @returns null when there is nothing at all.
   */
  async between(from: number, to: number): Promise<SoundStretch | null> {
    try {
      if (!this.#reaches(from)) await this.#begin(from);
      let last = this.#preserved.at(-1);
      while (!this.#finished && (last === undefined || endOf(last) < to + MAX_REACH / last.sampleRate)) {
        const step = await this.#chunks?.next();
        if (step === undefined || step.done === true) this.#finished = true;
        else this.#preserved.push((last = step.value));
      }
      this.#preserved = this.#preserved.filter((chunk) => endOf(chunk) > from - 0.1);
      return spanOf(this.#preserved, from, to);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  #reaches(from: number): boolean {
    const [first] = this.#preserved;
    const last = this.#preserved.at(-1);
    if (!this.#chunks) return false;
    if (!first || !last) return this.#finished;
    return from >= first.timestamp && (this.#finished || from <= endOf(last) + DECODE_THROUGH);
  }

  async #begin(from: number): Promise<void> {
    await this.close();
    // A little before, so that there is something on both sides of the first sample.
    this.#chunks = this.#chunksFrom(Math.max(0, from - 0.05));
  }

  async close(): Promise<void> {
    const chunks = this.#chunks;
    this.#chunks = null;
    this.#preserved = [];
    this.#finished = false;
    await chunks?.return().catch(() => undefined);
  }
}

function spanOf(chunks: readonly SoundChunk[], from: number, to: number): SoundStretch | null {
  const sampleRate = chunks[0]?.sampleRate;
  if (sampleRate === undefined) return null;
  // So much on both sides that what lies between samples is heard to the ends.
  const first = Math.floor(from * sampleRate) - MAX_REACH;
  const length = Math.ceil(to * sampleRate) + MAX_REACH + 1 - first;
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  for (const chunk of chunks) {
    if (chunk.sampleRate !== sampleRate) continue;
    const index = Math.round(chunk.timestamp * sampleRate) - first;
    const [item, two] = twoChannels(chunk.planes);
    writeSample(left, item, index);
    writeSample(right, two, index);
  }
  return { first, sampleRate, left, right };
}

function writeSample(target: Float32Array, samples: Float32Array | undefined, index: number): void {
  if (!samples) return;
  const skipped = Math.max(0, -index);
  const chunk = samples.subarray(skipped, skipped + Math.max(0, target.length - Math.max(0, index)));
  if (chunk.length > 0) target.set(chunk, Math.max(0, index));
}

const HALF_POWER = Math.SQRT1_2;

/** Mono goes to both sides; of 5.1 the middle and the back are mixed in. */
function twoChannels(planes: readonly Float32Array[]): readonly [Float32Array?, Float32Array?] {
  const [left, right, middle, , backLeft, backRight] = planes;
  if (!left || !right) return [left, left];
  if (!middle || !backLeft || !backRight) return [left, right];
  const mixed = (side: Float32Array, back: Float32Array): Float32Array =>
    side.map((value, at) => value + HALF_POWER * ((middle[at] ?? 0) + (back[at] ?? 0)));
  return [mixed(left, backLeft), mixed(right, backRight)];
}
