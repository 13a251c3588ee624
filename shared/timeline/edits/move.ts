import type { TimelineClip, TimelineDocument } from '../document.ts';
import { editableClips, openTracks, withClips, type NewId, type TimelineEdit } from './edit.ts';
import { SAME, snapToFrame, roundTime } from './frames.ts';
import { clearSpans, spansOf } from './pieces.ts';

/** Where clips go: how far, and from which track to which; tracks that are not named are kept. */
export interface Move {
  ids: readonly string[];
  /** Seconds to the right. */
  by: number;
  tracks?: ReadonlyMap<string, string>;
}

/**
 * How far clips can go together: the first comes to lie on a frame, and none before the beginning.
 * @returns seconds to the right.
 */
function moveBy(clips: readonly TimelineClip[], by: number, frameRate: number): number {
  const earliest = Math.min(...clips.map(({ startTime }) => startTime));
  return snapToFrame(Math.max(0, earliest + by), frameRate) - earliest;
}

/** Clips where a move brings them. @returns null where a track is locked or gone. */
export function positionsOf(document: TimelineDocument, { ids, by, tracks }: Move): TimelineClip[] | null {
  const { frameRate } = document.timeline;
  const clips = editableClips(document, ids);
  const open = openTracks(document);
  if (clips.length === 0) return null;
  // Two tracks that became one would put clips upon each other.
  const from = new Set(clips.map(({ trackId }) => trackId));
  const to = new Set([...from].map((trackId) => tracks?.get(trackId) ?? trackId));
  if (to.size < from.size) return null;
  const distance = moveBy(clips, by, frameRate);
  const positioned = clips.map((clip) => ({
    ...clip,
    startTime: Math.max(0, roundTime(clip.startTime + distance, frameRate)),
    trackId: tracks?.get(clip.trackId) ?? clip.trackId,
  }));
  const isInOrder = positioned.every(
    ({ trackId, startTime }, index) =>
      trackId === clips[index]?.trackId && Math.abs(startTime - (clips[index]?.startTime ?? 0)) < SAME,
  );
  return isInOrder || positioned.some(({ trackId }) => !open.has(trackId)) ? null : positioned;
}

/** Moves clips together, also to other tracks. What lies where they come to lie is overwritten. */
export const moveClips =
  (move: Move, newId: NewId): TimelineEdit =>
  (document) => {
    const positioned = positionsOf(document, move);
    if (!positioned) return null;
    const byId = new Map(positioned.map((clip) => [clip.id, clip]));
    const clips = document.timeline.clips.map((clip) => byId.get(clip.id) ?? clip);
    const keep = new Set(byId.keys());
    return withClips(
      document,
      clearSpans(clips, spansOf(positioned), keep, document.timeline.frameRate, newId),
    );
  };
