import type { Sound } from '#shared/film/film.ts';

/**
 * How loud a film is as a whole, by ITU-R BS.1770-5 and EBU R 128: both sides are weighted as ears hear (K), their power is
 * taken over blocks of 400 ms that overlap by three quarters, and blocks that are silent, or 10 LU quieter than the others on
 * average, do not count.
 */

interface Biquad {
  b: readonly [number, number, number];
  a: readonly [number, number];
}

/** The two filters of K weighting for a sample rate; at 48 kHz they have the coefficients that the standard prints. */
function weighting(sampleRate: number): readonly Biquad[] {
  return [mediaCache(sampleRate), highPass(sampleRate)];
}

/** The head makes high tones 4 dB louder. */
function mediaCache(sampleRate: number): Biquad {
  const [frequency, gain, q] = [1681.974450955533, 3.999843853973347, 0.7071752369554196];
  const k = Math.tan((Math.PI * frequency) / sampleRate);
  const high = 10 ** (gain / 20);
  const band = high ** 0.4996667741545416;
  const denominator = 1 + k / q + k * k;
  return {
    b: [
      (high + (band * k) / q + k * k) / denominator,
      (2 * (k * k - high)) / denominator,
      (high - (band * k) / q + k * k) / denominator,
    ],
    a: [(2 * (k * k - 1)) / denominator, (1 - k / q + k * k) / denominator],
  };
}

/** Very low tones are hardly heard. */
function highPass(sampleRate: number): Biquad {
  const [frequency, q] = [38.13547087602444, 0.5003270373238773];
  const k = Math.tan((Math.PI * frequency) / sampleRate);
  const denominator = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / denominator, (1 - k / q + k * k) / denominator] };
}

/** One side of the sound, through both filters. */
class Side {
  readonly #filters: readonly { coefficients: Biquad; state: [number, number] }[];

  constructor(sampleRate: number) {
    this.#filters = weighting(sampleRate).map((coefficients) => ({ coefficients, state: [0, 0] }));
  }

  /** The sum of the squares of some weighted samples. */
  powerOf(samples: Float32Array): number {
    let weighted: ArrayLike<number> = samples;
    for (const { coefficients, state } of this.#filters) {
      const { b, a } = coefficients;
      const out = new Float64Array(samples.length);
      let [first, second] = state;
      for (let at = 0; at < samples.length; at += 1) {
        const sample = weighted[at] ?? 0;
        const value = b[0] * sample + first;
        first = b[1] * sample - a[0] * value + second;
        second = b[2] * sample - a[1] * value;
        out[at] = value;
      }
      state[0] = first;
      state[1] = second;
      weighted = out;
    }
    let sum = 0;
    for (let at = 0; at < samples.length; at += 1) sum += (weighted[at] ?? 0) ** 2;
    return sum;
  }
}

/** Below this nothing counts, in LUFS. */
const ABSOLUTE_GATE = -70;
/** Below the average by this nothing counts, in LU. */
const RELATIVE_GATE = -10;
/** Steps of a block, each of 100 ms. */
const STEPS = 4;
const STEP_SECONDS = 0.1;

const loudnessOf = (power: number): number => (power > 0 ? -0.691 + 10 * Math.log10(power) : -Infinity);

/** The mean power of the blocks above a gate; 0 where there is none. */
function gated(powers: readonly number[], gate: number): number {
  const loud = powers.filter((power) => loudnessOf(power) > gate);
  return loud.length === 0 ? 0 : loud.reduce((sum, power) => sum + power, 0) / loud.length;
}

/** Takes the sound of a film in pieces of any length. */
export class LoudnessMeter {
  readonly #stepLength: number;
  readonly #left: Side;
  readonly #right: Side;
  readonly #steps: number[] = [];
  #sum = 0;
  #count = 0;

  constructor(sampleRate: number) {
    this.#stepLength = Math.round(sampleRate * STEP_SECONDS);
    this.#left = new Side(sampleRate);
    this.#right = new Side(sampleRate);
  }

  add({ left, right }: Sound): void {
    for (let from = 0; from < left.length;) {
      const to = Math.min(left.length, from + this.#stepLength - this.#count);
      const [leftSlice, two] = [left.subarray(from, to), right.subarray(from, to)];
      this.#sum += this.#left.powerOf(leftSlice) + this.#right.powerOf(two);
      this.#count += to - from;
      from = to;
      if (this.#count < this.#stepLength) continue;
      this.#steps.push(this.#sum / this.#stepLength);
      this.#sum = 0;
      this.#count = 0;
    }
  }

  /** Of all that was added, in LUFS; null where nothing is heard. */
  integrated(): number | null {
    const powers = this.#steps
      .slice(STEPS - 1)
      .map((_, at) => this.#steps.slice(at, at + STEPS).reduce((sum, power) => sum + power, 0) / STEPS);
    const first = gated(powers, ABSOLUTE_GATE);
    const gate = Math.max(ABSOLUTE_GATE, loudnessOf(first) + RELATIVE_GATE);
    const integrated = loudnessOf(gated(powers, gate));
    return Number.isFinite(integrated) ? integrated : null;
  }
}
