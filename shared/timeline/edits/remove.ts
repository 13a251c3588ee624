import type { TimelineClip, TimelineDocument } from '../document.ts';
import { editableClips, endOf, openTracks, withClips, type TimelineEdit } from './edit.ts';
import { SAME } from './frames.ts';
import { closeInStep, type RippleEdit, type Rippled } from './in-step.ts';
import { shiftMarks } from './marks.ts';
import { byStart, shiftClips, spansOf, type Shift, type Span } from './pieces.ts';

/** Takes clips away and leaves their places empty. */
export const deleteClips =
  (ids: Iterable<string>): TimelineEdit =>
  (document) => {
    const removed = new Set(editableClips(document, ids).map(({ id }) => id));
    if (removed.size === 0) return null;
    return withClips(
      document,
      document.timeline.clips.filter(({ id }) => !removed.has(id)),
    );
  };

/** Takes clips away and lets what comes later on all tracks move up, by the same on each; also tells who has no room. */
export const deleteInStep =
  (ids: Iterable<string>): RippleEdit =>
  (document) => {
    const deleted = editableClips(document, ids);
    if (deleted.length === 0) return null;
    return closed(document, removeClips(document, deleted), spansOf(deleted));
  };

/** The document with places of its tracks closed on all tracks. @param left what of it is left. @param positions by track. */
function closed(
  document: TimelineDocument,
  left: TimelineDocument,
  positions: ReadonlyMap<string, readonly Span[]>,
): Rippled | null {
  const { shifts, stuck, ripples } = closeInStep(left, positions);
  const after = withClips(document, shiftClips(left.timeline.clips, shifts, document));
  return after && { document: shiftMarks(after, ripples), stuck };
}

/**
 * Takes clips away and lets what comes later on their tracks move up.
 * @param keepsStep also what is later on other tracks.
 */
export const rippleDelete =
  (ids: Iterable<string>, keepsStep = false): TimelineEdit =>
  (document) => {
    if (keepsStep) return deleteInStep(ids)(document)?.document ?? null;
    const deleted = editableClips(document, ids);
    if (deleted.length === 0) return null;
    const { clips } = removeClips(document, deleted).timeline;
    const byTrack = Map.groupBy(clips, ({ trackId }) => trackId);
    const shifts = [...spansOf(deleted)].flatMap(([trackId, spans]) =>
      shiftsAt(byTrack.get(trackId) ?? [], trackId, spans),
    );
    return withClips(document, shiftClips(clips, shifts, document));
  };

function removeClips(document: TimelineDocument, deleted: readonly TimelineClip[]): TimelineDocument {
  const removed = new Set(deleted.map(({ id }) => id));
  const clips = document.timeline.clips.filter(({ id }) => !removed.has(id));
  return { ...document, timeline: { ...document.timeline, clips } };
}

/** How what comes later can move up into empty spans; another clip that reaches in stops it. @param spans in order. */
function shiftsAt(remaining: readonly TimelineClip[], trackId: string, spans: readonly Span[]): Shift[] {
  const ordered = remaining.toSorted(byStart);
  let [index, end] = [0, 0];
  return spans.flatMap(({ from, to }) => {
    for (let clip = ordered[index]; clip && clip.startTime < to - SAME; clip = ordered[index]) {
      end = Math.max(end, endOf(clip));
      index += 1;
    }
    const reached = Math.max(from, end);
    return reached < to - SAME ? [{ trackId, from: to, by: reached - to }] : [];
  });
}

/** The gaps between the clips of a track, and before the first one, from left to right. */
function gapsOf(clips: readonly TimelineClip[]): Span[] {
  const gaps: Span[] = [];
  let reached = 0;
  for (const clip of clips.toSorted(byStart)) {
    if (clip.startTime > reached + SAME) gaps.push({ from: reached, to: clip.startTime });
    reached = Math.max(reached, endOf(clip));
  }
  return gaps;
}

/** The gap of a track at a time, in seconds; null where a clip lies, and behind the last one. */
export function gapAt(
  { timeline }: TimelineDocument,
  trackId: string,
  at: number,
): { from: number; to: number } | null {
  const clips = timeline.clips.filter((clip) => clip.trackId === trackId);
  return gapsOf(clips).find(({ from, to }) => at >= from && at < to) ?? null;
}

/** The gaps of tracks that may be changed, by track. @param at only those at this time; null: all. */
function gapsOn(
  document: TimelineDocument,
  trackIds: readonly string[],
  at: number | null,
): Map<string, Span[]> {
  const open = openTracks(document);
  return new Map(
    trackIds.flatMap((trackId): [string, Span[]][] => {
      if (!open.has(trackId)) return [];
      const gaps = gapsOf(document.timeline.clips.filter((clip) => clip.trackId === trackId));
      const requested = gaps.filter(({ from, to }) => at === null || (at >= from && at < to));
      return requested.length > 0 ? [[trackId, requested]] : [];
    }),
  );
}

/**
 * Lets the clips of tracks move up until there is no gap between them.
 * @param at only the gap at this time.
 */
export const closeGaps =
  (trackIds: readonly string[], at: number | null = null): TimelineEdit =>
  (document) => {
    const shifts = [...gapsOn(document, trackIds, at)].flatMap(([trackId, gaps]) =>
      gaps.map(({ from, to }): Shift => ({ trackId, from: to, by: from - to })),
    );
    if (shifts.length === 0) return null;
    return withClips(document, shiftClips(document.timeline.clips, shifts, document));
  };

/**
 * Closes gaps of tracks and lets what is later on all tracks move up, by the same on each; also tells who has no room.
 * @param at only the gap at this time.
 */
export const closeGapsInStep =
  (trackIds: readonly string[], at: number | null = null): RippleEdit =>
  (document) => {
    const gaps = gapsOn(document, trackIds, at);
    return gaps.size === 0 ? null : closed(document, document, gaps);
  };
