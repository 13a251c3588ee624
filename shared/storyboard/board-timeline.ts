import { mergeDocuments } from '../document/merge.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { SAME, snapToFrame } from '../timeline/edits/frames.ts';
import { timelineExt, withTimelineExt } from '../timeline/ext.ts';
import { timelineEnd, type TimelineClip, type TimelineDocument } from '../timeline/index.ts';
import {
  changesOf,
  clashesOf,
  preservedOf,
  type BoardChange,
  type BoardClash,
  type Preserved,
} from './board-changes.ts';
import { omitChanges } from './board-choice.ts';
import { freeId, MAX_ID } from './board-clips.ts';
import {
  mergeSounds,
  positionSounds,
  trackOfSounds,
  type ShotSound,
  type SoundUpdate,
} from './board-sounds.ts';
import { followBoard, separateOverlaps, type Along, type DetachedClip } from './move-along.ts';
import { endOnFrame, snapToFrames } from './whole-frames.ts';

/**
 * A timeline that was made from a storyboard and is made again. It remembers its clips as they were made last, so that what
 * was changed on the board since comes over, and what was edited on the timeline meanwhile stays.
 */

export interface BoardUpdate {
  document: TimelineDocument;
  /** Nothing was made from this board before. */
  isFirst: boolean;
  changes: BoardChange[];
  clashes: BoardClash[];
  /** Where the timeline differs from the board and goes on doing so. */
  preserved: Preserved[];
  /** What lies beside the track of the board and moves along with a shot. */
  along: Along[];
  /** What does not simply do so. */
  detached: DetachedClip[];
  /** How many clips lay between two frames and come to lie on whole ones. */
  snapped: number;
}

/** What is chosen about an update. */
export interface UpdateChoices {
  /** What lies over a shot on other tracks, markers and the marked range move along with it. By default they do. */
  moveAlong?: boolean;
  /** Keys of changes of the board that do not come over this time, from `changeKey`. */
  left?: ReadonlySet<string>;
  /** The sounds of the shots, from `soundsOfBoard`; where it could not tell, those on the timeline stay as they are. */
  sounds?: readonly ShotSound[] | null;
}

const EMPTY: ReadonlySet<string> = new Set();
/** A clip without its time. On the board's track it follows the one before it, so that all behind it moves with it. */
interface UnlinkedClip {
  id: string;
  /** Seconds since the end of the clip before, on the board's track. */
  gap?: number;
  /** On other tracks. */
  startTime?: number;
  clip: Omit<TimelineClip, 'startTime'>;
}

/** Sums of seconds end in crumbs, and minus nothing is nothing. */
const rounded = (seconds: number): number => Math.round(seconds * 1e6) / 1e6 || 0;

function loosen(clips: readonly TimelineClip[], trackId: string): UnlinkedClip[] {
  let end = 0;
  const onTrack = clips
    .filter((clip) => clip.trackId === trackId)
    .toSorted((a, b) => a.startTime - b.startTime)
    .map(({ startTime, ...clip }): UnlinkedClip => {
      const gap = rounded(startTime - end);
      end = startTime + clip.duration;
      return { id: clip.id, gap, clip };
    });
  const remaining = clips.filter((clip) => clip.trackId !== trackId);
  return [...onTrack, ...remaining.map(({ startTime, ...clip }) => ({ id: clip.id, startTime, clip }))];
}

/** What a timeline was made as before clips came to lie on whole frames: lengths that nobody edited count as rounded. */
function asSnapped(
  clips: readonly UnlinkedClip[],
  raw: readonly UnlinkedClip[],
  snapped: readonly UnlinkedClip[],
): UnlinkedClip[] {
  const [rawById, snappedById] = [raw, snapped].map((list) => new Map(list.map((item) => [item.id, item])));
  return clips.map((item) => {
    const [was, is] = [rawById?.get(item.id), snappedById?.get(item.id)];
    if (!was || !is) return item;
    return {
      ...item,
      gap: item.gap === was.gap ? is.gap : item.gap,
      clip:
        item.clip.duration === was.clip.duration ? { ...item.clip, duration: is.clip.duration } : item.clip,
    };
  });
}

/** A length that only rounds otherwise than last time is no change, so that it does not clash with one that was edited. */
function omitRounding(
  fresh: readonly UnlinkedClip[],
  base: readonly UnlinkedClip[],
  ours: readonly UnlinkedClip[],
  isSameLength: (id: string) => boolean,
): UnlinkedClip[] {
  const [baseById, oursById] = [base, ours].map((list) => new Map(list.map((item) => [item.id, item])));
  return fresh.map((item) => {
    const [was, current] = [baseById?.get(item.id)?.clip.duration, oursById?.get(item.id)?.clip.duration];
    const isEdited = was !== undefined && current !== undefined && was !== current;
    return isEdited && isSameLength(item.id) ? { ...item, clip: { ...item.clip, duration: was } } : item;
  });
}

/** New shots stand right behind the shot before them on the board, whatever was put behind that one meanwhile. */
function mergeInOrder(
  merged: readonly UnlinkedClip[],
  fresh: readonly UnlinkedClip[],
  isNew: (id: string) => boolean,
) {
  const list = [...merged];
  for (const [index, { id }] of fresh.entries()) {
    const at = list.findIndex((entry) => entry.id === id);
    const item = list[at];
    if (!item || !isNew(id)) continue;
    list.splice(at, 1);
    const positionOf = (entry: UnlinkedClip) => list.findIndex((candidate) => candidate.id === entry.id);
    const before = fresh.slice(0, index).findLast((entry) => positionOf(entry) !== -1);
    const after = fresh.slice(index + 1).find((entry) => positionOf(entry) !== -1);
    list.splice(before ? positionOf(before) + 1 : after ? positionOf(after) : 0, 0, item);
  }
  return list;
}

/** Puts the clips of the board's track in time, on whole frames. Clips that stay as they were are the same objects. */
function fasten(
  unlinked: readonly UnlinkedClip[],
  existing: ReadonlyMap<string, TimelineClip>,
  frameRate: number,
): TimelineClip[] {
  let end = 0;
  return unlinked.flatMap(({ clip, gap }) => {
    if (gap === undefined) return [];
    const startTime = Math.max(0, snapToFrame(end + gap, frameRate));
    const positioned = endOnFrame({ ...clip, startTime }, frameRate);
    end = startTime + positioned.duration;
    const old = existing.get(clip.id);
    return [old && isSameClip(old, positioned) ? old : positioned];
  });
}

/** Whether two forms of a clip differ by no more than sums of seconds do. */
const isSameClip = (old: TimelineClip, current: TimelineClip): boolean =>
  Math.abs(old.startTime - current.startTime) < SAME &&
  Math.abs(old.duration - current.duration) < SAME &&
  jsonEqual({ ...old, startTime: 0, duration: 0 }, { ...current, startTime: 0, duration: 0 });

const isBetween = (seconds: number, frameRate: number): boolean =>
  Math.abs(snapToFrame(seconds, frameRate) - seconds) >= SAME;

/**
 * Makes the timeline from a board, or brings over what the board changed since it was made last. What lies on other tracks
 * goes with the shots. All clips of the board's track lie on whole frames. Pure.
 * @param created the clips of the board, from `clipsOfBoard`. @param converted gives name, rate and size where there is nothing yet.
 * @param defaultDuration seconds that were asked for shots without a length; remembered for the next time.
 * @returns null where what the timeline remembers is damaged or of a later version.
 */
export function timelineFromBoard(
  current: TimelineDocument,
  created: readonly TimelineClip[],
  converted: TimelineDocument,
  defaultDuration: number | null,
  { moveAlong = true, left = EMPTY, sounds = [] }: UpdateChoices = {},
): BoardUpdate | null {
  const { timeline } = current;
  const stored = timelineExt(current).board;
  const head = timeline.clips.length === 0 && !stored ? converted : current;
  const { frameRate } = head.timeline;
  const trackIds = new Set(timeline.tracks.map(({ id }) => id));
  const trackId = stored?.trackId ?? freeId('track-board', trackIds);
  // Remembered as the service made them, so that a change is one of the board and never one of rounding.
  const board = created.map((clip) => ({ ...clip, trackId }));
  const base = stored?.clips ?? [];
  const fresh = omitChanges(base, board, left);
  const { clips: mine } = timeline;
  const merged = mergeBoard({ base, fresh, ours: mine, trackId, frameRate });
  const existing = new Map(timeline.clips.map((clip) => [clip.id, clip]));
  const after = fasten(merged.document, existing, frameRate);
  const wasSounds = stored?.sounds ?? [];
  const ofSounds = new Set(wasSounds.map(({ id }) => id));
  const sound = mergeSounds({ base: wasSounds, sounds, ours: mine, after, trackId, left, frameRate });
  const remaining = merged.document.flatMap(({ clip, gap, startTime = 0 }) => {
    if (gap !== undefined || ofSounds.has(clip.id)) return [];
    const old = existing.get(clip.id);
    return [old && jsonEqual(old, { ...clip, startTime }) ? old : { ...clip, startTime }];
  });
  const withSounds = [...remaining, ...sound.existing];
  const tracked = followBoard({ current, trackId, after, remaining: withSounds, frameRate, moveAlong });
  const { separated, soundTrackId } = onTracks({
    timeline,
    converted,
    after,
    sound,
    trackId,
    trackIds,
    underneath: tracked.clips,
    previousId: stored?.soundTrackId,
  });
  const clips = inOrderOf(timeline.clips, [...after, ...separated.clips]);
  const next: TimelineDocument = {
    ...current,
    name: head.name,
    timeline: {
      ...timeline,
      clips,
      tracks: separated.tracks,
      frameRate,
      projectResolution: head.timeline.projectResolution,
      projectDuration: timelineEnd(clips),
    },
  };
  const { markers, range } = tracked;
  const document = withTimelineExt(next, {
    board: {
      trackId,
      clips: fresh,
      ...(defaultDuration !== null && { defaultDuration }),
      ...(sound.stored.length > 0 && { sounds: sound.stored, soundTrackId }),
    },
    markers,
    range,
  });
  if (!document) return null;
  const isSame = jsonEqual(document, current);
  return {
    document: isSame ? current : document,
    isFirst: !stored,
    changes: [...changesOf(base, board), ...sound.changes],
    clashes: [...clashesOf(merged.clashes, [...timeline.clips, ...fresh, ...base]), ...sound.clashes],
    preserved: [...preservedOf(after, fresh, snapToFrames(fresh, frameRate), base), ...sound.preserved],
    along: tracked.along,
    detached: tracked.detached,
    snapped: after.filter(({ id }) => isBetweenFrames(existing.get(id), frameRate)).length,
  };
}

/** Whether a clip lay between two frames. */
const isBetweenFrames = (old: TimelineClip | undefined, frameRate: number): boolean =>
  old !== undefined &&
  (isBetween(old.startTime, frameRate) || isBetween(old.startTime + old.duration, frameRate));

/** Puts what lies beside the clips of a board on its tracks, with tracks for what has none yet. */
function onTracks({
  timeline,
  converted,
  after,
  underneath,
  sound,
  trackId,
  trackIds,
  previousId,
}: {
  timeline: TimelineDocument['timeline'];
  converted: TimelineDocument;
  after: readonly TimelineClip[];
  /** Clips on other tracks. */
  underneath: readonly TimelineClip[];
  sound: SoundUpdate;
  trackId: string;
  trackIds: Set<string>;
  /** The track that sounds of shots were put on last. */
  previousId: string | undefined;
}) {
  const [track] = converted.timeline.tracks;
  // The bottom layer: what lies on the tracks that are there stays in sight.
  const hasTrack = timeline.tracks.some(({ id }) => id === trackId);
  const needsTrack = !hasTrack && track !== undefined && after.length > 0;
  const soundTrack = trackOfSounds(timeline.tracks, previousId, () => freeId('track-board-sound', trackIds));
  const hasSounds = sound.added.length > 0;
  const separated = separateOverlaps(
    timeline.clips,
    [...underneath, ...positionSounds(sound.added, after, soundTrack.id)],
    [
      ...(needsTrack ? [{ ...track, id: trackId }] : []),
      ...timeline.tracks,
      ...(soundTrack.created && hasSounds ? [soundTrack.created] : []),
    ],
    (requested) => freeId(`${requested.slice(0, MAX_ID)}-2`, trackIds),
  );
  return { separated, soundTrackId: hasSounds ? soundTrack.id : previousId };
}

/** Clips in the sequence that they had, with new ones behind them. */
function inOrderOf(before: readonly TimelineClip[], clips: readonly TimelineClip[]): TimelineClip[] {
  const positions = new Map(before.map(({ id }, index) => [id, index]));
  return clips.toSorted((a, b) => (positions.get(a.id) ?? Infinity) - (positions.get(b.id) ?? Infinity) || 0);
}

/** Merges what the board changed into the clips of a timeline, without their times. */
function mergeBoard({
  base,
  fresh,
  ours,
  trackId,
  frameRate,
}: {
  base: readonly TimelineClip[];
  fresh: readonly TimelineClip[];
  ours: readonly TimelineClip[];
  trackId: string;
  frameRate: number;
}) {
  const raw = loosen(base, trackId);
  const was = loosen(snapToFrames(base, frameRate), trackId);
  const is = asSnapped(loosen(ours, trackId), raw, was);
  const lengths = new Map(base.map(({ id, duration }) => [id, duration]));
  const isSameLength = (id: string) => lengths.get(id) === fresh.find((clip) => clip.id === id)?.duration;
  const current = omitRounding(loosen(snapToFrames(fresh, frameRate), trackId), was, is, isSameLength);
  const merged = mergeDocuments(was, is, current);
  const ourIds = new Set(ours.map(({ id }) => id));
  const isNew = (id: string) => !lengths.has(id) && !ourIds.has(id);
  return { document: mergeInOrder(merged.document, current, isNew), clashes: merged.clashes };
}
