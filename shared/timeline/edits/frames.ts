import type { TimelineDocument } from '../document.ts';

/** Times that differ by less are the same: far below a frame, far above what sums of seconds lose. */
export const SAME = 1e-6;

/** The time of the nearest whole frame, in seconds. */
export const snapToFrame = (seconds: number, frameRate: number): number =>
  Math.round(seconds * frameRate) / frameRate;

/** A time as it is stored: exactly on a frame where it is one but for rounding, else without the dust of sums. */
export function roundTime(seconds: number, frameRate: number): number {
  const frame = snapToFrame(seconds, frameRate);
  return Math.abs(frame - seconds) < SAME ? frame : Math.round(seconds * 1e9) / 1e9;
}

/** Seconds of one frame. */
export const frameOf = ({ timeline }: TimelineDocument): number => 1 / timeline.frameRate;
