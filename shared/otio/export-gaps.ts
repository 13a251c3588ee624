import { rangeOf, textOf, type OtioObject } from './objects.ts';
import { otioRangeOf } from './export-parts.ts';
import {
  timeRangeOf,
  writableEffects,
  writableMarkers,
  writableMetadata,
  type Note,
} from './foreign-objects.ts';

interface PreservedGap {
  gap: OtioObject;
  /** In frames. */
  start: number;
  end: number;
  isExported: boolean;
}

/** The gaps of a track that an import kept, found by where they begin: a long film has thousands. */
export class PreservedGaps {
  readonly #gaps: PreservedGap[];
  readonly #rate: number;
  readonly #note: Note;

  /** @param rate frames a second. */
  constructor(gaps: readonly OtioObject[], rate: number, note: Note) {
    this.#rate = rate;
    this.#note = note;
    this.#gaps = gaps
      .map((gap) => ({ gap, ...this.#framesOf(gap), isExported: false }))
      .sort((a, b) => a.start - b.start);
  }

  /** What lies empty between two frames: the gaps that were kept where they still fit, else one. */
  between(from: number, to: number): OtioObject[] {
    const raw: OtioObject[] = [];
    let at = from;
    for (let index = this.#firstFrom(from); index < this.#gaps.length; index += 1) {
      const preserved = this.#gaps[index]!;
      if (preserved.start >= to) break;
      if (preserved.start < at || preserved.end > to || preserved.end <= preserved.start) continue;
      if (preserved.start > at) raw.push(this.#gap(preserved.start - at, undefined));
      raw.push(this.#gap(preserved.end - preserved.start, preserved));
      at = preserved.end;
    }
    if (at < to) raw.push(this.#gap(to - at, undefined));
    return raw;
  }

  /** The gaps that were kept of the end of a track, which no clip follows. */
  after(last: number): OtioObject[] {
    const raw: OtioObject[] = [];
    let end = last;
    for (let preserved = this.#nextAt(end); preserved; preserved = this.#nextAt(end)) {
      const frames = Math.max(1, this.#frame(Number(preserved.gap['duration'])));
      raw.push(this.#gap(frames, preserved));
      end += frames;
    }
    return raw;
  }

  /** How many gaps that say something have no place any more. */
  get unexportedCount(): number {
    return this.#gaps.filter(({ gap, isExported: isWritten }) => !isWritten && isExported(gap)).length;
  }

  #frame(seconds: number): number {
    return Math.round(seconds * this.#rate);
  }

  #framesOf({ start, duration }: OtioObject): { start: number; end: number } {
    if (typeof start !== 'number' || typeof duration !== 'number') return { start: -1, end: -1 };
    return { start: this.#frame(start), end: this.#frame(start + duration) };
  }

  /** The place of the first gap that begins at a frame or later. */
  #firstFrom(frame: number): number {
    let [low, high] = [0, this.#gaps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#gaps[middle]!.start < frame) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #nextAt(frame: number): PreservedGap | undefined {
    for (let index = this.#firstFrom(frame); this.#gaps[index]?.start === frame; index += 1) {
      if (!this.#gaps[index]!.isExported) return this.#gaps[index];
    }
    return undefined;
  }

  #gap(frames: number, stored: PreservedGap | undefined): OtioObject {
    if (stored) stored.isExported = true;
    const gap = stored?.gap;
    return {
      OTIO_SCHEMA: 'Gap.1',
      metadata: writableMetadata(gap?.['metadata'], this.#note),
      name: textOf(gap?.['name']),
      source_range: this.#range(gap?.['range'], frames),
      effects: writableEffects(gap?.['effects'], this.#note),
      markers: writableMarkers(gap?.['markers'], this.#note),
      enabled: gap?.['enabled'] !== false,
    };
  }

  /** As it came, if it is still as long. */
  #range(preserved: unknown, frames: number): OtioObject {
    const length = rangeOf(preserved)?.duration;
    const isSame = length !== undefined && Math.abs(length * this.#rate - frames) < 1e-6;
    return (
      (isSame && timeRangeOf(preserved)) || otioRangeOf({ start: 0, duration: frames, rate: this.#rate })
    );
  }
}

/** Whether a gap says more than how long it is. */
const isExported = (gap: OtioObject): boolean =>
  Object.keys(gap).some((key) => key !== 'start' && key !== 'duration');
