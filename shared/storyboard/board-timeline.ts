import { mergeDocuments, type Clash } from '../document/merge.ts';
import { sameJson } from '../document/same.ts';
import { movedIds } from '../document/sequence.ts';
import { clipExt, timelineExt, withClipExt, withTimelineExt } from '../timeline/ext.ts';
import { timelineEnd, type TimelineClip, type TimelineDocument } from '../timeline/index.ts';
import type { StoryboardDocument, StoryboardShot } from './document.ts';
import { mediaOfShot, resolveMedia, shotsInOrder, type FindLibraryFile, type LibraryFile } from './media.ts';
import { entranceOf, transitionSeconds } from './transitions.ts';

/**
 * A timeline that was made from a storyboard and is made again. It remembers its clips as they were made last, so that what
 * was changed on the board since comes over, and what was edited on the timeline meanwhile stays.
 */

/** What the board changed since its timeline was made last. */
export interface BoardChange {
  clipId: string;
  name: string;
  kind: 'new' | 'gone' | 'moved' | 'length' | 'medium' | 'name' | 'look';
}

/** Where board and timeline meant different things; what was done on the timeline stays. */
export interface BoardClash {
  clipId: string;
  name: string;
  /** `both`: both changed the same. `gone`: its shot is gone, the clip was edited. `back`: the clip was deleted, its shot changed. */
  how: 'both' | 'gone' | 'back';
}

export interface BoardUpdate {
  document: TimelineDocument;
  /** Nothing was made from this board before. */
  isFirst: boolean;
  changes: BoardChange[];
  clashes: BoardClash[];
}

/** Ids have at most 200 letters; some are left for a number behind it. */
const MAX_ID = 190;

/** What a shot is called on a timeline: its id, with its scene's where several scenes have one of that id. */
export function shotKeys({ sequences }: StoryboardDocument): (scene: string, shot: string) => string {
  const seen = new Set<string>();
  const shared = new Set<string>();
  for (const { shots } of sequences) for (const { id } of shots) (seen.has(id) ? shared : seen).add(id);
  return (scene, shot) => (shared.has(shot) ? `${scene}/${shot}` : shot);
}

function freeId(wanted: string, taken: Set<string>): string {
  let id = wanted;
  for (let number = 2; taken.has(id); number += 1) id = `${wanted}-${number}`;
  taken.add(id);
  return id;
}

/** The file of a shot that its clip shows. What a run made may be listed under another name than the service gave it. */
function fileOfClip(
  shot: StoryboardShot,
  clip: TimelineClip,
  find: FindLibraryFile,
): LibraryFile | undefined {
  for (const reference of mediaOfShot(shot, [])) {
    const resolved = resolveMedia(reference, find);
    if (resolved.kind !== 'file') continue;
    const named = typeof reference.media === 'string' ? undefined : reference.media.filename;
    if (clip.filename === resolved.file.filename || clip.filename === named) return resolved.file;
  }
  return undefined;
}

/**
 * The clips of a converted storyboard, each with an id that stays the same for its shot, its shot, its file and how it comes in.
 * @param converted what `POST /storyboards/to-timeline` made of the board.
 */
export function clipsOfBoard(
  board: StoryboardDocument,
  converted: TimelineDocument,
  find: FindLibraryFile,
): TimelineClip[] {
  const shots = shotsInOrder(board);
  const clips = converted.timeline.clips.toSorted((a, b) => a.startTime - b.startTime);
  // A service that makes something else of shots than a clip each: its clips keep the ids it gave.
  if (clips.length !== shots.length) return clips;
  const keyOf = shotKeys(board);
  const taken = new Set<string>();
  return clips.map((clip, index) => {
    const placed = shots[index];
    if (!placed) return clip;
    const { shot, scene } = placed;
    const shotId = keyOf(scene, shot.id);
    const file = fileOfClip(shot, clip, find);
    const entrance = entranceOf(shot.transition, index === 0);
    const made = { ...clip, id: freeId(`shot-${shotId}`.slice(0, MAX_ID), taken) };
    return (
      withClipExt(made, {
        shotId,
        fileId: file?.fileId,
        fadeIn: entrance === 'cut' ? undefined : transitionSeconds(clip.duration),
        dissolve: entrance === 'dissolve' || undefined,
      }) ?? made
    );
  });
}

/** A clip without its time. On the board's track it follows the one before it, so that all behind it moves with it. */
interface LooseClip {
  id: string;
  /** Seconds since the end of the clip before, on the board's track. */
  gap?: number;
  /** On other tracks. */
  startTime?: number;
  clip: Omit<TimelineClip, 'startTime'>;
}

/** Sums of seconds end in crumbs. */
const rounded = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;

function loosen(clips: readonly TimelineClip[], trackId: string): LooseClip[] {
  let end = 0;
  const onTrack = clips
    .filter((clip) => clip.trackId === trackId)
    .toSorted((a, b) => a.startTime - b.startTime)
    .map(({ startTime, ...clip }): LooseClip => {
      const gap = rounded(startTime - end);
      end = startTime + clip.duration;
      return { id: clip.id, gap, clip };
    });
  const others = clips.filter((clip) => clip.trackId !== trackId);
  return [...onTrack, ...others.map(({ startTime, ...clip }) => ({ id: clip.id, startTime, clip }))];
}

/** Puts clips in time; what is linked to one that moves goes along. Clips that stay as they were are the same objects. */
function fasten(loose: readonly LooseClip[], before: readonly TimelineClip[]): TimelineClip[] {
  const known = new Map(before.map((clip) => [clip.id, clip]));
  const shifts = new Map<string, number>();
  let end = 0;
  const clips = loose.map(({ clip, gap, startTime = 0 }): TimelineClip => {
    if (gap === undefined) return { ...clip, startTime };
    const start = Math.max(0, rounded(end + gap));
    end = start + clip.duration;
    const { linkId } = clipExt(clip);
    const by = start - (known.get(clip.id)?.startTime ?? start);
    if (linkId !== undefined && by !== 0) shifts.set(linkId, by);
    return { ...clip, startTime: start };
  });
  const isFixed = new Set(loose.filter(({ gap }) => gap === undefined).map(({ id }) => id));
  return clips.map((clip) => {
    const by = isFixed.has(clip.id) ? (shifts.get(clipExt(clip).linkId ?? '') ?? 0) : 0;
    const placed = by === 0 ? clip : { ...clip, startTime: Math.max(0, rounded(clip.startTime + by)) };
    const old = known.get(clip.id);
    return old && sameJson(old, placed) ? old : placed;
  });
}

/** What became of the clips of the board since they were made last. */
function changesOf(base: readonly TimelineClip[], fresh: readonly TimelineClip[]): BoardChange[] {
  const before = new Map(base.map((clip) => [clip.id, clip]));
  const after = new Set(fresh.map(({ id }) => id));
  const moved = movedIds(
    base.map(({ id }) => id).filter((id) => after.has(id)),
    fresh.map(({ id }) => id).filter((id) => before.has(id)),
  );
  const gone = base.filter(({ id }) => !after.has(id));
  return [
    ...fresh.flatMap((clip) =>
      kindsOf(before.get(clip.id), clip, moved.has(clip.id)).map((kind) => [clip, kind] as const),
    ),
    ...gone.map((clip) => [clip, 'gone'] as const),
  ].map(([{ id, name }, kind]) => ({ clipId: id, name, kind }));
}

function kindsOf(
  before: TimelineClip | undefined,
  after: TimelineClip,
  isMoved: boolean,
): BoardChange['kind'][] {
  if (!before) return ['new'];
  const medium = (clip: TimelineClip) => [clip.filename, clip.type, clipExt(clip).fileId];
  const entrance = (clip: TimelineClip) => [clipExt(clip).fadeIn, clipExt(clip).dissolve];
  const kinds: [BoardChange['kind'], boolean][] = [
    ['moved', isMoved],
    ['length', before.duration !== after.duration],
    ['medium', !sameJson(medium(before), medium(after))],
    ['name', before.name !== after.name],
    ['look', !sameJson(entrance(before), entrance(after))],
  ];
  return kinds.flatMap(([kind, is]) => (is ? [kind] : []));
}

function clashesOf(clashes: readonly Clash[], clips: readonly TimelineClip[]): BoardClash[] {
  const found = new Map<string, BoardClash>();
  for (const { path, how } of clashes) {
    const clip = clips.find(({ id }) => path === id || path.startsWith(`${id}.`));
    if (!clip) continue;
    const way = how === 'both-changed' ? 'both' : how === 'removed-there' ? 'gone' : 'back';
    found.set(clip.id, { clipId: clip.id, name: clip.name, how: way });
  }
  return [...found.values()];
}

/**
 * Makes the timeline from a board, or brings over what the board changed since it was made last. Clips of other tracks stay
 * where they are. Pure.
 * @param made the clips of the board, from `clipsOfBoard`. @param converted gives name, rate and size where there is nothing yet.
 * @param defaultDuration seconds that were asked for shots without a length; remembered for the next time.
 * @returns null where what the timeline remembers is damaged or of a later version.
 */
export function timelineFromBoard(
  current: TimelineDocument,
  made: readonly TimelineClip[],
  converted: TimelineDocument,
  defaultDuration: number | null,
): BoardUpdate | null {
  const { timeline } = current;
  const remembered = timelineExt(current).board;
  const isEmpty = timeline.clips.length === 0;
  const trackIds = new Set(timeline.tracks.map(({ id }) => id));
  const trackId = remembered?.trackId ?? freeId('track-board', trackIds);
  const fresh = made.map((clip) => ({ ...clip, trackId }));
  const base = remembered?.clips ?? [];
  const merged = mergeDocuments(
    loosen(base, trackId),
    loosen(timeline.clips, trackId),
    loosen(fresh, trackId),
  );
  const clips = fasten(merged.document, timeline.clips);
  const [track] = converted.timeline.tracks;
  const isThere = timeline.tracks.some(({ id }) => id === trackId);
  const needsTrack = !isThere && track !== undefined && clips.some((clip) => clip.trackId === trackId);
  const head = isEmpty && !remembered ? converted : current;
  const next: TimelineDocument = {
    ...current,
    name: head.name,
    timeline: {
      ...timeline,
      clips,
      // The bottom layer: what lies on the tracks that are there stays in sight.
      tracks: needsTrack ? [{ ...track, id: trackId }, ...timeline.tracks] : timeline.tracks,
      frameRate: head.timeline.frameRate,
      projectResolution: head.timeline.projectResolution,
      projectDuration: timelineEnd(clips),
    },
  };
  const document = withTimelineExt(next, {
    board: { trackId, clips: fresh, ...(defaultDuration !== null && { defaultDuration }) },
  });
  if (!document) return null;
  const isSame = sameJson(document, current);
  return {
    document: isSame ? current : document,
    isFirst: !remembered,
    changes: changesOf(base, fresh),
    clashes: clashesOf(merged.clashes, [...timeline.clips, ...fresh, ...base]),
  };
}
