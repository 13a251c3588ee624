import { frameCount } from './sounds.ts';
import type { Sound } from './wav.ts';

/**
 * Loudness as programs and laws measure it: EBU R 128, by the filters and gates of ITU-R BS.1770-4. In LUFS, and the highest peak
 * between samples in dBTP.
 */

const BLOCK_SECONDS = 0.4;
/** Blocks overlap by three quarters. */
const STEP_SECONDS = 0.1;
/** What is softer does not count at all. */
const ABSOLUTE_GATE = -70;
/** Nor what is so much softer than the rest. */
const RELATIVE_GATE = -10;
const OFFSET = -0.691;
/** Of speakers beside and behind: as loud as they are heard. Bits as in a WAV. */
const SURROUND_MASK = 0x10 | 0x20 | 0x200 | 0x400;
const SURROUND_WEIGHT = 1.41;
const LOW_FREQUENCY_MASK = 0x8;

/** A filter of second order. */
interface Filter {
  b: readonly [number, number, number];
  a: readonly [number, number];
}

/** A shelf for the head and a high pass, at a sample rate (BS.1770-4, annex 1, as its analog prototypes give them). */
function filtersAt(sampleRate: number): [Filter, Filter] {
  const shelf = { frequency: 1681.974450955533, decibels: 3.999843853973347, q: 0.7071752369554196 };
  const pass = { frequency: 38.13547087602444, q: 0.5003270373238773 };
  const k = Math.tan((Math.PI * shelf.frequency) / sampleRate);
  const high = 10 ** (shelf.decibels / 20);
  const band = high ** 0.4996667741545416;
  const sum = 1 + k / shelf.q + k * k;
  const p = Math.tan((Math.PI * pass.frequency) / sampleRate);
  const passSum = 1 + p / pass.q + p * p;
  return [
    {
      b: [
        (high + (band * k) / shelf.q + k * k) / sum,
        (2 * (k * k - high)) / sum,
        (high - (band * k) / shelf.q + k * k) / sum,
      ],
      a: [(2 * (k * k - 1)) / sum, (1 - k / shelf.q + k * k) / sum],
    },
    { b: [1, -2, 1], a: [(2 * (p * p - 1)) / passSum, (1 - p / pass.q + p * p) / passSum] },
  ];
}

/** Sums of squares of each step of a channel, as it is heard. */
function energyOfSteps(channel: Float32Array, sampleRate: number, stepFrames: number): Float64Array {
  const [first, second] = filtersAt(sampleRate);
  const sums = new Float64Array(Math.floor(channel.length / stepFrames));
  let [x1, x2, y1, y2, z1, z2] = [0, 0, 0, 0, 0, 0];
  for (let step = 0, frame = 0; step < sums.length; step += 1) {
    let sum = 0;
    for (const end = (step + 1) * stepFrames; frame < end; frame += 1) {
      const x = channel[frame] ?? 0;
      const y = first.b[0] * x + first.b[1] * x1 + first.b[2] * x2 - first.a[0] * y1 - first.a[1] * y2;
      const z = second.b[0] * y + second.b[1] * y1 + second.b[2] * y2 - second.a[0] * z1 - second.a[1] * z2;
      [x2, x1, y2, y1, z2, z1] = [x1, x, y1, y, z1, z];
      sum += z * z;
    }
    sums[step] = sum;
  }
  return sums;
}

/** How much a channel counts. */
function weightOf({ channelMask, channels }: Sound, index: number): number {
  if (channelMask === undefined || channels.length < 3) return 1;
  const speakers = Array.from({ length: 18 }, (_, bit) => 2 ** bit).filter(
    (bit) => (channelMask & bit) !== 0,
  );
  const speaker = speakers[index] ?? 0;
  if (speaker === LOW_FREQUENCY_MASK) return 0;
  return (speaker & SURROUND_MASK) === 0 ? 1 : SURROUND_WEIGHT;
}

const loudnessOf = (energy: number): number => OFFSET + 10 * Math.log10(energy);
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * The integrated loudness of a sound, in LUFS.
 * @returns null of silence, and of what is shorter than a block of 0.4 seconds
 */
export function integratedLoudness(sound: Sound): number | null {
  const { sampleRate, channels } = sound;
  const stepFrames = Math.round(STEP_SECONDS * sampleRate);
  const stepsOfBlock = Math.round(BLOCK_SECONDS / STEP_SECONDS);
  const steps = channels.map((channel, index) => ({
    weight: weightOf(sound, index),
    sums: energyOfSteps(channel, sampleRate, stepFrames),
  }));
  const blocks: number[] = [];
  const count = Math.floor(frameCount(sound) / stepFrames) - stepsOfBlock + 1;
  for (let block = 0; block < count; block += 1) {
    let energy = 0;
    for (const { weight, sums } of steps) {
      for (let step = block; step < block + stepsOfBlock; step += 1) energy += weight * (sums[step] ?? 0);
    }
    blocks.push(energy / (stepFrames * stepsOfBlock));
  }
  const audible = blocks.filter((energy) => loudnessOf(energy) > ABSOLUTE_GATE);
  if (audible.length === 0) return null;
  const gate = loudnessOf(meanOf(audible)) + RELATIVE_GATE;
  const gated = audible.filter((energy) => loudnessOf(energy) > gate);
  return loudnessOf(meanOf(gated.length === 0 ? audible : gated));
}

/** Places between two samples that are looked at for a peak. */
const OVERSAMPLING = 4;
/** Samples at each side of a place. */
const REACH = 12;

/** Weights of the samples around each place between two samples: a sinc in a window of Hann. */
const PHASES = Array.from({ length: OVERSAMPLING - 1 }, (_, phase) => {
  const at = (phase + 1) / OVERSAMPLING;
  return Float64Array.from({ length: 2 * REACH }, (_unused, index) => {
    const distance = index - REACH + 1 - at;
    const sinc = Math.sin(Math.PI * distance) / (Math.PI * distance);
    return sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / REACH));
  });
});

/** The highest peak of a sound, between samples too. @returns 1 at full scale, 0 of silence */
export function truePeak({ channels }: Sound): number {
  let peak = 0;
  for (const channel of channels) {
    for (const sample of channel) peak = Math.max(peak, Math.abs(sample));
    for (let frame = 0; frame + 1 < channel.length; frame += 1) {
      // Between two soft samples there is no peak above the others.
      const neighborPeak = Math.max(Math.abs(channel[frame] ?? 0), Math.abs(channel[frame + 1] ?? 0));
      if (neighborPeak * 2 <= peak) continue;
      for (const weights of PHASES) {
        let sum = 0;
        for (let index = 0; index < weights.length; index += 1) {
          sum += (weights[index] ?? 0) * (channel[frame + index - REACH + 1] ?? 0);
        }
        peak = Math.max(peak, Math.abs(sum));
      }
    }
  }
  return peak;
}
