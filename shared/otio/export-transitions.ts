import { asRecord } from '../document/problems.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { clipExt } from '../timeline/ext.ts';
import { handleAfter, hasEntrance, hasExit } from '../timeline/transitions.ts';
import type { PlacedClip } from './export-clip.ts';
import { otioTimeOf, preservedOtio } from './export-parts.ts';
import { writableMetadata } from './foreign-objects.ts';
import type { WarnAt } from './nest-reader.ts';
import { secondsOf, type OtioObject } from './objects.ts';
import type { FadeSide, ImportedFades } from './own-fades.ts';

/** What stands beside a clip on its track, and the fades of its own that are said by that. */
export interface ClipTransitions {
  before: OtioObject[];
  after: OtioObject[];
  fades: ImportedFades;
}

/** The clips beside a clip, also where there is a gap between. */
interface Neighbors {
  before: PlacedClip | undefined;
  next: PlacedClip | undefined;
}

/** Less than this many frames off, a time is whole. */
const NEARLY = 1e-3;

/** Writes the transitions that an import kept, and the fades and dissolves that were made here. */
export class TransitionWriter {
  readonly #rate: number;
  readonly #warn: WarnAt;

  /** @param rate frames a second. */
  constructor(rate: number, warn: WarnAt) {
    this.#rate = rate;
    this.#warn = warn;
  }

  write(item: PlacedClip, neighbors: Neighbors): ClipTransitions {
    const fades: ImportedFades = {};
    const before = this.#before(item, neighbors, fades);
    const after = this.#after(item, neighbors, fades);
    return { before, after, fades };
  }

  /** A transition that an import kept, if both of its clips are still there, side by side and long enough; else a fade. */
  #before(item: PlacedClip, { before, next }: Neighbors, fades: ImportedFades): OtioObject[] {
    const preserved = preservedOtio(item.clip)['before'];
    const isAdjacent = before?.end === item.start;
    if (preserved === undefined || hasEntrance(item.clip)) {
      return preservedOtio(item.clip)['fadeIn'] === undefined || hasEntrance(item.clip)
        ? this.#patchbayFadeIn(item, { before: isAdjacent ? before : undefined, next }, fades)
        : this.#fade(item, 'fadeIn', isAdjacent);
    }
    const { inOffset, outOf } = offsetsOf(preserved);
    const fits =
      before !== undefined &&
      isAdjacent &&
      jsonEqual(preservedOtio(before.clip)['after'], preserved) &&
      inOffset !== undefined &&
      outOf !== undefined &&
      inOffset >= 0 &&
      outOf >= 0 &&
      inOffset <= before.clip.duration &&
      outOf <= item.clip.duration;
    if (!fits) {
      this.#warn('TRANSITION_DROPPED', 'A transition no longer fits its clips.', item.path);
      return [];
    }
    return [this.#preserved(preserved, item.path)];
  }

  #after(item: PlacedClip, { next }: Neighbors, fades: ImportedFades): OtioObject[] {
    const isAdjacent = next?.start === item.end;
    if (preservedOtio(item.clip)['fadeOut'] !== undefined && !hasExit(item.clip))
      return this.#fade(item, 'fadeOut', isAdjacent);
    const { fadeOut = 0 } = clipExt(item.clip);
    if (fadeOut <= 0) return [];
    const capacity = item.end - item.start - this.#leadOf(item, fades);
    if (isAdjacent || capacity < 1) return this.#notVisible('fade out', item.path);
    return [this.#patchbay(item, { side: 'out', seconds: fadeOut, capacity }, fades)];
  }

  /** It comes up over the end of the clip before it, or from nothing; from black between two clips is no transition. */
  #patchbayFadeIn(item: PlacedClip, { before, next }: Neighbors, fades: ImportedFades): OtioObject[] {
    const { fadeIn = 0, dissolve = false } = clipExt(item.clip);
    if (fadeIn <= 0) return [];
    const capacity = item.end - item.start - this.#tailOf(item, next);
    if ((before !== undefined && !dissolve) || capacity < 1) return this.#notVisible('fade in', item.path);
    if (before?.clip.type === 'video' && handleAfter(before.clip) + NEARLY < fadeIn) {
      const message =
        'The clip before a dissolve ends with its medium: its last frame is held here, and other programs may show nothing there.';
      this.#warn('DISSOLVE_PLAYS_ON', message, item.path);
    }
    return [this.#patchbay(item, { side: 'in', seconds: fadeIn, capacity }, fades)];
  }

  #patchbay(
    { path }: PlacedClip,
    { side, seconds, capacity }: { side: FadeSide; seconds: number; capacity: number },
    fades: ImportedFades,
  ): OtioObject {
    const exact = seconds * this.#rate;
    const frames = Math.min(capacity, Math.max(1, Math.round(exact)));
    if (Math.abs(exact - frames) > NEARLY) {
      this.#warn('FRAME_ROUNDED', 'A fade between two frames was written to whole ones.', path);
    }
    fades[side] = frames;
    const [inOffset, outOf] = side === 'in' ? [0, frames] : [frames, 0];
    return {
      OTIO_SCHEMA: 'Transition.1',
      metadata: {},
      name: '',
      transition_type: 'SMPTE_Dissolve',
      in_offset: otioTimeOf(inOffset, this.#rate),
      out_offset: otioTimeOf(outOf, this.#rate),
    };
  }

  /** Frames at the start of a clip that a transition takes. */
  #leadOf({ clip }: PlacedClip, fades: ImportedFades): number {
    const preserved = hasEntrance(clip)
      ? undefined
      : (preservedOtio(clip)['before'] ?? preservedOtio(clip)['fadeIn']);
    return fades.in ?? Math.round((offsetsOf(preserved).outOf ?? 0) * this.#rate);
  }

  /** Frames at the end of a clip that a kept transition takes. */
  #tailOf({ clip }: PlacedClip, next: PlacedClip | undefined): number {
    const originalFade = hasExit(clip) ? undefined : preservedOtio(clip)['fadeOut'];
    const preserved =
      originalFade ?? (next && !hasEntrance(next.clip) ? preservedOtio(next.clip)['before'] : undefined);
    return Math.round((offsetsOf(preserved).inOffset ?? 0) * this.#rate);
  }

  #notVisible(label: string, path: string): OtioObject[] {
    this.#warn('LOOK_NOT_SHOWN', `${label}: kept in the file, and other programs do not show it.`, path);
    return [];
  }

  /** A transition from or to nothing that an import kept, if there still is nothing and the clip is long enough. */
  #fade({ clip, path }: PlacedClip, field: 'fadeIn' | 'fadeOut', hasNeighbor: boolean): OtioObject[] {
    const preserved = preservedOtio(clip)[field];
    const { inOffset, outOf } = offsetsOf(preserved);
    const inClip = field === 'fadeIn' ? outOf : inOffset;
    const fits = !hasNeighbor && inOffset !== undefined && outOf !== undefined && inClip !== undefined;
    if (!fits || inOffset < 0 || outOf < 0 || inClip > clip.duration) {
      this.#warn('TRANSITION_DROPPED', 'A fade no longer fits its clip.', path);
      return [];
    }
    return [this.#preserved(preserved, path)];
  }

  #preserved(preserved: unknown, path: string): OtioObject {
    const {
      transition_type: type,
      name,
      metadata,
      in_offset: target,
      out_offset: outOf,
    } = asRecord(preserved);
    const time = (raw: unknown): OtioObject => {
      const { value, rate } = asRecord(raw);
      return otioTimeOf(Number(value), Number(rate));
    };
    return {
      OTIO_SCHEMA: 'Transition.1',
      metadata: writableMetadata(metadata, (code, message) => this.#warn(code, message, path)),
      name: typeof name === 'string' ? name : '',
      transition_type: typeof type === 'string' ? type : 'SMPTE_Dissolve',
      in_offset: time(target),
      out_offset: time(outOf),
    };
  }
}

/** How far a transition reaches to both sides of its cut, in seconds. */
function offsetsOf(transition: unknown): { inOffset: number | undefined; outOf: number | undefined } {
  const { in_offset, out_offset } = asRecord(transition);
  return { inOffset: secondsOf(in_offset), outOf: secondsOf(out_offset) };
}
