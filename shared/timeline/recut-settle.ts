import { asRecord } from '../document/problems.ts';
import { nameOfWords, wordsOfClip } from './captions.ts';
import type { TimelineClip } from './document.ts';
import { clipExt, MAX_SPEED, withClipExt, type ClipExt } from './ext.ts';
import type { RecutDifference } from './recut-change.ts';
import { wordsReturned, type ReturnedShot } from './recut-differences.ts';
import type { Shot } from './recut-shots.ts';
import { mediumLengthOf, speedOf } from './speed.ts';

/** A clip of a timeline with what is otherwise of it in a cut that came home, and nothing else: it stays who it is. */

/** What of the place and the part of a clip is otherwise. */
export interface Moves {
  start: boolean;
  length: boolean;
  trim: boolean;
}

/** Frames of the timecode at which a medium begins, where another program said it. */
const baseOf = ({ clip }: Shot, rate: number): number => {
  const { base } = asRecord(asRecord(clip.ext?.['otio'])['medium']);
  return typeof base === 'number' && Number.isFinite(base) ? base * rate : 0;
};

/** Compares where two clips lie, in frames as they are written. */
export function movesOf({ original, returned, rules, frameRate }: ReturnedShot): Moves {
  const tolerance = rules.trimTolerance(speedOf(original.clip));
  const isSimilar = (was: number, is: number): boolean => Math.abs(Math.round(was) - is) <= tolerance;
  const bases = [baseOf(original, frameRate), baseOf(returned, frameRate)] as const;
  return {
    start: original.start !== returned.start,
    length: original.end - original.start !== returned.end - returned.start,
    // What a medium begins with may be known on one side alone.
    trim:
      !isSimilar(original.trim, returned.trim) &&
      !isSimilar(original.trim + bases[0], returned.trim + bases[1]),
  };
}

type Extent = Pick<TimelineClip, 'startTime' | 'duration' | 'trimStart' | 'trimEnd'>;

/** The place and part of a clip that came back without what Patchbay wrote of it. */
function extentOf(
  { original, returned, frameRate, rules }: ReturnedShot,
  moves: Moves,
  updated: { speed: number; isReplaced: boolean },
): Extent {
  const { clip, head, tail } = original;
  const { speed, isReplaced } = updated;
  const startTime = moves.start ? (returned.start + head) / frameRate : clip.startTime;
  const frames = returned.end - returned.start - head + tail;
  const duration = moves.length ? Math.max(1, frames) / frameRate : clip.duration;
  const hidden = rules.movesCuts ? (speed < 0 ? tail * -speed : head * speed) : 0;
  const usesReturned = moves.trim || isReplaced;
  const trimStart = usesReturned ? Math.max(0, (returned.trim + hidden) / frameRate) : clip.trimStart;
  if (isReplaced) return { startTime, duration, trimStart, trimEnd: returned.clip.trimEnd };
  const isSame = !moves.length && !moves.trim && speed === speedOf(clip);
  const left = mediumLengthOf(clip) - trimStart - duration * Math.abs(speed);
  return { startTime, duration, trimStart, trimEnd: isSame ? clip.trimEnd : Math.max(0, left) };
}

const REPLACED = ['filename', 'type', 'storageType'] as const;
const mediumFrom = (clip: TimelineClip): Pick<TimelineClip, (typeof REPLACED)[number]> => ({
  filename: clip.filename,
  type: clip.type,
  storageType: clip.storageType,
});

/** The fades of a clip as they came back, for `withClipExt`. */
function fadesFrom(
  { original, returned, frameRate }: ReturnedShot,
  differs: ReadonlySet<RecutDifference>,
): Partial<ClipExt> {
  // Nothing is said by nothing, unless another program said something before.
  const imported = asRecord(original.clip.ext?.['otio']);
  const hasImported = imported['before'] !== undefined || imported['fadeIn'] !== undefined;
  const none = hasImported ? 0 : undefined;
  if (differs.has('dissolve')) {
    const frames = returned.dissolve - original.head;
    return returned.dissolve > 0
      ? { dissolve: true, fadeIn: Math.max(1, frames) / frameRate, fadeInPart: undefined }
      : { dissolve: hasImported ? false : undefined, fadeIn: none, fadeInPart: undefined };
  }
  if (!differs.has('fades')) return {};
  const { fadeIn, fadeOut } = returned;
  const lasts = (frames: number, fallback: number | undefined) =>
    frames > 0 ? frames / frameRate : fallback;
  return {
    ...(fadeIn !== null && { fadeIn: lasts(fadeIn, none), fadeInPart: undefined }),
    ...(fadeOut !== null && {
      fadeOut: lasts(fadeOut, imported['fadeOut'] === undefined ? undefined : 0),
      fadeOutPart: undefined,
    }),
  };
}

/** A clip of this timeline with other words. */
const withWords = (clip: TimelineClip, words: string): TimelineClip =>
  withClipExt({ ...clip, name: nameOfWords(words) }, { text: words.slice(0, 10_000) }) ?? clip;

const withSpeed = (clip: TimelineClip, speed: number): TimelineClip =>
  withClipExt(clip, { speed: Math.max(-MAX_SPEED, Math.min(MAX_SPEED, speed)) }) ?? clip;

/** A clip that came back without what Patchbay wrote of it. @param trackId here. */
export function settledForeign(
  shots: ReturnedShot,
  moves: Moves,
  differs: ReadonlySet<RecutDifference>,
  trackId: string,
): TimelineClip {
  const { original, returned, volume } = shots;
  const { clip } = original;
  const speed = differs.has('speed') ? speedOf(returned.clip) : speedOf(clip);
  const isReplaced = differs.has('medium');
  let updated: TimelineClip = {
    ...clip,
    trackId,
    ...extentOf(shots, moves, { speed, isReplaced }),
    ...(differs.has('name') && { name: returned.clip.name }),
    ...(differs.has('opacity') && { opacity: returned.clip.opacity }),
    ...(differs.has('volume') && volume !== null && { volume }),
    ...(differs.has('transform') && {
      transform: { ...clip.transform, scale: returned.clip.transform.scale },
    }),
    ...(isReplaced && mediumFrom(returned.clip)),
    // It is called by its file.
    ...(isReplaced && clip.name === clip.filename && { name: returned.clip.name }),
  };
  if (isReplaced) updated = withClipExt(updated, { fileId: clipExt(returned.clip).fileId }) ?? updated;
  if (differs.has('speed')) updated = withSpeed(updated, speed);
  if (differs.has('words'))
    updated = withWords(
      updated,
      returned.clip.type === 'text' ? wordsOfClip(returned.clip) : returned.clip.name,
    );
  const fades = fadesFrom(shots, differs);
  return Object.keys(fades).length > 0 ? (withClipExt(updated, fades) ?? updated) : updated;
}

/** A clip that came back with what Patchbay wrote of it. @param trackId here. */
export function settledById(
  { original: { clip }, returned: { clip: returned } }: ReturnedShot,
  differs: ReadonlySet<RecutDifference>,
  trackId: string,
): TimelineClip {
  const { startTime, duration, trimStart, trimEnd, opacity, volume, transform } = returned;
  const otio = returned.ext?.['otio'];
  const merged: TimelineClip = {
    ...clip,
    name: returned.name || clip.name,
    trackId,
    startTime,
    duration,
    trimStart,
    trimEnd,
    opacity,
    volume,
    transform,
    ...(otio !== undefined && { ext: { ...clip.ext, otio } }),
    ...(differs.has('medium') && mediumFrom(returned)),
  };
  const { speed, fileId, fadeIn, fadeOut, fadeInPart, fadeOutPart, dissolve } = clipExt(returned);
  const extension = {
    speed,
    ...(differs.has('medium') && { fileId }),
    ...((differs.has('fades') || differs.has('dissolve')) && {
      fadeIn,
      fadeOut,
      fadeInPart,
      fadeOutPart,
      dissolve,
    }),
  };
  const updated = withClipExt(merged, extension) ?? merged;
  const worded = differs.has('words') ? withWords(updated, wordsReturned(clip, returned)) : updated;
  const speedReturned = speedOf(returned);
  return speedOf(worded) === speedReturned ? worded : withSpeed(worded, speedReturned);
}

/**
 * A clip that is new in a cut that came home without what Patchbay writes.
 * @param volume of its own sound; null where nothing says it. @param trackId here.
 */
export function addedShot(
  { clip, start, end, trim, dissolve }: Shot,
  { frameRate, volume, movesCuts }: { frameRate: number; volume: number | null; movesCuts: boolean },
  trackId: string,
): TimelineClip {
  const clipOnTrack = { ...clip, trackId, ...(volume !== null && { volume }) };
  if (!movesCuts) return clipOnTrack;
  const aligned = {
    ...clipOnTrack,
    startTime: start / frameRate,
    duration: (end - start) / frameRate,
    trimStart: Math.max(0, trim / frameRate),
  };
  if (dissolve === 0) return aligned;
  return withClipExt(aligned, { dissolve: true, fadeIn: dissolve / frameRate }) ?? aligned;
}
