import type { TimelineClip, TimelineDocument } from '../document.ts';
import { editableClips, endOf, openTracks, withClips, type TimelineEdit } from './edit.ts';
import { SAME } from './frames.ts';
import { rippleInStep, type InStep } from './in-step.ts';
import { byStart, shiftClips, spansOf, type Shift } from './pieces.ts';

/** Takes clips away and leaves their places empty. */
export const deleteClips =
  (ids: Iterable<string>): TimelineEdit =>
  (document) => {
    const gone = new Set(editableClips(document, ids).map(({ id }) => id));
    if (gone.size === 0) return null;
    return withClips(
      document,
      document.timeline.clips.filter(({ id }) => !gone.has(id)),
    );
  };

/** What is left when clips go, and how what comes later on their tracks moves up. */
function withoutThem(document: TimelineDocument, ids: Iterable<string>) {
  const deleted = editableClips(document, ids);
  const gone = new Set(deleted.map(({ id }) => id));
  const left = document.timeline.clips.filter(({ id }) => !gone.has(id));
  const byTrack = Map.groupBy(left, ({ trackId }) => trackId);
  const shifts = [...spansOf(deleted)].flatMap(([trackId, spans]) => {
    const others = byTrack.get(trackId) ?? [];
    return spans.flatMap(({ from, to }) => shiftInto(others, trackId, from, to));
  });
  return { deleted, left, shifts };
}

/** How other tracks stay in step when clips go and what is later moves up. */
export function deleteInStep(document: TimelineDocument, ids: Iterable<string>): InStep {
  const { deleted, shifts } = withoutThem(document, ids);
  const own = new Set(deleted.map(({ trackId }) => trackId));
  // Picture and sound that go together are one step for the others.
  const byTime = new Map(shifts.map(({ from, by }) => [from.toFixed(6), { from, by }]));
  return rippleInStep(document, own, [...byTime.values()]);
}

/**
 * Takes clips away and lets what comes later on their tracks move up.
 * @param keepsStep also what is later on other tracks.
 */
export const rippleDelete =
  (ids: Iterable<string>, keepsStep = false): TimelineEdit =>
  (document) => {
    const wanted = [...ids];
    const { deleted, left, shifts } = withoutThem(document, wanted);
    if (deleted.length === 0) return null;
    const beside = keepsStep ? deleteInStep(document, wanted).shifts : [];
    return withClips(document, shiftClips(left, [...shifts, ...beside], document));
  };

/** How what comes later can move up into an empty span; another clip that reaches in stops it. */
function shiftInto(others: readonly TimelineClip[], trackId: string, from: number, to: number): Shift[] {
  const reached = others
    .filter(({ startTime }) => startTime < to - SAME)
    .reduce((end, clip) => Math.max(end, endOf(clip)), from);
  return reached < to - SAME ? [{ trackId, from: to, by: reached - to }] : [];
}

/** The gaps between the clips of a track, and before the first one, from left to right. */
function gapsOf(clips: readonly TimelineClip[]): { from: number; to: number }[] {
  const gaps = [];
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

/**
 * Lets the clips of tracks move up until there is no gap between them.
 * @param at only the gap at this time.
 */
export const closeGaps =
  (trackIds: readonly string[], at: number | null = null): TimelineEdit =>
  (document) => {
    const open = openTracks(document);
    const { clips } = document.timeline;
    const shifts = trackIds
      .filter((id) => open.has(id))
      .flatMap((trackId) =>
        gapsOf(clips.filter((clip) => clip.trackId === trackId))
          .filter(({ from, to }) => at === null || (at >= from && at < to))
          .map(({ from, to }): Shift => ({ trackId, from: to, by: from - to })),
      );
    return shifts.length === 0 ? null : withClips(document, shiftClips(clips, shifts, document));
  };
