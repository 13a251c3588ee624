import type { SoundSpan } from '../timeline/compose.ts';
import { sourceTimeAt, speedOf } from '../timeline/speed.ts';
import type { Sound } from './film.ts';
import type { SoundStretch } from './sound-reader.ts';

/** A piece of a film's sound. `first` is the number of its first sample, counted from the beginning of the film. */
export interface MixBlock extends Sound {
  first: number;
  sampleRate: number;
}

/** Samples between two looks at a fade; what lies between them goes along a straight line. */
const GAIN_STEP = 128;

/** Samples that are taken together where a clip plays faster than recorded. */
const MAX_TAPS = 8;

/** A silent piece to mix into. */
export const silence = (first: number, length: number, sampleRate: number): MixBlock => ({
  first,
  sampleRate,
  left: new Float32Array(length),
  right: new Float32Array(length),
});

/**
 * Adds what sounds of one clip to a piece of the film. Places are counted in samples from the beginning of the film, so that
 * a film mixed in pieces is the same as in one.
 */
export function addSound(block: MixBlock, span: SoundSpan, stretch: SoundStretch): void {
  const { sampleRate } = block;
  const begin = Math.max(0, Math.round(span.from * sampleRate) - block.first);
  const end = Math.min(block.left.length, Math.round(span.to * sampleRate) - block.first);
  const { clip } = span;
  const speed = speedOf(clip);
  const ratio = (stretch.sampleRate / sampleRate) * speed;
  // Where in the medium the first sample of the film would be.
  const shift = (sourceTimeAt(clip, clip.startTime) - clip.startTime * speed) * stretch.sampleRate;
  const origin = (ratio === 1 ? Math.round(shift) : shift) - stretch.first;
  const taps = Math.min(MAX_TAPS, Math.max(1, Math.round(Math.abs(ratio))));
  let gain = 0;
  let slope = 0;
  for (let at = begin; at < end; at += 1) {
    const index = block.first + at;
    if (at === begin || index % GAIN_STEP === 0) {
      const last = Math.floor(index / GAIN_STEP) * GAIN_STEP;
      const before = span.gainAt(last / sampleRate);
      slope = (span.gainAt((last + GAIN_STEP) / sampleRate) - before) / GAIN_STEP;
      gain = before + slope * (index - last);
    } else gain += slope;
    const source = index * ratio + origin;
    block.left[at] = (block.left[at] ?? 0) + gain * averageAt(stretch.left, source, ratio, taps);
    block.right[at] = (block.right[at] ?? 0) + gain * averageAt(stretch.right, source, ratio, taps);
  }
}

/** What is played faster is the mean of what it skips, so that its high tones do not come back as low ones. */
function averageAt(samples: Float32Array, at: number, ratio: number, taps: number): number {
  if (taps === 1) return sampleAt(samples, at);
  let sum = 0;
  for (let tap = 0; tap < taps; tap += 1)
    sum += sampleAt(samples, at + (ratio * (tap - (taps - 1) / 2)) / taps);
  return sum / taps;
}

/** The value between samples, along a curve through the four around it. */
function sampleAt(samples: Float32Array, at: number): number {
  const low = Math.floor(at);
  const fraction = at - low;
  const sample = samples[low] ?? 0;
  if (fraction === 0) return sample;
  const before = samples[low - 1] ?? sample;
  const next = samples[low + 1] ?? sample;
  const after = samples[low + 2] ?? next;
  const slope = (next - before) / 2;
  const slopeNext = (after - sample) / 2;
  const change = next - sample;
  return (
    sample +
    fraction *
      (slope + fraction * (3 * change - 2 * slope - slopeNext + fraction * (slope + slopeNext - 2 * change)))
  );
}

/** Cuts off what is too loud for a file. */
export function limit({ left, right }: Sound): void {
  for (const side of [left, right]) {
    for (let at = 0; at < side.length; at += 1) side[at] = Math.max(-1, Math.min(1, side[at] ?? 0));
  }
}
