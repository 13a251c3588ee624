import type { TimelineClip, TimelineDocument } from './document.ts';
import { MAX_MARKERS, timelineExt, type Marker } from './ext.ts';
import { Spans } from './spans.ts';
import { speedOf } from './speed.ts';

/** The markers of a timeline when a cut of it comes home. */

interface ClipChange {
  before: TimelineClip | null;
  after: TimelineClip | null;
}

const markersOf = (document: TimelineDocument): readonly Marker[] => timelineExt(document).markers ?? [];

/**
 * The markers as they are once all of a cut is taken. A file that carries ours says where they are: those are moved, new ones
 * are added and missing ones go. Where it carries none, they go along with the clips that they stand over.
 */
export function markersOfRecut(
  before: TimelineDocument,
  after: TimelineDocument,
  changes: readonly ClipChange[],
): readonly Marker[] {
  const originals = markersOf(before);
  const returned = withOriginalIds(before, originals, markersOf(after));
  const existing = new Set(originals.map(({ id }) => id));
  const carried = new Map(returned.map((marker) => [marker.id, marker]));
  const isReturned = returned.some(({ id }) => existing.has(id));
  const stayed = isReturned
    ? originals.flatMap((marker) => {
        const current = carried.get(marker.id);
        return current ? [{ ...marker, ...current }] : [];
      })
    : shiftWithClips(before, originals, changes);
  const added = returned.filter(({ id }) => !existing.has(id));
  return [...stayed, ...added].slice(0, MAX_MARKERS);
}

/** A file that has lost our ids has markers all the same: those that say the same at the same place are the same. */
function withOriginalIds(
  before: TimelineDocument,
  originals: readonly Marker[],
  returned: readonly Marker[],
): readonly Marker[] {
  const existing = new Set(originals.map(({ id }) => id));
  if (returned.some(({ id }) => existing.has(id))) return returned;
  const { frameRate } = before.timeline;
  const contentOf = ({ time, name, words }: Marker): string =>
    JSON.stringify([Math.round(time * frameRate), name, words]);
  const open = Map.groupBy(originals, contentOf);
  return returned.map((marker) => {
    const same = open.get(contentOf(marker))?.shift();
    return same ? { ...same, color: marker.color } : marker;
  });
}

/** How many markers differ between two lists. */
export function differentMarkers(before: TimelineDocument, markers: readonly Marker[]): number {
  const originals = new Map(markersOf(before).map((marker) => [marker.id, marker]));
  // Times that went through whole frames are the same.
  const tolerance = 0.5 / before.timeline.frameRate;
  const isDifferent = (old: Marker | undefined, current: Marker): boolean =>
    !old ||
    Math.abs(old.time - current.time) > tolerance ||
    Math.abs(old.duration - current.duration) > tolerance ||
    old.name !== current.name ||
    old.color !== current.color ||
    old.words !== current.words;
  const left = new Set(markers.map(({ id }) => id));
  const removed = [...originals.keys()].filter((id) => !left.has(id)).length;
  return removed + markers.filter((marker) => isDifferent(originals.get(marker.id), marker)).length;
}

function shiftWithClips(
  { timeline }: TimelineDocument,
  markers: readonly Marker[],
  changes: readonly ClipChange[],
): Marker[] {
  const changed = new Map(changes.map((change) => [change.before, change.after]));
  const order = new Map(timeline.tracks.map(({ id }, index) => [id, index]));
  const height = (clip: TimelineClip): number =>
    clip.type === 'audio' ? -1 : (order.get(clip.trackId) ?? 0);
  const positions = new Map(timeline.clips.map((clip, index) => [clip, index]));
  const fromAbove = (a: TimelineClip, b: TimelineClip): number =>
    height(b) - height(a) || (positions.get(a) ?? 0) - (positions.get(b) ?? 0);
  // By track: those of one seldom overlap.
  const byTrack = Map.groupBy(timeline.clips, ({ trackId }) => trackId);
  const tracks = [...byTrack.values()].map((clips) => new Spans(clips));
  return markers.map((marker) => {
    const [clip] = tracks.flatMap((spans) => spans.at(marker.time)).toSorted(fromAbove);
    const current = clip && changed.get(clip);
    if (!clip || !current) return marker;
    const speed = Math.abs(speedOf(current)) || 1;
    const inside = marker.time - clip.startTime - (current.trimStart - clip.trimStart) / speed;
    return { ...marker, time: current.startTime + Math.min(current.duration, Math.max(0, inside)) };
  });
}
