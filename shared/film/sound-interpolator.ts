/**
 * Sound between its samples: what a reader at another rate or speed hears, without the mirror images of high tones above the old
 * limit and without those that the new rate cannot hold. Sources: J. O. Smith, “Digital Audio Resampling”; window of Kaiser.
 */

/** Zero crossings of the filter at each side. */
const CROSSINGS = 32;
/** Values of the filter from one to the next; between them it goes along a straight line. */
const STEPS = 512;
/** Of the window: what lies beyond the limit is 80 dB softer. */
const BETA = 8;
/** Where tones begin to fade, as a part of the limit: they are gone at the limit. */
const PASSED = 0.92;
/** What is read faster than this is no longer freed of tones that come back. */
const MAX_RATIO = 8;

/** Samples at each side of a position that are looked at, at most. */
export const MAX_REACH = Math.ceil((CROSSINGS * MAX_RATIO) / PASSED) + 1;

/** The modified Bessel function of order 0, by its series. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** One side of the filter, with zeros behind its end. */
const FILTER = Float64Array.from({ length: CROSSINGS * STEPS + 2 }, (_, index) => {
  const x = index / STEPS;
  if (x >= CROSSINGS) return 0;
  const window = bessel(BETA * Math.sqrt(1 - (x / CROSSINGS) ** 2)) / bessel(BETA);
  return index === 0 ? 1 : (window * Math.sin(Math.PI * x)) / (Math.PI * x);
});

/** Reads several channels at positions between their samples. */
export class SoundInterpolator {
  /** Samples at each side of a position that are looked at. */
  readonly reach: number;
  /** Steps of the filter from one sample to the next. */
  readonly #stride: number;
  readonly #weights: Float64Array;
  readonly #isExact: boolean;
  #first = 0;
  #count = 0;

  /** @param ratio samples of the source for one that is read; its sign, as of sound that plays backwards, does not count */
  constructor(ratio: number) {
    const cutoff = PASSED / Math.min(MAX_RATIO, Math.max(1, Math.abs(ratio)));
    this.reach = Math.ceil(CROSSINGS / cutoff);
    this.#stride = cutoff * STEPS;
    this.#weights = new Float64Array(2 * this.reach + 1);
    this.#isExact = Math.abs(ratio) === 1;
  }

  /** @param position in samples of the source */
  moveTo(position: number): void {
    const weights = this.#weights;
    const middle = Math.floor(position);
    if (this.#isExact && middle === position) {
      this.#first = middle;
      this.#count = 1;
      weights[0] = 1;
      return;
    }
    this.#first = middle - this.reach + 1;
    this.#count = 2 * this.reach;
    let sum = 0;
    for (let index = 0; index < this.#count; index += 1) {
      const at = Math.abs(this.#first + index - position) * this.#stride;
      const low = Math.min(FILTER.length - 2, Math.floor(at));
      const value = FILTER[low] ?? 0;
      const weight = value + ((FILTER[low + 1] ?? 0) - value) * Math.min(1, at - low);
      weights[index] = weight;
      sum += weight;
    }
    for (let index = 0; index < this.#count; index += 1) weights[index] = (weights[index] ?? 0) / sum;
  }

  /** The value at the position; there is silence before the first sample and behind the last. */
  read(samples: Float32Array): number {
    const weights = this.#weights;
    const begin = Math.max(0, -this.#first);
    const end = Math.min(this.#count, samples.length - this.#first);
    let value = 0;
    for (let index = begin; index < end; index += 1)
      value += (weights[index] ?? 0) * (samples[this.#first + index] ?? 0);
    return value;
  }
}
