import { asList, asRecord } from '../document/problems.ts';
import type { TimelineClip } from './document.ts';
import { clipExt } from './ext.ts';

/**
 * How fast clips play. A clip shows its medium from `trimStart` on: twice as fast it shows twice as much of it in the same
 * length. Below zero the same part is played backwards; at 0 the frame at `trimStart` stands still. What another program said
 * counts until somebody sets a speed here.
 */

/** Beyond these speeds a clip has no sound: it would be a hiss, or a rumble. */
const SOUNDING_SPEEDS = { min: 0.25, max: 4 } as const;

type Speeded = Pick<TimelineClip, 'ext' | 'type'>;

/** What the effects of an OpenTimelineIO clip say together; effects that are off say nothing. */
export function speedOfEffects(effects: unknown): number {
  let speed = 1;
  for (const each of asList(effects)) {
    const effect = asRecord(each);
    const schema = effect['OTIO_SCHEMA'];
    if (typeof schema !== 'string' || effect['enabled'] === false) continue;
    const scalar = effect['time_scalar'];
    if (schema.startsWith('FreezeFrame.')) speed = 0;
    else if (schema.startsWith('LinearTimeWarp.') && typeof scalar === 'number') speed *= scalar;
  }
  // Minus nothing is nothing.
  return Number.isFinite(speed) ? speed || 0 : 1;
}

/** What another program said of the speed of a clip. */
export const importedSpeedOf = ({ ext }: Pick<TimelineClip, 'ext'>): number =>
  speedOfEffects(asRecord(ext?.['otio'])['effects']);

/** 1 is as recorded, 0 stands still, below 0 runs backwards. Pictures and words have no speed. */
export function speedOf(clip: Speeded): number {
  if (clip.type === 'image' || clip.type === 'text') return 1;
  return clipExt(clip).speed ?? importedSpeedOf(clip);
}

/** Whether a clip of this speed has its sound. */
export const soundsAt = (speed: number): boolean =>
  Math.abs(speed) >= SOUNDING_SPEEDS.min && Math.abs(speed) <= SOUNDING_SPEEDS.max;

/** Seconds of its medium that a clip shows. */
export const visibleOf = (clip: Speeded & Pick<TimelineClip, 'duration'>): number =>
  clip.duration * Math.abs(speedOf(clip));

/** Seconds of the medium behind a clip, with what is cut off. */
export const mediumLengthOf = (clip: TimelineClip): number => clip.trimStart + visibleOf(clip) + clip.trimEnd;

/** Where in its medium a clip is at a time of the timeline, along a line. */
export function sourceTimeAt(clip: TimelineClip, time: number): number {
  const speed = speedOf(clip);
  const since = time - clip.startTime;
  const at = speed < 0 ? (clip.duration - since) * -speed : since * speed;
  return Math.max(0, clip.trimStart + at);
}

/**
 * The time of its medium whose frame a clip shows. Backwards that is the frame which ends there, so that each is shown once.
 * @param frame seconds of a frame of the timeline
 */
export function pictureTimeAt(clip: TimelineClip, time: number, frame: number): number {
  const speed = speedOf(clip);
  if (speed >= 0) return sourceTimeAt(clip, time);
  return Math.max(clip.trimStart, sourceTimeAt(clip, time + frame));
}

/** A speed as people say it. */
export function speedWords(speed: number): string {
  if (speed === 0) return 'still';
  const percent = `${Math.round(Math.abs(speed) * 1000) / 10} %`;
  return speed < 0 ? `${percent} backwards` : percent;
}
