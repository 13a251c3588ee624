import type { TimelineClip } from '../document.ts';
import { clipExt, keyframesOf, withClipExt, type Keyframe, type KeyedProperty } from '../ext.ts';
import { editableClips, replaceClips, type TimelineEdit } from './edit.ts';
import { SAME, snapToFrame, tidy } from './frames.ts';

/** Changes clips one by one; those for which there is nothing to change give null. */
const changeEach =
  (
    ids: Iterable<string>,
    change: (clip: TimelineClip, frameRate: number) => TimelineClip | null,
  ): TimelineEdit =>
  (document) =>
    replaceClips(
      document,
      editableClips(document, ids).flatMap((clip) => change(clip, document.timeline.frameRate) ?? []),
    );

/** What a person sets of clips as a whole. */
export type ClipChange = Partial<Pick<TimelineClip, 'name' | 'filename' | 'storageType'>>;

/** Puts another take in the place of a clip's medium; a name that a person gave stays. */
export const swapMedium = (
  ids: Iterable<string>,
  { filename, fileId }: { filename: string; fileId: string },
): TimelineEdit =>
  changeEach(ids, (clip) => {
    const name = clip.name === clip.filename ? filename : clip.name;
    return withClipExt({ ...clip, filename, name, storageType: 'library' }, { fileId });
  });

/** Gives clips another name or medium. */
export const changeClips = (ids: Iterable<string>, change: ClipChange): TimelineEdit =>
  changeEach(ids, (clip) => ({ ...clip, ...change }));

const LIMITS: Partial<Record<KeyedProperty, { min: number; max: number }>> = {
  opacity: { min: 0, max: 1 },
  volume: { min: 0, max: 100 },
};

const limited = (property: KeyedProperty, value: number): number => {
  const { min = -Infinity, max = Infinity } = LIMITS[property] ?? {};
  return Math.min(max, Math.max(min, value));
};

/** The clip with a keyframe; one on the same frame is replaced. */
function withKeyframe(
  clip: TimelineClip,
  property: KeyedProperty,
  frame: Keyframe,
  frameRate: number,
): TimelineClip | null {
  const at = tidy(snapToFrame(clip.startTime + frame.at, frameRate) - clip.startTime, frameRate);
  const others = keyframesOf(clip, property).filter((one) => Math.abs(one.at - at) > 0.5 / frameRate);
  const frames = [...others, { ...frame, at, value: limited(property, frame.value) }];
  return withKeyframes(
    clip,
    property,
    frames.toSorted((a, b) => a.at - b.at),
  );
}

function withKeyframes(clip: TimelineClip, property: KeyedProperty, frames: Keyframe[]): TimelineClip | null {
  const { [property]: _, ...others } = clipExt(clip).keyframes ?? {};
  const keyframes = frames.length > 0 ? { ...others, [property]: frames } : others;
  return withClipExt(clip, {
    keyframes: Object.keys(keyframes).length > 0 ? keyframes : undefined,
  });
}

/**
 * Sets a property of clips. Where it has keyframes one is set at the time, else the value counts for the whole clip.
 * @param time seconds of the timeline.
 */
export const setValue = (
  ids: Iterable<string>,
  property: KeyedProperty,
  value: number,
  time: number,
): TimelineEdit =>
  changeEach(ids, (clip, frameRate) => {
    if (!Number.isFinite(value)) return null;
    const keyed = keyframesOf(clip, property);
    if (keyed.length > 0) {
      const at = Math.max(0, Math.min(clip.duration, time - clip.startTime));
      const ease = keyed.findLast((frame) => frame.at <= at + SAME)?.ease ?? 'linear';
      return withKeyframe(clip, property, { at, value, ease }, frameRate);
    }
    const now = limited(property, value);
    if (property === 'opacity' || property === 'volume') return { ...clip, [property]: now };
    return { ...clip, transform: { ...clip.transform, [property]: now } };
  });

/** Adds a keyframe, or replaces the one on its frame. */
export const setKeyframe = (clipId: string, property: KeyedProperty, frame: Keyframe): TimelineEdit =>
  changeEach([clipId], (clip, frameRate) =>
    Number.isFinite(frame.value) ? withKeyframe(clip, property, frame, frameRate) : null,
  );

/** Takes a keyframe away, or all of a property. @param at seconds from the start of the clip; null: all. */
export const removeKeyframe = (clipId: string, property: KeyedProperty, at: number | null): TimelineEdit =>
  changeEach([clipId], (clip, frameRate) => {
    const frames = keyframesOf(clip, property);
    const left = frames.filter((frame) => at !== null && Math.abs(frame.at - at) > 0.5 / frameRate);
    return left.length === frames.length ? null : withKeyframes(clip, property, left);
  });

/** Sets how long clips come up and go down. The two never overlap. @param seconds 0 for none. */
export const setFade = (ids: Iterable<string>, fade: 'fadeIn' | 'fadeOut', seconds: number): TimelineEdit =>
  changeEach(ids, (clip, frameRate) => {
    const other = clipExt(clip)[fade === 'fadeIn' ? 'fadeOut' : 'fadeIn'] ?? 0;
    const most = Math.max(0, clip.duration - other);
    const length = Math.min(most, Math.max(0, snapToFrame(seconds, frameRate)));
    return withClipExt(clip, { [fade]: length > SAME ? length : undefined });
  });
