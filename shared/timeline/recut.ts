import { clipExt, withClipExt, withTimelineExt } from './ext.ts';
import { differentMarkers, markersOfRecut } from './recut-markers.ts';
import type { RecutChange, RecutDifference, RecutKind } from './recut-change.ts';
import { movedAlong } from './recut-along.ts';
import { differencesOfReturn, differencesOfVersion, pairsById } from './recut-differences.ts';
import { RecutMedia } from './recut-media.ts';
import { placesOfRecut, trackHere, type RecutPlaces } from './recut-places.ts';
import { speedOf } from './speed.ts';
import type { TimelineClip, TimelineDocument, TimelineTrack } from './document.ts';

export type { RecutChange, RecutDifference, RecutKind } from './recut-change.ts';

/**
 * What another program made of a timeline that left from here: told clip by clip, and taken whole or in parts. Clips are
 * known by their ids, which an export carries; where a program has dropped them, by their medium and what they show of it.
 * A version of the timeline itself has dropped nothing: its clips are known by their ids whatever they show, and taken whole.
 */

export interface Recut {
  changes: RecutChange[];
  /** Those of them that nobody made: clips that moved along with what was changed before them. */
  along: ReadonlySet<RecutChange>;
  /** Clips that are as they were. */
  unchanged: number;
  /** Markers that are moved, changed, new or gone once all is taken. */
  markers: number;
  /** Whether anything of the one is in the other: without it nothing can be compared. */
  isRelated: boolean;
  /** Whether versions of one timeline are compared: clips are known by their ids alone, and all that is theirs counts. */
  isVersion: boolean;
}

/** Half a frame: less is no difference that anybody made. */
const tolerance = (document: TimelineDocument): number => 0.5 / document.timeline.frameRate;

/** Pairs clips that show the same: of one file, from the same frame, as long, in their order. */
function pairsOf(
  before: TimelineDocument,
  after: TimelineDocument,
  media: RecutMedia,
): Map<TimelineClip, TimelineClip> {
  const pairs = new Map<TimelineClip, TimelineClip>();
  const byId = new Map(before.timeline.clips.map((clip) => [clip.id, clip]));
  const left = new Set(before.timeline.clips);
  // A stranger can have got the id of a clip: of the clip itself the name or the medium has stayed.
  const isItself = (known: TimelineClip, clip: TimelineClip) =>
    (known.name === clip.name && clip.name !== '') ||
    known.filename === clip.filename ||
    media.ofHere(known) === media.ofReturned(clip);
  for (const clip of after.timeline.clips) {
    const known = byId.get(clip.id);
    if (!known || !left.has(known) || !isItself(known, clip)) continue;
    pairs.set(clip, known);
    left.delete(known);
  }
  // Programs that drop ids keep media and what is shown of them; then at least the medium, nearest in time.
  const shows = (medium: string, { trimStart, duration }: TimelineClip) =>
    `${medium} ${Math.round(trimStart * 100)} ${Math.round(duration * 100)}`;
  for (const keyed of [shows, (medium: string) => medium]) {
    const open = Map.groupBy(left, (clip) => keyed(media.ofHere(clip), clip));
    for (const clip of after.timeline.clips) {
      const medium = media.ofReturned(clip);
      if (pairs.has(clip) || medium === '') continue;
      const candidates = open.get(keyed(medium, clip));
      const distance = (one: TimelineClip) => Math.abs(one.startTime - clip.startTime);
      const nearest = candidates?.reduce<TimelineClip | undefined>(
        (best, one) => (best === undefined || distance(one) < distance(best) ? one : best),
        undefined,
      );
      if (!candidates || !nearest) continue;
      pairs.set(clip, nearest);
      left.delete(nearest);
      candidates.splice(candidates.indexOf(nearest), 1);
    }
  }
  return pairs;
}

/**
 * Compares a timeline with what came back of it. Pure.
 * @param before the timeline of the project. @param after as it was imported.
 * @param isVersion whether `after` is another version of this timeline.
 */
export function compareRecut(before: TimelineDocument, after: TimelineDocument, isVersion = false): Recut {
  const media = new RecutMedia(before);
  const pairs = isVersion
    ? pairsById(before.timeline.clips, after.timeline.clips)
    : pairsOf(before, after, media);
  const differencesOf = (known: TimelineClip, clip: TimelineClip): RecutDifference[] => {
    if (isVersion) return differencesOfVersion(known, clip);
    const isOther = clip.filename !== '' && media.ofHere(known) !== media.ofReturned(clip);
    return [...(isOther ? (['medium'] as const) : []), ...differencesOfReturn(known, clip)];
  };
  const near = tolerance(before);
  const paired = new Set(pairs.values());
  const changes: RecutChange[] = [];
  const tracks = new Map(after.timeline.tracks.map((track) => [track.id, track]));
  const oldTracks = new Map(before.timeline.tracks.map((track) => [track.id, track]));
  for (const clip of after.timeline.clips) {
    const known = pairs.get(clip);
    if (!known) {
      changes.push({ kind: 'new', id: clip.id, name: clip.name, before: null, after: clip, differs: [] });
      continue;
    }
    const isElsewhere =
      clip.trackId !== known.trackId && !isSameTrack(tracks.get(clip.trackId), oldTracks.get(known.trackId));
    const differs = [...differencesOf(known, clip), ...(isElsewhere ? (['track'] as const) : [])];
    const kind = kindOf(known, clip, near, differs);
    const name = known.name || clip.name;
    if (kind) changes.push({ kind, id: known.id, name, before: known, after: clip, differs });
  }
  for (const clip of before.timeline.clips) {
    if (!paired.has(clip))
      changes.push({ kind: 'missing', id: clip.id, name: clip.name, before: clip, after: null, differs: [] });
  }
  const inOrder = changes.toSorted((a, b) => placeOf(a) - placeOf(b));
  return {
    changes: inOrder,
    along: movedAlong(inOrder, near),
    markers: differentMarkers(before, markersOfRecut(before, after, changes)),
    unchanged: paired.size - changes.filter((change) => change.before && change.after).length,
    isRelated: pairs.size > 0,
    isVersion,
  };
}

const placeOf = ({ before, after }: RecutChange): number => (after ?? before)?.startTime ?? 0;

/** Formats without ids number their tracks; the name then says which is which. */
const isSameTrack = (a: TimelineTrack | undefined, b: TimelineTrack | undefined): boolean =>
  a !== undefined && b !== undefined && (a.id === b.id || a.name === b.name);

/** The first that is said of a change; undefined where nothing is otherwise. */
function kindOf(
  before: TimelineClip,
  after: TimelineClip,
  near: number,
  differs: readonly RecutDifference[],
): RecutKind | undefined {
  const isOther = (a: number, b: number) => Math.abs(a - b) > near;
  if (isOther(before.duration, after.duration) || isOther(before.trimStart, after.trimStart))
    return 'trimmed';
  if (differs.includes('track') || isOther(before.startTime, after.startTime)) return 'moved';
  return differs.length > 0 ? 'changed' : undefined;
}

/** A free id near the wanted one. */
function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
  taken.add(id);
  return id;
}

/** What taking some changes comes to: what is taken along to make room, and which clips stay at their place. Pure. */
export const planRecut = (
  before: TimelineDocument,
  after: TimelineDocument,
  { changes }: Recut,
  chosen: ReadonlySet<string>,
): RecutPlaces =>
  placesOfRecut(
    before,
    after,
    changes,
    new Set(changes.filter((change) => chosen.has(keyOf(change)))),
    tolerance(before) + 1e-6,
  );

/**
 * Takes changes into the timeline of the project; clips stay who they are, with their files and all that is theirs here.
 * No clip comes to lie over another by taking a part, see `planRecut`. Markers come along when all is taken. Pure.
 * @param chosen ids of the changes to take.
 */
export function applyRecut(
  before: TimelineDocument,
  after: TimelineDocument,
  recut: Recut,
  chosen: ReadonlySet<string>,
): TimelineDocument {
  const { taken, inPlace } = planRecut(before, after, recut, chosen);
  const byOld = new Map(taken.flatMap((change) => (change.before ? [[change.before.id, change]] : [])));
  const tracks = [...before.timeline.tracks];
  const trackIds = new Set(tracks.map(({ id }) => id));
  const afterTracks = new Map(after.timeline.tracks.map((track) => [track.id, track]));
  const placed = new Map<string, string>();
  /** The track here for one over there: the same id, else the same name, else a new one. */
  const trackOf = (id: string): string => {
    const known = placed.get(id);
    if (known !== undefined) return known;
    const over = afterTracks.get(id);
    const here = trackHere(tracks, over ?? { id, name: '' });
    let target = here?.id;
    if (target === undefined && over) {
      target = freeId(over.id, trackIds);
      tracks.push({ ...over, id: target });
    }
    placed.set(id, target ?? id);
    return target ?? id;
  };
  const clips = before.timeline.clips.flatMap((clip) => {
    const change = byOld.get(clip.id);
    if (!change) return [clip];
    if (!change.after) return [];
    const [now, trackId] = inPlace.has(change)
      ? [{ ...change.after, startTime: clip.startTime }, clip.trackId]
      : [change.after, trackOf(change.after.trackId)];
    return [
      recut.isVersion ? asInVersion(clip, now, trackId) : withRecut(clip, now, trackId, change.differs),
    ];
  });
  const ids = new Set(before.timeline.clips.map(({ id }) => id));
  for (const { before: old, after: made } of taken) {
    if (!old && made) clips.push({ ...made, id: freeId(made.id, ids), trackId: trackOf(made.trackId) });
  }
  const end = clips.reduce((latest, { startTime, duration }) => Math.max(latest, startTime + duration), 0);
  const made = {
    ...before,
    timeline: {
      ...before.timeline,
      clips,
      tracks,
      projectDuration: Math.max(end, before.timeline.projectDuration),
    },
  };
  if (recut.markers === 0 || taken.length < recut.changes.length) return made;
  const markers = [...markersOfRecut(before, after, recut.changes)];
  return withTimelineExt(made, { markers }) ?? made;
}

/** How many changes are chosen that somebody made; where only clips are that moved along, how many of these. */
export function countChosen({ changes, along }: Recut, chosen: ReadonlySet<string>): number {
  const taken = changes.filter((change) => chosen.has(keyOf(change)));
  return taken.filter((change) => !along.has(change)).length || taken.length;
}

/** Which change is meant; clips here and new ones may have ids in common. */
export const keyOf = ({ kind, id }: RecutChange): string => (kind === 'new' ? `new ${id}` : id);

/** A clip here as a version has it; it stays the same clip. */
const asInVersion = ({ id }: TimelineClip, after: TimelineClip, trackId: string): TimelineClip => ({
  ...after,
  id,
  trackId,
});

/** A clip here with the place, the part and the look that it came back with, and with its medium where that is another. */
function withRecut(
  clip: TimelineClip,
  after: TimelineClip,
  trackId: string,
  differs: readonly RecutDifference[],
): TimelineClip {
  const { name, startTime, duration, trimStart, trimEnd, opacity, volume, transform } = after;
  const otio = after.ext?.['otio'];
  const taken = {
    ...clip,
    name: name || clip.name,
    trackId,
    startTime,
    duration,
    trimStart,
    trimEnd,
    opacity,
    volume,
    transform,
    ...(otio !== undefined && { ext: { ...clip.ext, otio } }),
    ...(differs.includes('medium') && {
      filename: after.filename,
      type: after.type,
      storageType: after.storageType,
    }),
  };
  const { speed, fileId, fadeIn, fadeOut, fadeInPart, fadeOutPart, dissolve } = clipExt(after);
  const hasOtherFades = differs.includes('fades') || differs.includes('dissolve');
  const own = {
    speed,
    ...(differs.includes('medium') && { fileId }),
    ...(hasOtherFades && { fadeIn, fadeOut, fadeInPart, fadeOutPart, dissolve }),
  };
  const now = withClipExt(taken, own) ?? taken;
  const played = speedOf(after);
  return speedOf(now) === played ? now : (withClipExt(now, { speed: played }) ?? now);
}
