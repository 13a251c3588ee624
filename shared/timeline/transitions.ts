import { asRecord } from '../document/problems.ts';
import { jsonEqual } from '../language/json-equal.ts';
import type { TimelineClip } from './document.ts';
import { clipExt } from './ext.ts';
import { speedOf } from './speed.ts';

/**
 * How clips come up and go down. What another program said of it counts until somebody sets a fade or a dissolve here, as with
 * speeds: its transitions stay under `ext.otio` as they came, `before` and `after` between two clips, `fadeIn` and `fadeOut`
 * from and to nothing. All times are seconds of the timeline.
 */

/** Where on a clip another program put a transition. */
export type ImportedSide = 'before' | 'after' | 'fadeIn' | 'fadeOut';

/** How far a transition reaches to both sides of its cut. */
interface Reach {
  inOffset: number;
  outOf: number;
}

/** The types that are played: OpenTimelineIO's own, and none said. */
const DISSOLVES: ReadonlySet<unknown> = new Set(['SMPTE_Dissolve', '', undefined]);

/** Clips that touch may miss each other by this much, as sums of fractions do. */
const TOUCH = 1e-6;

function secondsOf(raw: unknown): number | null {
  const { value, rate } = asRecord(raw);
  const isTime =
    typeof value === 'number' && typeof rate === 'number' && rate > 0 && Number.isFinite(value / rate);
  return isTime ? value / rate : null;
}

/** Whether a transition of another program is one that is played here. */
export const isSupportedTransition = (transition: unknown): boolean =>
  DISSOLVES.has(asRecord(transition)['transition_type']);

/** A dissolve that another program put beside a clip; null where it put none that is played. */
function importedReach({ ext }: Pick<TimelineClip, 'ext'>, side: ImportedSide): Reach | null {
  const transition = asRecord(ext?.['otio'])[side];
  if (transition === undefined || !isSupportedTransition(transition)) return null;
  const { in_offset, out_offset } = asRecord(transition);
  const [into, outOf] = [secondsOf(in_offset), secondsOf(out_offset)];
  return into !== null && outOf !== null && into >= 0 && outOf >= 0 ? { inOffset: into, outOf } : null;
}

/** Whether somebody said here how a clip comes up; else what another program said counts. */
export function hasEntrance(clip: Pick<TimelineClip, 'ext'>): boolean {
  const { fadeIn, dissolve } = clipExt(clip);
  return fadeIn !== undefined || dissolve !== undefined;
}

/** Whether somebody said here how a clip goes down. */
export const hasExit = (clip: Pick<TimelineClip, 'ext'>): boolean => clipExt(clip).fadeOut !== undefined;

export interface Fades {
  /** Seconds from the start within which the clip comes up. */
  fadeIn: number;
  fadeOut: number;
  /** It comes up over the clip before it. */
  dissolve: boolean;
  /** Seconds before its start in which a dissolve of another program already shows it. */
  lead: number;
}

/** The fades of a clip as they count: set here, else as another program said. */
export function fadesOf(clip: Pick<TimelineClip, 'ext'>): Fades {
  const { fadeIn, fadeOut, dissolve = false } = clipExt(clip);
  const fadeOutLength = fadeOut ?? importedReach(clip, 'fadeOut')?.inOffset ?? 0;
  if (hasEntrance(clip)) return { fadeIn: fadeIn ?? 0, fadeOut: fadeOutLength, dissolve, lead: 0 };
  const over = importedReach(clip, 'before');
  if (over) return { fadeIn: over.outOf, fadeOut: fadeOutLength, dissolve: true, lead: over.inOffset };
  return {
    fadeIn: importedReach(clip, 'fadeIn')?.outOf ?? 0,
    fadeOut: fadeOutLength,
    dissolve: false,
    lead: 0,
  };
}

/** From 0 to 1: how far a clip is faded up at a time, without dissolves of other programs, which need the clip before. */
export function fadeAt(clip: TimelineClip, time: number): number {
  const { fadeIn, fadeOut, lead } = fadesOf(clip);
  const { fadeInPart, fadeOutPart } = clipExt(clip);
  const since = time - clip.startTime;
  const left = clip.startTime + clip.duration - time;
  const isOver = lead > 0 || (!hasEntrance(clip) && importedReach(clip, 'before') !== null);
  const { before, after } = { before: 0, after: 0, ...fadeInPart };
  const up = fadeIn > 0 && !isOver ? (since + before) / (before + fadeIn + after) : 1;
  const remaining = { before: 0, after: 0, ...fadeOutPart };
  const down = fadeOut > 0 ? (left + remaining.after) / (remaining.before + fadeOut + remaining.after) : 1;
  return Math.max(0, Math.min(1, up, down));
}

/** Seconds for which the medium of a clip goes on before its start; without end where it does not move. */
export const handleBefore = (clip: TimelineClip): number => handleOf(clip, clip.trimStart, clip.trimEnd);

/** Seconds for which the medium of a clip goes on after its end; without end where it does not move. */
export const handleAfter = (clip: TimelineClip): number => handleOf(clip, clip.trimEnd, clip.trimStart);

function handleOf(clip: TimelineClip, forwards: number, backwards: number): number {
  const speed = speedOf(clip);
  if (clip.type === 'image' || clip.type === 'text' || speed === 0) return Infinity;
  return speed > 0 ? forwards / speed : backwards / -speed;
}

/** Two clips of a track of which one comes up over the other. */
export interface Dissolve {
  from: TimelineClip;
  to: TimelineClip;
  /** When it begins and ends: the incoming clip is seen from the one on, the outgoing one up to the other. */
  begin: number;
  end: number;
  /** How far the incoming clip is up at a time, from 0 to 1. */
  upAt: (time: number) => number;
  /** The fade of the incoming clip says how far it is up: it was made here. */
  isAuthored: boolean;
}

/** Whether pictures, or sounds, can go over into each other. */
const isAlike = (a: TimelineClip, b: TimelineClip): boolean => (a.type === 'audio') === (b.type === 'audio');

/**
 * The dissolves between the clips of a track, by the incoming clip. Clips that overlap are seen as they are, and a dissolve of
 * another program counts only while both of its clips lie side by side and are long enough.
 * @param clips of one track, by their start. @param frame seconds of a frame: clips that miss each other by half of it touch.
 */
export function dissolvesOf(clips: readonly TimelineClip[], frame: number): Map<TimelineClip, Dissolve> {
  const found = new Map<TimelineClip, Dissolve>();
  for (const [index, to] of clips.entries()) {
    const { dissolve, fadeIn, lead } = fadesOf(to);
    if (!dissolve || fadeIn + lead <= 0) continue;
    const isAuthored = hasEntrance(to);
    const { before = 0, after = 0 } = (isAuthored && clipExt(to).fadeInPart) || {};
    // Of a clip that was cut within the dissolve the other half is before it, and what it comes up over is before that.
    const cut = to.startTime - before;
    const from = clipEndingAt(clips, index, cut, frame);
    if (!from || !isAlike(from, to) || (!isAuthored && !isImportedPair(from, to))) continue;
    const begin = to.startTime - lead;
    const length = before + lead + fadeIn + after;
    found.set(to, {
      from,
      to,
      begin,
      end: to.startTime + fadeIn,
      upAt: (time) => Math.max(0, Math.min(1, (time - begin + before) / length)),
      isAuthored,
    });
  }
  return found;
}

/**
 * What a clip can come up over: the clip of its kind that ends where it starts.
 * @param clips of its track, by their start. @param index its place among them.
 * @param frame seconds of a frame: clips that miss each other by half of it touch.
 */
export function adjacentBefore(
  clips: readonly TimelineClip[],
  index: number,
  frame: number,
): TimelineClip | null {
  const to = clips[index];
  if (!to) return null;
  const from = clipEndingAt(clips, index, to.startTime, frame);
  return from && isAlike(from, to) ? from : null;
}

/** The clip before another one that ends at a time; none where it reaches beyond that. */
function clipEndingAt(
  clips: readonly TimelineClip[],
  index: number,
  time: number,
  frame: number,
): TimelineClip | null {
  const item = clips[Math.min(index, firstStartingFrom(clips, time - TOUCH)) - 1];
  if (!item) return null;
  const end = item.startTime + item.duration;
  return end > time + TOUCH || end <= time - frame / 2 ? null : item;
}

/** The index of the first clip that starts at a time or later; their count where none does. @param clips by their start. */
export function firstStartingFrom(clips: readonly TimelineClip[], time: number): number {
  let [low, high] = [0, clips.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((clips[middle]?.startTime ?? Infinity) >= time) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whether both clips still say that one transition lies between them, and have room for it. */
function isImportedPair(from: TimelineClip, to: TimelineClip): boolean {
  const [before, after] = [asRecord(from.ext?.['otio'])['after'], asRecord(to.ext?.['otio'])['before']];
  const reach = importedReach(to, 'before');
  return (
    reach !== null &&
    jsonEqual(before, after) &&
    reach.inOffset <= from.duration + TOUCH &&
    reach.outOf <= to.duration + TOUCH
  );
}
