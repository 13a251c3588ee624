import {
  byProperty,
  CLIP_FIELDS,
  limited,
  PICTURE_PROPERTIES,
  type ClipField,
  type KeyedProperty,
  type PictureProperty,
} from './clip-fields.ts';
import type { TimelineBody, TimelineClip, TimelineDocument, TimelineTrack } from './document.ts';
import { clipExt, keyedValueAt, soundingTracks, trackExt, trackKind } from './ext.ts';
import { mediumLengthOf, pictureTimeAt, soundsAt, sourceTimeAt, speedOf } from './speed.ts';
import { resolveTextStyle, type ResolvedTextStyle, type Typeface } from './text-style.ts';
import { dissolvesOf, fadeAt, handleAfter, handleBefore, type Dissolve } from './transitions.ts';

/**
 * What of a timeline is seen and sounds at a time: a plan without pictures and samples. Preview and export draw and mix the
 * same plan. All times are seconds; positions are pixels of the project.
 */

/** A clip that is seen at a time. */
export interface Layer {
  clip: TimelineClip;
  /** Where in its medium. */
  sourceTime: number;
  /** What it looks like: opacity from 0 to 1 with fades, pixels of the project from its middle, degrees clockwise. */
  values: Readonly<Record<PictureProperty, number>>;
  /** It is a caption: words at the lower edge. */
  isCaption: boolean;
  /** How its words look; null for a clip without words. */
  textStyle: ResolvedTextStyle | null;
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
  /** By the incoming clip, and by the outgoing one. */
  dissolves: ReadonlyMap<TimelineClip, Dissolve>;
  leaving: ReadonlyMap<TimelineClip, Dissolve>;
  /** How far a clip is seen or heard beyond its start or end, at the most. */
  reach: number;
}

interface Index {
  lanes: readonly Lane[];
  sounding: ReadonlySet<string>;
}

/** Documents are never changed in place. */
const indexes = new WeakMap<TimelineBody, Index>();

function indexOf(document: Pick<TimelineDocument, 'timeline'>): Index {
  const { timeline } = document;
  const existing = indexes.get(timeline);
  if (existing) return existing;
  const byTrack = Map.groupBy(timeline.clips, ({ trackId }) => trackId);
  const lanes = timeline.tracks.map((track) => {
    const trackClips = byTrack.get(track.id) ?? [];
    const clips = trackClips.toSorted((a, b) => a.startTime - b.startTime);
    let end = 0;
    const ends = clips.map((clip) => (end = Math.max(end, clip.startTime + clip.duration)));
    const dissolves = dissolvesOf(clips, 1 / timeline.frameRate);
    const all = [...dissolves.values()];
    return {
      track,
      clips,
      ends,
      dissolves,
      leaving: new Map(all.map((dissolve) => [dissolve.from, dissolve])),
      reach: all.reduce((most, { begin, end, from, to }) => {
        return Math.max(most, to.startTime - begin, end - (from.startTime + from.duration));
      }, 0),
      isCaption: trackKind(track, trackClips) === 'captions',
    };
  });
  const created = { lanes, sounding: soundingTracks(document) };
  indexes.set(timeline, created);
  return created;
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
  const visible = indexOf(document).lanes.filter(({ track }) => !track.mutedVideo);
  // Captions lie over every picture, wherever their track stands.
  const ordered = [...visible.filter((lane) => !lane.isCaption), ...visible.filter((lane) => lane.isCaption)];
  const frame = 1 / document.timeline.frameRate;
  return ordered.flatMap((lane) =>
    clipsBetween(lane, time + TOUCH, time + TOUCH + lane.reach)
      .filter((clip) => clip.type !== 'audio' && isVisible(lane, clip, time))
      .flatMap((clip) => {
        const dissolve = lane.dissolves.get(clip);
        const layer = layerOf(clip, time, lane, frame);
        if (!dissolve || time >= dissolve.end) return [layer];
        const over = dissolve.isAuthored
          ? layer
          : { ...layer, values: { ...layer.values, opacity: layer.values.opacity * dissolve.upAt(time) } };
        return [...outgoingLayer(dissolve, time, lane, frame), over];
      })
      .filter(({ values }) => values.opacity > 0),
  );
}

/** From its start on, and before that while it comes up over another one. */
const isVisible = (lane: Lane, clip: TimelineClip, time: number): boolean =>
  (lane.dissolves.get(clip)?.begin ?? clip.startTime) <= time + TOUCH || clip.startTime < time + TOUCH;

/** What is still seen of the outgoing clip of a dissolve after its end: it plays on, and where its medium ends is held. */
function outgoingLayer({ from }: Dissolve, time: number, lane: Lane, frame: number): Layer[] {
  const end = from.startTime + from.duration;
  if (time + TOUCH < end) return [];
  const layer = layerOf(from, time, lane, frame);
  const speed = speedOf(from);
  const last =
    speed > 0
      ? Math.max(pictureTimeAt(from, end - frame, frame), mediumLengthOf(from) - frame * speed)
      : Infinity;
  const sourceTime = speed < 0 ? sourceTimeAt(from, time + frame) : layer.sourceTime;
  return [{ ...layer, sourceTime: Math.min(last, sourceTime) }];
}

/**
 * What a clip shows or sounds like at a time: its keyframes, else its own value; opacity and volume with its fades.
 * @param time seconds of the timeline. Positions are pixels of the project, rotation degrees clockwise.
 */
export function valueAt(clip: TimelineClip, property: KeyedProperty, time: number): number {
  const field: ClipField = CLIP_FIELDS[property];
  const value = limited(field, keyedValueAt(clip, property, time));
  return field.fades ? value * fadeAt(clip, time) : value;
}

function layerOf(clip: TimelineClip, time: number, { isCaption, track }: Lane, frame: number): Layer {
  return {
    clip,
    isCaption,
    textStyle:
      clip.type === 'text'
        ? resolveTextStyle(isCaption, clipExt(clip).textStyle, trackExt(track).textStyle)
        : null,
    sourceTime: pictureTimeAt(clip, time, frame),
    values: byProperty(PICTURE_PROPERTIES, (property) => valueAt(clip, property, time)),
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
      clipsBetween(lane, from - lane.reach, to + lane.reach)
        .filter((clip) => (clip.type === 'audio' || clip.type === 'video') && soundsAt(speedOf(clip)))
        .map((clip) => spanOf(lane, clip, from, to))
        .filter((span) => span.to > span.from),
    );
}

/** Sounds go over into each other where their pictures do, as far as their media reach. */
function spanOf(lane: Lane, clip: TimelineClip, from: number, to: number): SoundSpan {
  const [incoming, outgoing] = [lane.dissolves.get(clip), lane.leaving.get(clip)];
  const clipEnd = clip.startTime + clip.duration;
  const begin = incoming ? Math.max(incoming.begin, clip.startTime - handleBefore(clip)) : clip.startTime;
  const end = outgoing ? Math.min(outgoing.end, clipEnd + handleAfter(clip)) : clipEnd;
  const start = Math.max(from, begin);
  const stop = Math.min(to, end);
  const [first, last] = [sourceTimeAt(clip, start), sourceTimeAt(clip, stop)];
  const trackVolume = lane.track.volume;
  return {
    clip,
    from: start,
    to: stop,
    sourceFrom: Math.min(first, last),
    sourceTo: Math.max(first, last),
    gainAt: (time) =>
      valueAt(clip, 'volume', time) *
      trackVolume *
      (incoming && !incoming.isAuthored ? incoming.upAt(time) : 1) *
      (outgoing ? 1 - outgoing.upAt(time) : 1),
  };
}

const typefaces = new WeakMap<TimelineBody, ReadonlySet<Typeface>>();

/** The typefaces that a film is written in; the usual one also stands where a medium is missing. */
export function typefacesOf(timeline: TimelineBody | undefined): ReadonlySet<Typeface> {
  const existing = timeline && typefaces.get(timeline);
  if (existing) return existing;
  const found = new Set<Typeface>(['sans']);
  for (const item of [...(timeline?.tracks ?? []).map(trackExt), ...(timeline?.clips ?? []).map(clipExt)])
    if (item.textStyle?.typeface !== undefined) found.add(item.textStyle.typeface);
  if (timeline) typefaces.set(timeline, found);
  return found;
}

/** The number of the frame that is shown at a time. */
export const frameAt = (time: number, frameRate: number): number =>
  Math.max(0, Math.floor(time * frameRate + 1e-3));

/** How many frames a film of this length has: to the nearest frame, and one at least. */
export const frameCount = (seconds: number, frameRate: number): number =>
  Math.max(1, Math.round(seconds * frameRate));
