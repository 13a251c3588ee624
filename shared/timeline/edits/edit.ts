import { MAX_CLIPS, MAX_SECONDS, type TimelineClip, type TimelineDocument } from '../document.ts';
import { clipExt } from '../ext.ts';
import { timelineEnd } from '../timeline.ts';
import { SAME } from './frames.ts';

/**
 * An edit of a timeline, naming what it changes by ids, so that it can be made on a document that others have changed
 * meanwhile. Null: there is nothing to change. Tracks that are locked are never touched. Times are seconds.
 */
export type TimelineEdit = (document: TimelineDocument) => TimelineDocument | null;

/**
 * Ids for what an edit adds; each call gives one that nothing has yet.
 * @param of said of a part that was cut from a clip, to tell it from clips that were put in.
 */
export type NewId = (of?: 'part') => string;

export const endOf = ({ startTime, duration }: Pick<TimelineClip, 'startTime' | 'duration'>): number =>
  startTime + duration;

/** The ids of tracks that may be changed. */
export const openTracks = ({ timeline }: TimelineDocument): Set<string> =>
  new Set(timeline.tracks.filter(({ locked }) => !locked).map(({ id }) => id));

/** The clips of some ids that lie on tracks which may be changed. */
export function editableClips(document: TimelineDocument, ids: Iterable<string>): TimelineClip[] {
  const requested = new Set(ids);
  const open = openTracks(document);
  return document.timeline.clips.filter(({ id, trackId }) => requested.has(id) && open.has(trackId));
}

/**
 * The document with other clips; a project that ended with its last clip does so again.
 * @returns null when that is more than a timeline holds.
 */
export function withClips(document: TimelineDocument, clips: TimelineClip[]): TimelineDocument | null {
  const { timeline } = document;
  if (clips.length > MAX_CLIPS || timelineEnd(clips) > MAX_SECONDS) return null;
  const tracked = timeline.projectDuration <= timelineEnd(timeline.clips) + SAME;
  const end = timelineEnd(clips);
  const projectDuration = tracked ? end : Math.max(end, timeline.projectDuration);
  return { ...document, timeline: { ...timeline, clips, projectDuration } };
}

/** The document with some of its clips in another form. @returns null when there are none. */
export function replaceClips(
  document: TimelineDocument,
  changed: readonly TimelineClip[],
): TimelineDocument | null {
  if (changed.length === 0) return null;
  const byId = new Map(changed.map((clip) => [clip.id, clip]));
  return withClips(
    document,
    document.timeline.clips.map((clip) => byId.get(clip.id) ?? clip),
  );
}

/** The ids and those of all clips linked with them. */
export function withLinked({ timeline }: TimelineDocument, ids: Iterable<string>): Set<string> {
  const all = new Set(ids);
  const links = new Set(
    timeline.clips.flatMap((clip) => (all.has(clip.id) ? (clipExt(clip).linkId ?? []) : [])),
  );
  if (links.size === 0) return all;
  for (const clip of timeline.clips) {
    const { linkId } = clipExt(clip);
    if (linkId !== undefined && links.has(linkId)) all.add(clip.id);
  }
  return all;
}
