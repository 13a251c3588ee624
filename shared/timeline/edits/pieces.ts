import type { TimelineClip, TimelineDocument } from '../document.ts';
import { clipExt, withClipExt, type ClipExt } from '../ext.ts';
import { asRecord } from '../../document/problems.ts';
import { speedOf } from '../speed.ts';
import type { ImportedSide } from '../transitions.ts';
import { endOf, type NewId } from './edit.ts';
import { SAME, roundTime } from './frames.ts';

/** Pictures, words and still frames have no length of their own: they can be shown for as long as one likes. */
export const isEndless = (clip: Pick<TimelineClip, 'ext' | 'type'>): boolean =>
  clip.type === 'image' || clip.type === 'text' || speedOf(clip) === 0;

/** Keyframes stay with the picture when the start of a clip moves over it. */
function shiftKeyframes(clip: TimelineClip, by: number, frameRate: number): ClipExt['keyframes'] {
  const { keyframes } = clipExt(clip);
  if (!keyframes) return undefined;
  return Object.fromEntries(
    Object.entries(keyframes).map(([property, frames]) => [
      property,
      Array.isArray(frames)
        ? frames.map((frame) => ({ ...frame, at: roundTime(frame.at - by, frameRate) }))
        : frames,
    ]),
  );
}

/** The clip with other fields of ours; as it is where ours cannot be read. */
const orSame = (clip: TimelineClip, change: Partial<ClipExt>): TimelineClip =>
  withClipExt(clip, change) ?? clip;

/** Fades that fit the clip again; both are kept in proportion where they meet. */
export function fitFades(clip: TimelineClip): TimelineClip {
  const { fadeIn = 0, fadeOut = 0 } = clipExt(clip);
  const share = clip.duration / (fadeIn + fadeOut);
  if (!(share < 1)) return clip;
  return orSame(clip, { fadeIn: fadeIn * share || undefined, fadeOut: fadeOut * share || undefined });
}

/**
 * The clip with its start moved over its medium, its end staying.
 * @param by seconds to the right; negative shows more of the medium.
 */
export function moveHead(clip: TimelineClip, by: number, frameRate: number): TimelineClip {
  const keyframes = shiftKeyframes(clip, by, frameRate);
  const speed = speedOf(clip);
  const shifted = {
    ...clip,
    startTime: Math.max(0, roundTime(clip.startTime + by, frameRate)),
    duration: roundTime(clip.duration - by, frameRate),
    // Backwards the start of a clip is the end of what it shows.
    ...(speed < 0
      ? { trimEnd: Math.max(0, roundTime(clip.trimEnd - by * speed, frameRate)) }
      : { trimStart: Math.max(0, roundTime(clip.trimStart + by * speed, frameRate)) }),
  };
  return fitFades(keyframes ? orSame(shifted, { keyframes }) : shifted);
}

/** The clip with its end moved over its medium. @param by seconds to the right. */
export function moveTail(clip: TimelineClip, by: number, frameRate: number): TimelineClip {
  const speed = speedOf(clip);
  return fitFades({
    ...clip,
    duration: roundTime(clip.duration + by, frameRate),
    ...(speed < 0
      ? { trimStart: Math.max(0, roundTime(clip.trimStart + by * speed, frameRate)) }
      : { trimEnd: Math.max(0, roundTime(clip.trimEnd - by * speed, frameRate)) }),
  });
}

/** The part of a clip before a time within it; of a fade that the time lies in it keeps its share. */
export const clipBefore = (clip: TimelineClip, time: number, frameRate: number): TimelineClip =>
  moveTail(
    omitTransitions(withFadesOf(clip, clip.startTime, time), ['after', 'fadeOut']),
    time - endOf(clip),
    frameRate,
  );

/** The part of a clip from a time within it on; of a fade that the time lies in it keeps its share. */
export const clipFrom = (clip: TimelineClip, time: number, frameRate: number): TimelineClip =>
  moveHead(
    omitTransitions(withFadesOf(clip, time, endOf(clip)), ['before', 'fadeIn']),
    time - clip.startTime,
    frameRate,
  );

/** A clip without transitions of another program at an end that is a cut now. */
function omitTransitions(clip: TimelineClip, sides: readonly ImportedSide[]): TimelineClip {
  const otio = asRecord(clip.ext?.['otio']);
  if (!sides.some((side) => otio[side] !== undefined)) return clip;
  const left = Object.fromEntries(
    Object.entries(otio).filter(([key]) => !sides.some((side) => side === key)),
  );
  return { ...clip, ext: { ...clip.ext, otio: left } };
}

/** A clip with what of its fades lies between two times, and how much of them lies outside. */
function withFadesOf(clip: TimelineClip, from: number, to: number): TimelineClip {
  const { fadeIn = 0, fadeOut = 0, fadeInPart, fadeOutPart } = clipExt(clip);
  if (fadeIn + fadeOut === 0) return clip;
  const up = fadeBetween({ from: clip.startTime, to: clip.startTime + fadeIn }, { from, to }, fadeInPart);
  const down = fadeBetween({ from: endOf(clip) - fadeOut, to: endOf(clip) }, { from, to }, fadeOutPart);
  return orSame(clip, {
    fadeIn: up?.seconds,
    fadeInPart: up?.extent,
    fadeOut: down?.seconds,
    fadeOutPart: down?.extent,
    ...(up === null && { dissolve: undefined }),
  });
}

/** What of a fade lies within a span; null for none of it. */
function fadeBetween(
  fade: Span,
  span: Span,
  { before, after }: { before: number; after: number } = { before: 0, after: 0 },
): { seconds: number; extent: { before: number; after: number } | undefined } | null {
  const [from, to] = [Math.max(fade.from, span.from), Math.min(fade.to, span.to)];
  if (to - from <= SAME) return null;
  const extent = { before: before + from - fade.from, after: after + fade.to - to };
  return { seconds: to - from, extent: extent.before + extent.after > SAME ? extent : undefined };
}

/** A time span on a track. */
export interface Span {
  from: number;
  to: number;
}

/** What is left of a clip around a span; the first part keeps the id. */
function cutOut(clip: TimelineClip, { from, to }: Span, frameRate: number, newId: NewId): TimelineClip[] {
  const end = endOf(clip);
  if (end <= from + SAME || clip.startTime >= to - SAME) return [clip];
  const left = clip.startTime < from - SAME ? [clipBefore(clip, from, frameRate)] : [];
  const right = end > to + SAME ? [clipFrom(clip, to, frameRate)] : [];
  return left.length > 0 ? [...left, ...right.map((segment) => ({ ...segment, id: newId('part') }))] : right;
}

/** Spans in order, those that touch or overlap put together. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to + SAME) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}

/** The spans that clips take, by track. */
export const spansOf = (clips: readonly TimelineClip[]): Map<string, Span[]> =>
  new Map(
    [...Map.groupBy(clips, ({ trackId }) => trackId)].map(([trackId, on]) => [
      trackId,
      mergeSpans(on.map((clip) => ({ from: clip.startTime, to: endOf(clip) }))),
    ]),
  );

/**
 * Clips with nothing left under some spans: what lies in them goes, what reaches in is cut.
 * @param spans merged, by track. @param keep ids that stay as they are.
 */
export function clearSpans(
  clips: readonly TimelineClip[],
  spans: ReadonlyMap<string, readonly Span[]>,
  keep: ReadonlySet<string>,
  frameRate: number,
  newId: NewId,
): TimelineClip[] {
  return clips.flatMap((clip) => {
    const on = spans.get(clip.trackId);
    if (!on || keep.has(clip.id)) return [clip];
    let left = [clip];
    for (let index = firstAfter(on, clip.startTime); index < on.length; index += 1) {
      const span = on[index];
      if (!span || span.from >= endOf(clip)) break;
      left = left.flatMap((segment) => cutOut(segment, span, frameRate, newId));
    }
    return left;
  });
}

/** What is left of spans without others. @param holes merged. */
export function omitSpans(spans: readonly Span[], holes: readonly Span[]): Span[] {
  return spans.flatMap(({ from, to }) => {
    const left: Span[] = [];
    let reached = from;
    for (let index = firstAfter(holes, from); index < holes.length; index += 1) {
      const hole = holes[index];
      if (!hole || hole.from >= to) break;
      if (hole.from > reached + SAME) left.push({ from: reached, to: hole.from });
      reached = Math.max(reached, hole.to);
    }
    if (to > reached + SAME) left.push({ from: reached, to });
    return left;
  });
}

/** The index of the first span that ends after a time. */
function firstAfter(spans: readonly Span[], time: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.to ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** From a time on, everything on a track moves. */
export interface Shift {
  trackId: string;
  from: number;
  by: number;
}

/** Clips moved by all shifts that lie at or before their start. @param except ids that stay. */
export function shiftClips(
  clips: readonly TimelineClip[],
  shifts: readonly Shift[],
  { timeline: { frameRate } }: TimelineDocument,
  except: ReadonlySet<string> = new Set(),
): TimelineClip[] {
  const byTrack = new Map(
    [...Map.groupBy(shifts, ({ trackId }) => trackId)].map(([trackId, on]) => [trackId, sumsOf(on)]),
  );
  return clips.map((clip) => {
    const on = except.has(clip.id) ? undefined : byTrack.get(clip.trackId);
    const by = on ? sumAt(on, clip.startTime) : 0;
    if (by === 0) return clip;
    return { ...clip, startTime: Math.max(0, roundTime(clip.startTime + by, frameRate)) };
  });
}

/** Shifts in order, each with what all up to it move by together. */
function sumsOf(shifts: readonly Shift[]): { from: number; sum: number }[] {
  let sum = 0;
  return shifts.toSorted((a, b) => a.from - b.from).map(({ from, by }) => ({ from, sum: (sum += by) }));
}

/** What something that begins at a time is moved by. */
function sumAt(sums: readonly { from: number; sum: number }[], time: number): number {
  let [low, high] = [0, sums.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time >= (sums[middle]?.from ?? Infinity) - SAME) low = middle + 1;
    else high = middle;
  }
  return sums[low - 1]?.sum ?? 0;
}

export const byStart = (a: TimelineClip, b: TimelineClip): number => a.startTime - b.startTime;
