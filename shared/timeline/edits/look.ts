import type { TimelineClip } from '../document.ts';
import { CLIP_FIELDS, KEYED_PROPERTIES, limited, type KeyedProperty } from '../clip-fields.ts';
import { clipExt, keyframesOf, withClipExt, withFixedValue, type Keyframe } from '../ext.ts';
import { editableClips, replaceClips, type TimelineEdit } from './edit.ts';
import { fadesOf } from '../transitions.ts';
import { SAME, snapToFrame, roundTime } from './frames.ts';

/** Changes clips one by one; those for which there is nothing to change give null. */
export const changeEach =
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

/** Puts another take in the place of a clip's medium. A name that a person or the storyboard gave stays; the file's own follows it. */
export const swapMedium = (
  ids: Iterable<string>,
  { filename, fileId }: { filename: string; fileId: string },
): TimelineEdit =>
  changeEach(ids, (clip) => {
    const isFileName = clip.name === clip.filename && clipExt(clip).shotId === undefined;
    const name = isFileName ? filename : clip.name;
    return withClipExt({ ...clip, filename, name, storageType: 'library' }, { fileId });
  });

/** Gives clips another name or medium. */
export const changeClips = (ids: Iterable<string>, change: ClipChange): TimelineEdit =>
  changeEach(ids, (clip) => ({ ...clip, ...change }));

/** The clip with a keyframe; one on the same frame is replaced. */
function withKeyframe(
  clip: TimelineClip,
  property: KeyedProperty,
  frame: Keyframe,
  frameRate: number,
): TimelineClip | null {
  const at = roundTime(snapToFrame(clip.startTime + frame.at, frameRate) - clip.startTime, frameRate);
  const remaining = keyframesOf(clip, property).filter((item) => Math.abs(item.at - at) > 0.5 / frameRate);
  const frames = [...remaining, { ...frame, at, value: limited(CLIP_FIELDS[property], frame.value) }];
  return withKeyframes(
    clip,
    property,
    frames.toSorted((a, b) => a.at - b.at),
  );
}

function withKeyframes(clip: TimelineClip, property: KeyedProperty, frames: Keyframe[]): TimelineClip | null {
  const { [property]: _, ...remaining } = clipExt(clip).keyframes ?? {};
  const keyframes = frames.length > 0 ? { ...remaining, [property]: frames } : remaining;
  return withClipExt(clip, {
    keyframes: Object.keys(keyframes).length > 0 ? keyframes : undefined,
  });
}

/**
 * Sets a property of clips. Where it has keyframes one is set at the time, and nothing where the clip is not there; else the
 * value counts for the whole clip.
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
      const at = time - clip.startTime;
      if (at < -SAME || at > clip.duration + SAME) return null;
      const ease = keyed.findLast((frame) => frame.at <= at + SAME)?.ease ?? 'linear';
      return withKeyframe(clip, property, { at, value, ease }, frameRate);
    }
    return withFixedValue(clip, property, { field: CLIP_FIELDS[property], value });
  });

/** Adds a keyframe within a clip, or replaces the one on its frame. */
export const setKeyframe = (clipId: string, property: KeyedProperty, frame: Keyframe): TimelineEdit =>
  changeEach([clipId], (clip, frameRate) =>
    Number.isFinite(frame.value) && frame.at >= -SAME && frame.at <= clip.duration + SAME
      ? withKeyframe(clip, property, frame, frameRate)
      : null,
  );

/** Takes a keyframe away, or all of a property. @param at seconds from the start of the clip; null: all. */
export const removeKeyframe = (clipId: string, property: KeyedProperty, at: number | null): TimelineEdit =>
  changeEach([clipId], (clip, frameRate) => {
    const frames = keyframesOf(clip, property);
    const left = frames.filter((frame) => at !== null && Math.abs(frame.at - at) > 0.5 / frameRate);
    return left.length === frames.length ? null : withKeyframes(clip, property, left);
  });

/** Times at which a clip has keyframes of any property, within its visible part; seconds from its start, in order. */
export function keyframeTimes(clip: TimelineClip, frameRate: number): number[] {
  const times = KEYED_PROPERTIES.flatMap((property) => keyframesOf(clip, property).map(({ at }) => at))
    .filter((at) => at >= -SAME && at <= clip.duration + SAME)
    .toSorted((a, b) => a - b);
  return times.filter((at, index) => at - (times[index - 1] ?? -Infinity) > 0.5 / frameRate);
}

/** The clip with its keyframes on a frame changed, of all properties. @param change null: they go. */
function changeKeyframesAt(
  clip: TimelineClip,
  at: number,
  frameRate: number,
  change: ((frame: Keyframe) => Keyframe) | null,
): TimelineClip | null {
  const isAtFrame = (frame: Keyframe) => Math.abs(frame.at - at) <= 0.5 / frameRate;
  let current: TimelineClip | null = null;
  for (const property of KEYED_PROPERTIES) {
    const frames = keyframesOf(clip, property);
    const shifted = frames.filter(isAtFrame);
    if (shifted.length === 0) continue;
    const left = frames.filter((frame) => !isAtFrame(frame));
    let next: TimelineClip | null = withKeyframes(current ?? clip, property, left);
    for (const frame of change ? shifted.map(change) : []) {
      next = next && withKeyframe(next, property, frame, frameRate);
    }
    current = next ?? current;
  }
  return current;
}

/** Moves the keyframes of a clip on one frame, of all properties; those they come to lie on are replaced. @param to seconds from its start. */
export const moveKeyframes = (clipId: string, at: number, to: number): TimelineEdit =>
  changeEach([clipId], (clip, frameRate) => {
    const index = keyframePosition(clip, to, frameRate);
    if (Math.abs(index - at) < SAME) return null;
    return changeKeyframesAt(clip, at, frameRate, (frame) => ({ ...frame, at: index }));
  });

/** Where a keyframe can come to lie: on a frame within the visible part of its clip. Seconds from its start. */
export const keyframePosition = (clip: TimelineClip, at: number, frameRate: number): number =>
  roundTime(
    snapToFrame(clip.startTime + Math.max(0, Math.min(clip.duration, at)), frameRate) - clip.startTime,
    frameRate,
  );

/** Takes the keyframes of a clip on one frame away, of all properties. */
export const removeKeyframesAt = (clipId: string, at: number): TimelineEdit =>
  changeEach([clipId], (clip, frameRate) => changeKeyframesAt(clip, at, frameRate, null));

/** How long a fade of a clip can be: the two never overlap. Seconds, on a frame. */
export function fadeLength(
  clip: TimelineClip,
  fade: 'fadeIn' | 'fadeOut',
  seconds: number,
  frameRate: number,
): number {
  const candidate = fadesOf(clip)[fade === 'fadeIn' ? 'fadeOut' : 'fadeIn'];
  return Math.min(Math.max(0, clip.duration - candidate), Math.max(0, snapToFrame(seconds, frameRate)));
}

/** Sets how long clips come up and go down. The two never overlap. @param seconds 0 for none. */
export const setFade = (ids: Iterable<string>, fade: 'fadeIn' | 'fadeOut', seconds: number): TimelineEdit =>
  changeEach(ids, (clip, frameRate) => {
    const length = fadeLength(clip, fade, seconds, frameRate);
    // What another program said counts while nothing is set here, so none is set as none.
    const theirs = fadesOf(omitFade(clip, fade));
    const isTheirs = theirs[fade] > 0 || (fade === 'fadeIn' && theirs.lead > 0);
    const none = isTheirs ? 0 : undefined;
    return withClipExt(clip, {
      [fade]: length > SAME ? length : none,
      [`${fade}Part`]: undefined,
      ...(fade === 'fadeIn' && fadesOf(clip).dissolve && length > SAME && { dissolve: true }),
    });
  });

/** A clip that says nothing of its own of a fade. */
const omitFade = (clip: TimelineClip, fade: 'fadeIn' | 'fadeOut'): TimelineClip =>
  withClipExt(clip, { [fade]: undefined, ...(fade === 'fadeIn' && { dissolve: undefined }) }) ?? clip;

/** Lets clips come up over the end of the clip right before them on their track, or from nothing. */
export const setDissolve = (ids: Iterable<string>, dissolve: boolean): TimelineEdit =>
  changeEach(ids, (clip) => {
    const { fadeIn, lead } = fadesOf(clip);
    const length = fadeIn + lead;
    return withClipExt(clip, { dissolve: dissolve || undefined, ...(length > SAME && { fadeIn: length }) });
  });
