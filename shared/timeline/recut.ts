import { clipExt, withClipExt, withTimelineExt } from './ext.ts';
import { differentMarkers, markersOfRecut } from './recut-markers.ts';
import type { RecutChange, RecutKind } from './recut-change.ts';
import { movedAlong } from './recut-along.ts';
import { differencesOf, pairsById } from './recut-version.ts';
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
function pairsOf(before: TimelineDocument, after: TimelineDocument): Map<TimelineClip, TimelineClip> {
  const pairs = new Map<TimelineClip, TimelineClip>();
  const byId = new Map(before.timeline.clips.map((clip) => [clip.id, clip]));
  const left = new Set(before.timeline.clips);
  const isSame = (a: TimelineClip, b: TimelineClip) =>
    a.filename === b.filename || a.name === b.name || mediumOf(a) === mediumOf(b);
  for (const clip of after.timeline.clips) {
    const known = byId.get(clip.id);
    if (!known || !isSame(known, clip)) continue;
    pairs.set(clip, known);
    left.delete(known);
  }
  // Programs that drop ids keep media and what is shown of them; then at least the medium, nearest in time.
  for (const looksAt of [showKey, mediumOf]) {
    const open = Map.groupBy(left, looksAt);
    for (const clip of after.timeline.clips) {
      if (pairs.has(clip) || mediumOf(clip) === '') continue;
      const candidates = open.get(looksAt(clip));
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

/** The medium of a clip by its name alone: bundles number files that share one. */
const mediumOf = ({ filename, type }: TimelineClip): string =>
  filename === ''
    ? ''
    : `${type === 'audio' ? 'audio' : 'picture'} ${filename.replace(/-\d+(?=\.\w+$)/, '').toLowerCase()}`;

const showKey = (clip: TimelineClip): string =>
  `${mediumOf(clip)} ${Math.round(clip.trimStart * 100)} ${Math.round(clip.duration * 100)}`;

/**
 * Compares a timeline with what came back of it. Pure.
 * @param before the timeline of the project. @param after as it was imported.
 * @param isVersion whether `after` is another version of this timeline.
 */
export function compareRecut(before: TimelineDocument, after: TimelineDocument, isVersion = false): Recut {
  const pairs = isVersion ? pairsById(before.timeline.clips, after.timeline.clips) : pairsOf(before, after);
  const near = tolerance(before);
  const paired = new Set(pairs.values());
  const changes: RecutChange[] = [];
  const tracks = new Map(after.timeline.tracks.map((track) => [track.id, track]));
  const oldTracks = new Map(before.timeline.tracks.map((track) => [track.id, track]));
  const elsewhere = new Set<TimelineClip>();
  for (const clip of after.timeline.clips) {
    const known = pairs.get(clip);
    if (!known) {
      changes.push({ kind: 'new', id: clip.id, name: clip.name, before: null, after: clip, differs: [] });
      continue;
    }
    const isElsewhere =
      clip.trackId !== known.trackId && !isSameTrack(tracks.get(clip.trackId), oldTracks.get(known.trackId));
    if (isElsewhere) elsewhere.add(clip);
    const differs = isVersion ? differencesOf(known, clip) : [];
    const kind = kindOf(known, clip, near, isElsewhere) ?? (differs.length > 0 ? 'changed' : undefined);
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
    along: movedAlong(inOrder, (change) => change.after !== null && elsewhere.has(change.after), near),
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

function kindOf(
  before: TimelineClip,
  after: TimelineClip,
  near: number,
  isElsewhere: boolean,
): RecutKind | undefined {
  const differs = (a: number, b: number) => Math.abs(a - b) > near;
  if (differs(before.duration, after.duration) || differs(before.trimStart, after.trimStart))
    return 'trimmed';
  if (isElsewhere || differs(before.startTime, after.startTime)) return 'moved';
  const look = (clip: TimelineClip) => [
    clip.opacity,
    clip.volume,
    speedOf(clip),
    ...Object.values(clip.transform),
  ];
  const [old, now] = [look(before), look(after)];
  const isOther =
    before.name !== after.name || old.some((value, index) => Math.abs(value - (now[index] ?? 0)) > 1e-3);
  return isOther ? 'changed' : undefined;
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
  const changed = recut.isVersion ? asInVersion : withRecut;
  const clips = before.timeline.clips.flatMap((clip) => {
    const change = byOld.get(clip.id);
    if (!change) return [clip];
    if (!change.after) return [];
    if (!inPlace.has(change)) return [changed(clip, change.after, trackOf(change.after.trackId))];
    return [changed(clip, { ...change.after, startTime: clip.startTime }, clip.trackId)];
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

/** A clip here with the place, the part and the look that it came back with. */
function withRecut(clip: TimelineClip, after: TimelineClip, trackId: string): TimelineClip {
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
  };
  const now = withClipExt(taken, { speed: clipExt(after).speed }) ?? taken;
  const speed = speedOf(after);
  return speedOf(now) === speed ? now : (withClipExt(now, { speed }) ?? now);
}
