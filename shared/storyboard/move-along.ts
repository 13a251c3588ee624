import { clipExt, timelineExt, type TimelineClip, type TimelineDocument } from '../timeline/index.ts';
import { SAME, snapToFrame, roundTime } from '../timeline/edits/frames.ts';

/**
 * When the shots of a timeline take other places, what lies over them on other tracks, markers and the marked range stay with
 * the shot at which they begin. All times are seconds.
 */

/** Something beside the track of the board whose time changes. */
export interface Along {
  kind: 'clip' | 'marker' | 'range';
  id: string;
  name: string;
  from: number;
  to: number;
  /** The clip on the track of the board with which it goes; empty where it has no name. */
  withName: string;
}

/** Something that does not simply go along. */
export interface DetachedClip extends Along {
  /**
   * `locked`: its track is. `asked`: it was asked that all stays. `spans`: it lies over several shots that move differently,
   * and stays with the first. `gone`: its shot goes, and it takes the shot's place.
   */
  reason: 'locked' | 'asked' | 'spans' | 'gone';
}

export interface Tracked {
  clips: TimelineClip[];
  markers: ReturnType<typeof timelineExt>['markers'];
  range: ReturnType<typeof timelineExt>['range'];
  along: Along[];
  detached: DetachedClip[];
}

interface Shift {
  by: number;
  withName: string;
  isMissing: boolean;
}

const NO_SHIFT: Shift = { by: 0, withName: '', isMissing: false };
const endOf = ({ startTime, duration }: TimelineClip): number => startTime + duration;

/** How far what lies at a time moves: with the clip that is there on the track of the board, else with the one before. */
function shiftsOf(
  before: readonly TimelineClip[],
  after: readonly TimelineClip[],
  frameRate: number,
): (time: number) => Shift {
  const frame = (seconds: number) => snapToFrame(seconds, frameRate);
  const current = new Map(after.map((clip) => [clip.id, clip]));
  let end = 0;
  const anchors = before
    .toSorted((a, b) => a.startTime - b.startTime)
    .map((old) => {
      const clip = current.get(old.id);
      const start = clip ? frame(clip.startTime) : end;
      if (clip) end = frame(endOf(clip));
      const [from, to] = [frame(old.startTime), frame(endOf(old))];
      const shift = { by: start - from, withName: old.name, isMissing: !clip };
      return { from, to, within: shift, behind: clip ? { ...shift, by: end - to } : shift };
    });
  return (time) => {
    const anchor = anchors.findLast(({ from }) => from <= time + SAME);
    if (!anchor) return NO_SHIFT;
    return time < anchor.to - SAME ? anchor.within : anchor.behind;
  };
}

/** The parts of a timeline before and after the clips of the board took other places. */
export interface Replaced {
  current: TimelineDocument;
  trackId: string;
  /** On the track of the board. */
  after: readonly TimelineClip[];
  /** On other tracks, with the times they had. */
  remaining: readonly TimelineClip[];
  frameRate: number;
  moveAlong: boolean;
}

/** What beside the track of the board goes along, at its new time, and what does not. */
export function followBoard({ current, trackId, after, remaining, frameRate, moveAlong }: Replaced): Tracked {
  const { timeline } = current;
  const before = timeline.clips.filter((clip) => clip.trackId === trackId);
  const shiftAt = shiftsOf(before, after, frameRate);
  const locked = new Set(timeline.tracks.filter((track) => track.locked).map(({ id }) => id));
  const linked = leadersOf(before, remaining);
  const along: Along[] = [];
  const detached: DetachedClip[] = [];
  const positioned = (from: number, { by }: Shift) => Math.max(0, roundTime(from + by, frameRate));

  const clips = remaining.map((clip): TimelineClip => {
    const { startTime: from, id, name } = clip;
    const leader = linked.get(clipExt(clip).linkId ?? '');
    const shift = shiftAt(leader?.startTime ?? from);
    const to = positioned(from, shift);
    const reported = { kind: 'clip' as const, id, name, from, to, withName: shift.withName };
    const isLocked = locked.has(clip.trackId);
    const isLinked = leader !== undefined && leader.trackId === trackId;
    if (Math.abs(to - from) >= SAME && (isLocked || (!moveAlong && !isLinked))) {
      detached.push({ ...reported, to: from, reason: isLocked ? 'locked' : 'asked' });
      return clip;
    }
    const last = shiftAt(endOf(clip) - 1 / frameRate);
    const spans = !isLocked && Math.abs(last.by - shift.by) >= SAME;
    if (shift.isMissing) detached.push({ ...reported, reason: 'gone' });
    else if (spans) detached.push({ ...reported, reason: moveAlong ? 'spans' : 'asked' });
    else if (to !== from) along.push(reported);
    return to === from ? clip : { ...clip, startTime: to };
  });

  const { markers, range } = timelineExt(current);
  const shiftedMarkers = markers?.map((marker) => {
    const { id, name, words, time: from } = marker;
    const shift = shiftAt(from);
    const to = positioned(from, shift);
    if (Math.abs(to - from) < SAME && !shift.isMissing) return marker;
    const reported = { kind: 'marker' as const, id, name: name || words, from, to, withName: shift.withName };
    if (!moveAlong) detached.push({ ...reported, to: from, reason: 'asked' });
    else if (shift.isMissing) detached.push({ ...reported, reason: 'gone' });
    else along.push(reported);
    return moveAlong ? { ...marker, time: to } : marker;
  });
  const shiftedRange = range && moveAlong ? rangeAfter(range, shiftAt, frameRate) : range;
  if (range && shiftedRange && shiftedRange.from !== range.from) {
    const { withName } = shiftAt(range.from);
    along.push({ kind: 'range', id: 'range', name: '', from: range.from, to: shiftedRange.from, withName });
  }
  return { clips, markers: shiftedMarkers, range: shiftedRange, along, detached };
}

/** The clip of each link by which its others go: one on the track of the board, else the earliest. */
function leadersOf(
  before: readonly TimelineClip[],
  remaining: readonly TimelineClip[],
): Map<string, TimelineClip> {
  const leaders = new Map<string, TimelineClip>();
  const inOrder = [...before, ...remaining.toSorted((a, b) => a.startTime - b.startTime)];
  for (const clip of inOrder) {
    const { linkId } = clipExt(clip);
    if (linkId !== undefined && !leaders.has(linkId)) leaders.set(linkId, clip);
  }
  return leaders;
}

/** A range with its ends where their shots are now; as it was where these changed sides. */
function rangeAfter(
  range: { from: number; to: number },
  shiftAt: (time: number) => Shift,
  frameRate: number,
): { from: number; to: number } {
  const frame = 1 / frameRate;
  const from = Math.max(0, roundTime(range.from + shiftAt(range.from).by, frameRate));
  const to = roundTime(range.to + shiftAt(Math.max(range.from, range.to - frame)).by, frameRate);
  return to - from >= frame - SAME ? { from, to } : range;
}

/**
 * Clips of other tracks that came to lie over each other and did not before get a track of their own right above.
 * @param before the clips with the times they had.
 */
export function separateOverlaps(
  before: readonly TimelineClip[],
  clips: readonly TimelineClip[],
  tracks: TimelineDocument['timeline']['tracks'],
  freeTrackId: (requested: string) => string,
): { clips: TimelineClip[]; tracks: TimelineDocument['timeline']['tracks'] } {
  const old = new Map(before.map((clip) => [clip.id, clip]));
  const overlap = (a: TimelineClip | undefined, b: TimelineClip | undefined) =>
    a !== undefined && b !== undefined && a.startTime < endOf(b) - SAME && b.startTime < endOf(a) - SAME;
  const isNew = (a: TimelineClip, b: TimelineClip) => overlap(a, b) && !overlap(old.get(a.id), old.get(b.id));
  const target = new Map<string, string>();
  const all = tracks.flatMap((track) => {
    const rows = rowsOf(
      clips.filter(({ trackId }) => trackId === track.id),
      isNew,
    );
    return [
      track,
      ...rows.slice(1).map((row) => {
        const id = freeTrackId(track.id);
        for (const clip of row) target.set(clip.id, id);
        return { ...track, id };
      }),
    ];
  });
  return {
    tracks: target.size === 0 ? tracks : all,
    clips: clips.map((clip) => {
      const trackId = target.get(clip.id);
      return trackId === undefined ? clip : { ...clip, trackId };
    }),
  };
}

/** Clips in as few rows as keep those apart that may not share one. */
function rowsOf(
  clips: readonly TimelineClip[],
  mayNotShare: (a: TimelineClip, b: TimelineClip) => boolean,
): TimelineClip[][] {
  const rows: { clips: TimelineClip[]; open: TimelineClip[] }[] = [];
  for (const clip of clips.toSorted((a, b) => a.startTime - b.startTime)) {
    for (const row of rows)
      row.open = row.open.filter((candidate) => endOf(candidate) > clip.startTime + SAME);
    let row = rows.find(({ open }) => open.every((candidate) => !mayNotShare(clip, candidate)));
    if (!row) rows.push((row = { clips: [], open: [] }));
    row.clips.push(clip);
    row.open.push(clip);
  }
  return rows.map((row) => row.clips);
}
