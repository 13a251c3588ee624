import type { TimelineClip, TimelineDocument } from '../document.ts';
import { editableClips, endOf, replaceClips, withClips, withLinked, type TimelineEdit } from './edit.ts';
import { rippleInStep, type InStep } from './in-step.ts';
import { speedOf } from '../speed.ts';
import { frameOf, SAME, snapToFrame, roundTime } from './frames.ts';
import { shiftMarks } from './marks.ts';
import { isEndless, moveHead, moveTail, shiftClips, type Shift } from './pieces.ts';

type Edge = 'start' | 'end';

/** An edge of clips that moves; of several clips all by as much as the most limited one can. */
export interface Trim {
  /** The first is the one whose edge comes to lie on a frame. */
  ids: readonly string[];
  edge: Edge;
  /** Seconds to the right. */
  by: number;
}

interface Limits {
  min: number;
  max: number;
}

const edgeOf = (clip: TimelineClip, edge: Edge): number => (edge === 'start' ? clip.startTime : endOf(clip));

/** How far an edge can go over the medium; at least one frame is left of the clip. */
function mediumLimits(clip: TimelineClip, edge: Edge, frame: number): Limits {
  const most = Math.max(0, clip.duration - frame);
  const speed = speedOf(clip);
  const trimmedLength = (edge === 'start') === speed >= 0 ? clip.trimStart : clip.trimEnd;
  const capacity = isEndless(clip) ? Infinity : trimmedLength / Math.abs(speed);
  return edge === 'start' ? { min: -capacity, max: most } : { min: -most, max: capacity };
}

/** How far an edge can go until it meets another clip on its track, or the beginning. */
function neighborLimits(clips: readonly TimelineClip[], clip: TimelineClip, edge: Edge): Limits {
  const [start, end] = [clip.startTime, endOf(clip)];
  let [before, after] = [0, Infinity];
  for (const item of clips) {
    if (item.trackId !== clip.trackId || item === clip) continue;
    if (item.startTime <= start + SAME) before = Math.max(before, endOf(item));
    if (endOf(item) >= end - SAME) after = Math.min(after, item.startTime);
  }
  return edge === 'start'
    ? { min: Math.min(0, before - start), max: Infinity }
    : { min: -Infinity, max: Math.max(0, after - end) };
}

/** As far as all limits allow; 0 where they allow nothing. */
const clampShift = (by: number, limits: readonly Limits[]): number => {
  const min = Math.max(...limits.map((item) => item.min));
  const max = Math.min(...limits.map((item) => item.max));
  return Math.min(Math.max(by, Math.min(0, min)), Math.max(0, max));
};

/** The distance that brings an edge to the nearest frame. */
const toFrame = (time: number, by: number, frameRate: number): number =>
  snapToFrame(time + by, frameRate) - time;

interface Trimmed {
  clips: TimelineClip[];
  by: number;
}

function trimmed(
  document: TimelineDocument,
  { ids, edge, by }: Trim,
  limitsOf: (clip: TimelineClip) => Limits[],
): Trimmed | null {
  const clips = editableClips(document, ids);
  const first = clips.find(({ id }) => id === ids[0]) ?? clips[0];
  if (!first) return null;
  const requested = toFrame(edgeOf(first, edge), by, document.timeline.frameRate);
  const allowed = clampShift(requested, clips.flatMap(limitsOf));
  return Math.abs(allowed) < SAME ? null : { clips, by: allowed };
}

/** How far a trim may go. @returns seconds; 0 where there is nothing to trim. */
export const trimDistance = (document: TimelineDocument, trim: Trim): number =>
  trimmed(document, trim, (clip) => [
    mediumLimits(clip, trim.edge, frameOf(document)),
    neighborLimits(document.timeline.clips, clip, trim.edge),
  ])?.by ?? 0;

/** Moves an edge of clips over their media, until the medium ends or another clip lies there. */
export const trimClips =
  (trim: Trim): TimelineEdit =>
  (document) => {
    const by = trimDistance(document, trim);
    if (by === 0) return null;
    const { frameRate } = document.timeline;
    const change = trim.edge === 'start' ? moveHead : moveTail;
    return replaceClips(
      document,
      editableClips(document, trim.ids).map((clip) => change(clip, by, frameRate)),
    );
  };

/** How far a ripple trim may go. @returns seconds; 0 where there is nothing to trim. */
export const rippleDistance = (document: TimelineDocument, trim: Trim): number =>
  trimmed(document, trim, (clip) => [mediumLimits(clip, trim.edge, frameOf(document))])?.by ?? 0;

const NO_SHIFTS: InStep = { shifts: [], stuck: [], ripples: [] };

/** How other tracks stay in step with a ripple trim: what is later than the edge moves as the trimmed track does. */
export function trimInStep(document: TimelineDocument, trim: Trim): InStep {
  const by = rippleDistance(document, trim);
  const clips = editableClips(document, trim.ids);
  const first = clips.find(({ id }) => id === trim.ids[0]) ?? clips[0];
  if (by === 0 || !first) return NO_SHIFTS;
  // What begins with the clip stays with it; what lies beside the part that goes or comes does not.
  const from = trim.edge === 'end' ? endOf(first) : first.startTime + Math.max(by, frameOf(document) / 2);
  const trimmedTracks = new Set(clips.map(({ trackId }) => trackId));
  return rippleInStep(document, trimmedTracks, [{ from, by: trim.edge === 'start' ? -by : by }]);
}

/**
 * Moves an edge of clips over their media, and all later clips of their tracks with it: no gap, nothing overwritten.
 * @param keepsStep also what is later on other tracks.
 */
export const rippleTrim =
  (trim: Trim, keepsStep = false): TimelineEdit =>
  (document) => {
    const by = rippleDistance(document, trim);
    if (by === 0) return null;
    const { clips, frameRate } = document.timeline;
    const trimming = editableClips(document, trim.ids);
    const longer = trim.edge === 'start' ? -by : by;
    const shifts = trimming.map((clip): Shift => ({ trackId: clip.trackId, from: endOf(clip), by: longer }));
    const synced = keepsStep ? trimInStep(document, trim) : NO_SHIFTS;
    const changed = new Map(
      trimming.map((clip) => [
        clip.id,
        trim.edge === 'start'
          ? { ...moveHead(clip, by, frameRate), startTime: clip.startTime }
          : moveTail(clip, by, frameRate),
      ]),
    );
    const left = clips.map((clip) => changed.get(clip.id) ?? clip);
    const after = withClips(document, shiftClips(left, [...shifts, ...synced.shifts], document));
    return after && shiftMarks(after, synced.ripples);
  };

/** The cut between two clips that touch. */
export interface Cut {
  leftId: string;
  rightId: string;
}

/** The clips of a cut. @returns null where they do not touch any more, or cannot be changed. */
function clipsOfCut(
  document: TimelineDocument,
  { leftId, rightId }: Cut,
): [TimelineClip, TimelineClip] | null {
  const found = editableClips(document, [leftId, rightId]);
  const left = found.find(({ id }) => id === leftId);
  const right = found.find(({ id }) => id === rightId);
  if (!left || !right || left.trackId !== right.trackId) return null;
  return Math.abs(endOf(left) - right.startTime) < SAME ? [left, right] : null;
}

/** The cut, and the cuts at its time between clips that are linked to its clips: picture and sound roll together. */
export function linkedCuts(document: TimelineDocument, cut: Cut): [TimelineClip, TimelineClip][] {
  const first = clipsOfCut(document, cut);
  if (!first) return [];
  const [left, right] = first;
  const linked = withLinked(document, [left.id, right.id]);
  if (linked.size === 2) return [first];
  const { clips } = document.timeline;
  const tracks = new Set(clips.filter(({ id }) => linked.has(id)).map(({ trackId }) => trackId));
  tracks.delete(left.trackId);
  const remaining = [...tracks].flatMap((trackId) => {
    const on = clips.filter((clip) => clip.trackId === trackId);
    const before = on.find((clip) => Math.abs(endOf(clip) - right.startTime) < SAME);
    const after = on.find((clip) => Math.abs(clip.startTime - right.startTime) < SAME);
    if (!before || !after || !(linked.has(before.id) || linked.has(after.id))) return [];
    const pair = clipsOfCut(document, { leftId: before.id, rightId: after.id });
    return pair ? [pair] : [];
  });
  return [first, ...remaining];
}

/** How far a cut may roll, with those linked to it. @returns seconds; 0 where there is none. */
export function rollDistance(document: TimelineDocument, cut: Cut, by: number): number {
  const cuts = linkedCuts(document, cut);
  const [first] = cuts;
  if (!first) return 0;
  const frame = frameOf(document);
  const requested = toFrame(first[1].startTime, by, document.timeline.frameRate);
  return clampShift(
    requested,
    cuts.flatMap(([left, right]) => [mediumLimits(left, 'end', frame), mediumLimits(right, 'start', frame)]),
  );
}

/** Moves the cut between two clips, and those linked to it: one becomes longer by what the other becomes shorter. */
export const rollCut =
  (cut: Cut, by: number): TimelineEdit =>
  (document) => {
    const distance = rollDistance(document, cut, by);
    if (Math.abs(distance) < SAME) return null;
    const { frameRate } = document.timeline;
    return replaceClips(
      document,
      linkedCuts(document, cut).flatMap(([left, right]) => [
        moveTail(left, distance, frameRate),
        moveHead(right, distance, frameRate),
      ]),
    );
  };

/** A still frame has one as well: it slips to another frame. */
const hasMedium = ({ type }: TimelineClip): boolean => type !== 'image' && type !== 'text';

/** How far media may slip. @returns seconds. */
export function slipDistance(document: TimelineDocument, ids: readonly string[], by: number): number {
  const clips = editableClips(document, ids).filter(hasMedium);
  if (clips.length === 0) return 0;
  const { frameRate } = document.timeline;
  return clampShift(
    snapToFrame(by, frameRate),
    clips.map(({ trimStart, trimEnd }) => ({ min: -trimStart, max: trimEnd })),
  );
}

/**
 * Shows another part of the media in the same place and length.
 * @param by seconds; positive shows what comes later in the medium.
 */
export const slipClips =
  (ids: readonly string[], by: number): TimelineEdit =>
  (document) => {
    const distance = slipDistance(document, ids, by);
    if (Math.abs(distance) < SAME) return null;
    const { frameRate } = document.timeline;
    return replaceClips(
      document,
      editableClips(document, ids)
        .filter(hasMedium)
        .map((clip) => ({
          ...clip,
          trimStart: Math.max(0, roundTime(clip.trimStart + distance, frameRate)),
          trimEnd: Math.max(0, roundTime(clip.trimEnd - distance, frameRate)),
        })),
    );
  };
