import type { SoundSpan } from '../timeline/compose.ts';
import { sourceTimeAt, speedOf } from '../timeline/speed.ts';
import type { Sound } from './film.ts';
import { SoundInterpolator } from './sound-interpolator.ts';
import type { SoundStretch } from './sound-reader.ts';

/** A piece of a film's sound. `first` is the number of its first sample, counted from the beginning of the film. */
export interface MixBlock extends Sound {
  first: number;
  sampleRate: number;
}

/** Samples between two looks at a fade; what lies between them goes along a straight line. */
const GAIN_STEP = 128;

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
  const interpolator = new SoundInterpolator(ratio);
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
    interpolator.moveTo(index * ratio + origin);
    block.left[at] = (block.left[at] ?? 0) + gain * interpolator.read(stretch.left);
    block.right[at] = (block.right[at] ?? 0) + gain * interpolator.read(stretch.right);
  }
}

/** Cuts off what is too loud for a file. */
export function limit({ left, right }: Sound): void {
  for (const side of [left, right]) {
    for (let at = 0; at < side.length; at += 1) side[at] = Math.max(-1, Math.min(1, side[at] ?? 0));
  }
}
