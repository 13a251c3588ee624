import type { TimelineBody, TimelineClip, TimelineDocument, TimelineTrack } from './document.ts';
import { clipExt, soundingTracks, trackKind, valueAt } from './ext.ts';
import { pictureTimeAt, soundsAt, sourceTimeAt, speedOf } from './speed.ts';

/**
 * What of a timeline is seen and sounds at a time: a plan without pictures and samples. Preview and export draw and mix the
 * same plan. All times are seconds; positions are pixels of the project.
 */

/** A clip that is seen at a time. */
export interface Layer {
  clip: TimelineClip;
  /** Where in its medium. */
  sourceTime: number;
  /** From 0 to 1, with fades. */
  opacity: number;
  /** From the middle of the picture; rotation in degrees, clockwise. */
  transform: TimelineClip['transform'];
  /** It is a caption: words at the lower edge. */
  isCaption: boolean;
}

/** A part of a clip that sounds. */
export interface SoundSpan {
  clip: TimelineClip;
  from: number;
  to: number;
  /** Which part of its medium it is; backwards it is played from the end of it. */
  sourceFrom: number;
  sourceTo: number;
  /** The factor of its samples at a time of the timeline, with fades and the volume of its track. */
  gainAt: (time: number) => number;
}

/** Clips that lie exactly one after the other may miss each other by this much, as sums of fractions do. */
const TOUCH = 1e-6;

/** The clips of a track by their start, and up to each the latest end, so that those at a time are found at once. */
interface Lane {
  track: TimelineTrack;
  isCaption: boolean;
  clips: readonly TimelineClip[];
  ends: readonly number[];
}

interface Index {
  lanes: readonly Lane[];
  sounding: ReadonlySet<string>;
}

/** Documents are never changed in place. */
const indexes = new WeakMap<TimelineBody, Index>();

function indexOf(document: Pick<TimelineDocument, 'timeline'>): Index {
  const { timeline } = document;
  const known = indexes.get(timeline);
  if (known) return known;
  const byTrack = Map.groupBy(timeline.clips, ({ trackId }) => trackId);
  const lanes = timeline.tracks.map((track) => {
    const own = byTrack.get(track.id) ?? [];
    const clips = own.toSorted((a, b) => a.startTime - b.startTime);
    let end = 0;
    const ends = clips.map((clip) => (end = Math.max(end, clip.startTime + clip.duration)));
    return { track, clips, ends, isCaption: trackKind(track, own) === 'captions' };
  });
  const made = { lanes, sounding: soundingTracks(document) };
  indexes.set(timeline, made);
  return made;
}

/** The clips of a lane that share a moment with `from` to `to`, those that begin first before the others. */
function clipsBetween({ clips, ends }: Lane, from: number, to: number): TimelineClip[] {
  let low = 0;
  let high = clips.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((clips[middle]?.startTime ?? Infinity) < to) low = middle + 1;
    else high = middle;
  }
  const found: TimelineClip[] = [];
  for (let index = low - 1; index >= 0 && (ends[index] ?? 0) > from; index -= 1) {
    const clip = clips[index];
    if (clip && clip.startTime + clip.duration > from) found.push(clip);
  }
  return found.toReversed();
}

/**
 * What is seen at a time, the lowest layer first: of the tracks that are not hidden, the clips with a picture that is not
 * wholly transparent. A clip is seen from its start up to its end, the end not included.
 */
export function layersAt(document: Pick<TimelineDocument, 'timeline'>, time: number): Layer[] {
  const shown = indexOf(document).lanes.filter(({ track }) => !track.mutedVideo);
  // Captions lie over every picture, wherever their track stands.
  const ordered = [...shown.filter((lane) => !lane.isCaption), ...shown.filter((lane) => lane.isCaption)];
  return ordered.flatMap((lane) =>
    clipsBetween(lane, time + TOUCH, time + TOUCH)
      .filter(({ type }) => type !== 'audio')
      .flatMap((clip) => {
        const frame = 1 / document.timeline.frameRate;
        const layer = layerOf(clip, time, lane.isCaption, frame);
        const under = dissolvedOf(lane, clip, time, frame);
        return under ? [under, layer] : [layer];
      })
      .filter(({ opacity }) => opacity > 0),
  );
}

/** What is still seen of the clip right before another one that dissolves from it: its end, held. */
function dissolvedOf(lane: Lane, clip: TimelineClip, time: number, frame: number): Layer | null {
  const { dissolve, fadeIn = 0, fadeInPart } = clipExt(clip);
  if (dissolve !== true || time >= clip.startTime + fadeIn) return null;
  // Of a clip that was cut within the dissolve the other half is before it, and what it comes up over is before that.
  const startTime = clip.startTime - (fadeInPart?.before ?? 0);
  const before = clipsBetween(lane, startTime - frame / 2, startTime).findLast(
    (other) => other !== clip && other.type !== 'audio' && other.startTime < startTime - TOUCH,
  );
  // Clips that overlap are seen both as they are.
  if (!before || before.startTime + before.duration > startTime + TOUCH) return null;
  return layerOf(before, Math.max(before.startTime, startTime - frame), lane.isCaption, frame);
}

function layerOf(clip: TimelineClip, time: number, isCaption: boolean, frame: number): Layer {
  return {
    clip,
    isCaption,
    sourceTime: pictureTimeAt(clip, time, frame),
    opacity: valueAt(clip, 'opacity', time),
    transform: {
      x: valueAt(clip, 'x', time),
      y: valueAt(clip, 'y', time),
      scale: valueAt(clip, 'scale', time),
      rotation: valueAt(clip, 'rotation', time),
    },
  };
}

/**
 * What sounds between two times: sounds, and videos with the sound they have. Tracks that are muted are left out, and while
 * some are solo all others. Clips that are much faster or slower than recorded, or stand still, have none.
 */
export function soundsBetween(
  document: Pick<TimelineDocument, 'timeline'>,
  from: number,
  to: number,
): SoundSpan[] {
  const { lanes, sounding } = indexOf(document);
  return lanes
    .filter(({ track }) => sounding.has(track.id) && track.volume > 0)
    .flatMap((lane) =>
      clipsBetween(lane, from, to)
        .filter((clip) => (clip.type === 'audio' || clip.type === 'video') && soundsAt(speedOf(clip)))
        .map((clip) => spanOf(clip, lane.track.volume, from, to))
        .filter((span) => span.to > span.from),
    );
}

function spanOf(clip: TimelineClip, trackVolume: number, from: number, to: number): SoundSpan {
  const start = Math.max(from, clip.startTime);
  const end = Math.min(to, clip.startTime + clip.duration);
  const [first, last] = [sourceTimeAt(clip, start), sourceTimeAt(clip, end)];
  return {
    clip,
    from: start,
    to: end,
    sourceFrom: Math.min(first, last),
    sourceTo: Math.max(first, last),
    gainAt: (time) => valueAt(clip, 'volume', time) * trackVolume,
  };
}

/** The number of the frame that is shown at a time. */
export const frameAt = (time: number, frameRate: number): number =>
  Math.max(0, Math.floor(time * frameRate + 1e-3));

/** How many frames a film of this length has: to the nearest frame, and one at least. */
export const frameCount = (seconds: number, frameRate: number): number =>
  Math.max(1, Math.round(seconds * frameRate));
