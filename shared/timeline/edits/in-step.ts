import type { TimelineClip, TimelineDocument } from '../document.ts';
import { endOf, openTracks } from './edit.ts';
import { SAME } from './frames.ts';
import { byStart, spansOf, omitSpans, type Shift, type Span } from './pieces.ts';

/** What else moves when later clips of some tracks do, so that the tracks stay in step. */
export interface InStep {
  shifts: Shift[];
  /** Tracks with later clips that have no room to move up; all of theirs stay where they are. */
  stuck: string[];
  /** What all that is later moves by, markers too. */
  ripples: readonly Ripple[];
}

/** What an edit made that keeps tracks in step, and the tracks that had no room for it. */
export interface Rippled {
  document: TimelineDocument;
  stuck: string[];
}

/** An edit that also tells which tracks could not stay in step. Null: there is nothing to change. */
export type RippleEdit = (document: TimelineDocument) => Rippled | null;

/** From a time on, what is later moves; seconds. */
type Ripple = Pick<Shift, 'from' | 'by'>;

/**
 * How the other tracks stay in step with a ripple. Locked tracks never move; a clip that lasts over the time stays.
 * @param edited tracks that ripple by themselves. @param ripples what is later on these moves by.
 */
export function rippleInStep(
  document: TimelineDocument,
  edited: ReadonlySet<string>,
  ripples: readonly Ripple[],
): InStep {
  const open = openTracks(document);
  const ordered = ripples.toSorted(byFrom);
  const found: InStep = { shifts: [], stuck: [], ripples: ordered };
  for (const [trackId, clips] of Map.groupBy(document.timeline.clips, (clip) => clip.trackId)) {
    if (edited.has(trackId) || !open.has(trackId)) continue;
    const shifted = moveAll(clips, ordered);
    if (shifted === 'stuck') found.stuck.push(trackId);
    else found.shifts.push(...shifted.map((ripple) => ({ trackId, ...ripple })));
  }
  return found;
}

const byFrom = (a: { from: number }, b: { from: number }): number => a.from - b.from;

/** The ripples that move something on a track; `stuck` where one would lay a clip over another. @param ripples in order. */
function moveAll(clips: readonly TimelineClip[], ripples: readonly Ripple[]): readonly Ripple[] | 'stuck' {
  let [count, by, reached] = [0, 0, 0];
  for (const clip of clips.toSorted(byStart)) {
    const before = by;
    for (let next = ripples[count]; next && next.from <= clip.startTime + SAME; next = ripples[count]) {
      by += next.by;
      count += 1;
    }
    if (by < before && clip.startTime + by < reached - SAME) return 'stuck';
    reached = Math.max(reached, endOf(clip) + by);
  }
  return ripples.slice(0, count);
}

/** A time in which some tracks have something to close, and how that is done. */
interface Closing {
  /** By the tracks that have something to close there. */
  byTrack: Map<string, Ripple[]>;
  /** What everything else moves by. */
  remaining: Ripple[];
}

/**
 * How empty places of some tracks are closed so that all tracks stay in step: from each time on everything moves by the same.
 * A track with an empty place always closes it; what it leaves of the places of others it takes part in only where it has room.
 * @param document without what was in the places. @param positions by track; in seconds, merged.
 */
export function closeInStep(
  document: TimelineDocument,
  positions: ReadonlyMap<string, readonly Span[]>,
): InStep {
  const { clips } = document.timeline;
  const covered = spansOf(clips.filter(({ trackId }) => positions.has(trackId)));
  const closings = commonSpans(positions).map((location) => closingOf(location, covered));
  const ripples = closings.flatMap(({ remaining }) => remaining);
  const open = openTracks(document);
  const found: InStep = { shifts: [], stuck: [], ripples };
  for (const [trackId, on] of Map.groupBy(clips, (clip) => clip.trackId)) {
    if (!open.has(trackId)) continue;
    const all = closings.flatMap(({ byTrack, remaining }) => byTrack.get(trackId) ?? remaining);
    const shifted = moveAll(on, all.toSorted(byFrom));
    if (shifted === 'stuck') found.stuck.push(trackId);
    const created =
      shifted === 'stuck' ? closings.flatMap(({ byTrack }) => byTrack.get(trackId) ?? []) : shifted;
    for (const ripple of created) found.shifts.push({ trackId, ...ripple });
  }
  return found;
}

interface TrackSpan {
  span: Span;
  tracks: Set<string>;
}

/** Places of several tracks that touch or overlap, put together; in order. */
function commonSpans(positions: ReadonlyMap<string, readonly Span[]>): TrackSpan[] {
  const all = [...positions].flatMap(([trackId, spans]) => spans.map((span) => ({ trackId, ...span })));
  const together: TrackSpan[] = [];
  for (const { trackId, from, to } of all.toSorted(byFrom)) {
    const last = together.at(-1);
    if (last && from <= last.span.to + SAME) {
      last.span.to = Math.max(last.span.to, to);
      last.tracks.add(trackId);
    } else together.push({ span: { from, to }, tracks: new Set([trackId]) });
  }
  return together;
}

const lengthOf = (spans: readonly Span[]): number => spans.reduce((sum, { from, to }) => sum + to - from, 0);

/** A time that goes. */
const rippleOver = ({ from, to }: Span): Ripple => ({ from: to, by: from - to });

/**
 * What lies on none of the tracks of a place goes first: there they stay in step with each other and with all others. What
 * each of them can spare beyond that goes too, by as much on all.
 */
function closingOf({ span, tracks }: TrackSpan, covered: ReadonlyMap<string, readonly Span[]>): Closing {
  const on = (trackId: string): readonly Span[] => covered.get(trackId) ?? [];
  const empty = [...tracks].reduce<Span[]>((left, trackId) => omitSpans(left, on(trackId)), [span]);
  const free = new Map([...tracks].map((trackId) => [trackId, omitSpans([span], on(trackId))]));
  const additional = Math.min(...[...free.values()].map(lengthOf)) - lengthOf(empty);
  const shared = empty.map(rippleOver);
  if (additional <= SAME)
    return { byTrack: new Map([...tracks].map((id) => [id, shared])), remaining: shared };
  const ripplesByTrack = [...free].map(([trackId, spans]): [string, Ripple[]] => {
    let left = additional;
    const extra = omitSpans(spans, empty).flatMap(({ from, to }) => {
      const used = Math.min(left, to - from);
      left -= used;
      return used > SAME ? [{ from: to, by: -used }] : [];
    });
    return [trackId, [...shared, ...extra]];
  });
  return { byTrack: new Map(ripplesByTrack), remaining: [...shared, { from: span.to, by: -additional }] };
}
