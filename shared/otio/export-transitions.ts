import { asRecord } from '../document/problems.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { clipExt } from '../timeline/ext.ts';
import { roomAfter, saysEntrance, saysExit } from '../timeline/transitions.ts';
import type { PlacedClip } from './export-clip.ts';
import { otioTimeOf, preservedOtio } from './export-parts.ts';
import { writableMetadata } from './foreign-objects.ts';
import type { WarnAt } from './nest-reader.ts';
import { secondsOf, type OtioObject } from './objects.ts';
import type { FadeSide, WrittenFades } from './own-fades.ts';

/** What stands beside a clip on its track, and the fades of its own that are said by that. */
export interface ClipTransitions {
  before: OtioObject[];
  after: OtioObject[];
  fades: WrittenFades;
}

/** The clips beside a clip, also where there is a gap between. */
interface Beside {
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

  write(one: PlacedClip, beside: Beside): ClipTransitions {
    const fades: WrittenFades = {};
    const before = this.#before(one, beside, fades);
    const after = this.#after(one, beside, fades);
    return { before, after, fades };
  }

  /** A transition that an import kept, if both of its clips are still there, side by side and long enough; else a fade. */
  #before(one: PlacedClip, { before, next }: Beside, fades: WrittenFades): OtioObject[] {
    const preserved = preservedOtio(one.clip)['before'];
    const isAdjacent = before?.end === one.start;
    if (preserved === undefined || saysEntrance(one.clip)) {
      return preservedOtio(one.clip)['fadeIn'] === undefined || saysEntrance(one.clip)
        ? this.#ownFadeIn(one, { before: isAdjacent ? before : undefined, next }, fades)
        : this.#fade(one, 'fadeIn', isAdjacent);
    }
    const { into, outOf } = offsetsOf(preserved);
    const fits =
      before !== undefined &&
      isAdjacent &&
      jsonEqual(preservedOtio(before.clip)['after'], preserved) &&
      into !== undefined &&
      outOf !== undefined &&
      into >= 0 &&
      outOf >= 0 &&
      into <= before.clip.duration &&
      outOf <= one.clip.duration;
    if (!fits) {
      this.#warn('TRANSITION_DROPPED', 'A transition no longer fits its clips.', one.path);
      return [];
    }
    return [this.#kept(preserved, one.path)];
  }

  #after(one: PlacedClip, { next }: Beside, fades: WrittenFades): OtioObject[] {
    const isAdjacent = next?.start === one.end;
    if (preservedOtio(one.clip)['fadeOut'] !== undefined && !saysExit(one.clip))
      return this.#fade(one, 'fadeOut', isAdjacent);
    const { fadeOut = 0 } = clipExt(one.clip);
    if (fadeOut <= 0) return [];
    const room = one.end - one.start - this.#leadOf(one, fades);
    if (isAdjacent || room < 1) return this.#notShown('fade out', one.path);
    return [this.#own(one, { side: 'out', seconds: fadeOut, room }, fades)];
  }

  /** It comes up over the end of the clip before it, or from nothing; from black between two clips is no transition. */
  #ownFadeIn(one: PlacedClip, { before, next }: Beside, fades: WrittenFades): OtioObject[] {
    const { fadeIn = 0, dissolve = false } = clipExt(one.clip);
    if (fadeIn <= 0) return [];
    const room = one.end - one.start - this.#tailOf(one, next);
    if ((before !== undefined && !dissolve) || room < 1) return this.#notShown('fade in', one.path);
    if (before?.clip.type === 'video' && roomAfter(before.clip) + NEARLY < fadeIn) {
      const message =
        'The clip before a dissolve ends with its medium: its last frame is held here, and other programs may show nothing there.';
      this.#warn('DISSOLVE_PLAYS_ON', message, one.path);
    }
    return [this.#own(one, { side: 'in', seconds: fadeIn, room }, fades)];
  }

  #own(
    { path }: PlacedClip,
    { side, seconds, room }: { side: FadeSide; seconds: number; room: number },
    fades: WrittenFades,
  ): OtioObject {
    const exact = seconds * this.#rate;
    const frames = Math.min(room, Math.max(1, Math.round(exact)));
    if (Math.abs(exact - frames) > NEARLY) {
      this.#warn('FRAME_ROUNDED', 'A fade between two frames was written to whole ones.', path);
    }
    fades[side] = frames;
    const [into, outOf] = side === 'in' ? [0, frames] : [frames, 0];
    return {
      OTIO_SCHEMA: 'Transition.1',
      metadata: {},
      name: '',
      transition_type: 'SMPTE_Dissolve',
      in_offset: otioTimeOf(into, this.#rate),
      out_offset: otioTimeOf(outOf, this.#rate),
    };
  }

  /** Frames at the start of a clip that a transition takes. */
  #leadOf({ clip }: PlacedClip, fades: WrittenFades): number {
    const kept = saysEntrance(clip)
      ? undefined
      : (preservedOtio(clip)['before'] ?? preservedOtio(clip)['fadeIn']);
    return fades.in ?? Math.round((offsetsOf(kept).outOf ?? 0) * this.#rate);
  }

  /** Frames at the end of a clip that a kept transition takes. */
  #tailOf({ clip }: PlacedClip, next: PlacedClip | undefined): number {
    const own = saysExit(clip) ? undefined : preservedOtio(clip)['fadeOut'];
    const kept = own ?? (next && !saysEntrance(next.clip) ? preservedOtio(next.clip)['before'] : undefined);
    return Math.round((offsetsOf(kept).into ?? 0) * this.#rate);
  }

  #notShown(what: string, path: string): OtioObject[] {
    this.#warn('LOOK_NOT_SHOWN', `${what}: kept in the file, and other programs do not show it.`, path);
    return [];
  }

  /** A transition from or to nothing that an import kept, if there still is nothing and the clip is long enough. */
  #fade({ clip, path }: PlacedClip, field: 'fadeIn' | 'fadeOut', hasNeighbor: boolean): OtioObject[] {
    const preserved = preservedOtio(clip)[field];
    const { into, outOf } = offsetsOf(preserved);
    const inClip = field === 'fadeIn' ? outOf : into;
    const fits = !hasNeighbor && into !== undefined && outOf !== undefined && inClip !== undefined;
    if (!fits || into < 0 || outOf < 0 || inClip > clip.duration) {
      this.#warn('TRANSITION_DROPPED', 'A fade no longer fits its clip.', path);
      return [];
    }
    return [this.#kept(preserved, path)];
  }

  #kept(preserved: unknown, path: string): OtioObject {
    const { transition_type: type, name, metadata, in_offset: into, out_offset: outOf } = asRecord(preserved);
    const time = (written: unknown): OtioObject => {
      const { value, rate } = asRecord(written);
      return otioTimeOf(Number(value), Number(rate));
    };
    return {
      OTIO_SCHEMA: 'Transition.1',
      metadata: writableMetadata(metadata, (code, message) => this.#warn(code, message, path)),
      name: typeof name === 'string' ? name : '',
      transition_type: typeof type === 'string' ? type : 'SMPTE_Dissolve',
      in_offset: time(into),
      out_offset: time(outOf),
    };
  }
}

/** How far a transition reaches to both sides of its cut, in seconds. */
function offsetsOf(transition: unknown): { into: number | undefined; outOf: number | undefined } {
  const { in_offset, out_offset } = asRecord(transition);
  return { into: secondsOf(in_offset), outOf: secondsOf(out_offset) };
}
