import { asRecord } from '../document/problems.ts';
import { withTimelineExt } from './ext.ts';
import { differentMarkers, markersOfRecut } from './recut-markers.ts';
import type { RecutChange, RecutDifference, RecutKind } from './recut-change.ts';
import { rippleChanges } from './recut-along.ts';
import { differencesOfVersion, pairsById } from './recut-differences.ts';
import type { CutFormatName } from './cut-formats.ts';
import { recutPositions, matchTrack, type RecutPositions } from './recut-places.ts';
import { compareReturned, type Returned } from './recut-returned.ts';
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
  rippled: ReadonlySet<RecutChange>;
  /** Clips that are as they were. */
  unchanged: number;
  /** Markers that are moved, changed, new or gone once all is taken. */
  markers: number;
  /** Whether anything of the one is in the other: without it nothing can be compared. */
  isRelated: boolean;
  /** The tracks of the cut, under the ids that they have here. */
  tracks: readonly TimelineTrack[];
  /** Whether versions of one timeline are compared: clips are known by their ids alone, and all that is theirs counts. */
  isVersion: boolean;
}

/** Half a frame: less is no difference that anybody made. */
const tolerance = (document: TimelineDocument): number => 0.5 / document.timeline.frameRate;

/**
 * Compares a timeline with what came back of it. Pure.
 * @param before the timeline of the project. @param after as it was imported.
 * @param isVersion whether `after` is another version of this timeline.
 * @param format of the file that `after` was imported from: what it cannot say is no difference.
 */
export function compareRecut(
  before: TimelineDocument,
  after: TimelineDocument,
  isVersion = false,
  format: CutFormatName = likelyFormat(after),
): Recut {
  const { tracks, changes, ...counts } = isVersion
    ? compareVersions(before, after)
    : compareReturned(before, after, format);
  const inOrder = changes.toSorted((a, b) => positionOf(a) - positionOf(b));
  return {
    ...counts,
    changes: inOrder,
    tracks,
    rippled: rippleChanges(inOrder, tolerance(before)),
    markers: differentMarkers(before, markersOfRecut(before, after, changes)),
    isVersion,
  };
}

/** Compares two versions of a timeline, in which nothing was lost. */
function compareVersions(before: TimelineDocument, after: TimelineDocument): Returned {
  const pairs = pairsById(before.timeline.clips, after.timeline.clips);
  const threshold = tolerance(before);
  const paired = new Set(pairs.values());
  const changes: RecutChange[] = [];
  const tracks = new Map(after.timeline.tracks.map((track) => [track.id, track]));
  const oldTracks = new Map(before.timeline.tracks.map((track) => [track.id, track]));
  for (const clip of after.timeline.clips) {
    const existing = pairs.get(clip);
    if (!existing) {
      changes.push({ kind: 'new', id: clip.id, name: clip.name, before: null, after: clip, differs: [] });
      continue;
    }
    const isElsewhere =
      clip.trackId !== existing.trackId &&
      !isSameTrack(tracks.get(clip.trackId), oldTracks.get(existing.trackId));
    const differs = [...differencesOfVersion(existing, clip), ...(isElsewhere ? (['track'] as const) : [])];
    const kind = kindOf(existing, clip, threshold, differs);
    const name = existing.name || clip.name;
    if (kind) changes.push({ kind, id: existing.id, name, before: existing, after: clip, differs });
  }
  for (const clip of before.timeline.clips) {
    if (!paired.has(clip))
      changes.push({ kind: 'missing', id: clip.id, name: clip.name, before: clip, after: null, differs: [] });
  }
  return {
    changes,
    unchanged: paired.size - changes.filter((change) => change.before && change.after).length,
    isRelated: pairs.size > 0,
    tracks: after.timeline.tracks,
  };
}

const positionOf = ({ before, after }: RecutChange): number => (after ?? before)?.startTime ?? 0;

/** The name says which track one is that was made anew. */
const isSameTrack = (a: TimelineTrack | undefined, b: TimelineTrack | undefined): boolean =>
  a !== undefined && b !== undefined && (a.id === b.id || a.name === b.name);

/** The first that is said of a change; undefined where nothing is otherwise. */
function kindOf(
  before: TimelineClip,
  after: TimelineClip,
  threshold: number,
  differs: readonly RecutDifference[],
): RecutKind | undefined {
  const isDifferent = (a: number, b: number) => Math.abs(a - b) > threshold;
  if (isDifferent(before.duration, after.duration) || isDifferent(before.trimStart, after.trimStart))
    return 'trimmed';
  if (differs.includes('track') || isDifferent(before.startTime, after.startTime)) return 'moved';
  return differs.length > 0 ? 'changed' : undefined;
}

/** A free id near the wanted one. */
function freeId(requested: string, used: Set<string>): string {
  let id = requested;
  for (let number = 2; used.has(id); number += 1) id = `${requested}-${number}`;
  used.add(id);
  return id;
}

/** What taking some changes comes to: what is taken along to make room, and which clips stay at their place. Pure. */
export const planRecut = (
  before: TimelineDocument,
  after: TimelineDocument,
  { changes, tracks }: Recut,
  selected: ReadonlySet<string>,
): RecutPositions =>
  recutPositions(
    before,
    { ...after, timeline: { ...after.timeline, tracks: [...tracks] } },
    changes,
    new Set(changes.filter((change) => selected.has(keyOf(change)))),
    tolerance(before) + 1e-6,
  );

/**
 * Takes changes into the timeline of the project; clips stay who they are, with their files and all that is theirs here.
 * No clip comes to lie over another by taking a part, see `planRecut`. Markers come along when all is taken. Pure.
 * @param selected ids of the changes to take.
 */
export function applyRecut(
  before: TimelineDocument,
  after: TimelineDocument,
  recut: Recut,
  selected: ReadonlySet<string>,
): TimelineDocument {
  const { used: taken, unshifted } = planRecut(before, after, recut, selected);
  const byOld = new Map(taken.flatMap((change) => (change.before ? [[change.before.id, change]] : [])));
  const tracks = [...before.timeline.tracks];
  const trackIds = new Set(tracks.map(({ id }) => id));
  const afterTracks = new Map(recut.tracks.map((track) => [track.id, track]));
  const positioned = new Map<string, string>();
  /** The track here for one over there: the same id, else the same name, else a new one. */
  const trackOf = (id: string): string => {
    const existing = positioned.get(id);
    if (existing !== undefined) return existing;
    const over = afterTracks.get(id);
    const match = matchTrack(tracks, over ?? { id, name: '' });
    let target = match?.id;
    if (target === undefined && over) {
      target = freeId(over.id, trackIds);
      tracks.push({ ...over, id: target });
    }
    positioned.set(id, target ?? id);
    return target ?? id;
  };
  const clips = before.timeline.clips.flatMap((clip) => {
    const change = byOld.get(clip.id);
    if (!change) return [clip];
    if (!change.after) return [];
    const [current, trackId] = unshifted.has(change)
      ? [{ ...change.after, startTime: clip.startTime }, clip.trackId]
      : [change.after, trackOf(change.after.trackId)];
    return [{ ...current, id: clip.id, trackId }];
  });
  const ids = new Set(before.timeline.clips.map(({ id }) => id));
  for (const { before: old, after: created } of taken) {
    if (!old && created)
      clips.push({ ...created, id: freeId(created.id, ids), trackId: trackOf(created.trackId) });
  }
  const end = clips.reduce((latest, { startTime, duration }) => Math.max(latest, startTime + duration), 0);
  const generated = {
    ...before,
    timeline: {
      ...before.timeline,
      clips,
      tracks,
      projectDuration: Math.max(end, before.timeline.projectDuration),
    },
  };
  if (recut.markers === 0 || taken.length < recut.changes.length) return generated;
  const markers = [...markersOfRecut(before, after, recut.changes)];
  return withTimelineExt(generated, { markers }) ?? generated;
}

/** How many changes are chosen that somebody made; where only clips are that moved along, how many of these. */
export function countSelected({ changes, rippled }: Recut, selected: ReadonlySet<string>): number {
  const used = changes.filter((change) => selected.has(keyOf(change)));
  return used.filter((change) => !rippled.has(change)).length || used.length;
}

/** Which change is meant; clips here and new ones may have ids in common. */
export const keyOf = ({ kind, id }: RecutChange): string => (kind === 'new' ? `new ${id}` : id);

/** Where readers of lists keep the reel of each event. */
const EDL_METADATA = 'cmx_3600';

/** The format that a cut seems to have come in, where nobody says it: each event of a list has a reel. */
function likelyFormat({ timeline }: TimelineDocument): CutFormatName {
  const isEvent = (ext: unknown): boolean =>
    asRecord(asRecord(asRecord(ext)['otio'])['metadata'])[EDL_METADATA] !== undefined;
  return timeline.clips.length > 0 && timeline.clips.every(({ ext }) => isEvent(ext)) ? 'edl' : 'otio';
}
