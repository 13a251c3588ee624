import { asRecord } from '../document/problems.ts';
import type { TimelineClip } from '../timeline/index.ts';
import type { ClipMedia } from './media-reference.ts';
import { portableName } from '../timeline/portable-name.ts';
import { otioTimeOf } from './export-parts.ts';
import { exactRate, isPresent, secondsOf, textOf, type OtioObject } from './objects.ts';

/**
 * Where a clip lies in its medium, in the coordinates of the program it came from: many count from the timecode of
 * the medium, and a timeline document counts from its first frame. An export writes it as it came.
 */

/** A time as the file wrote it: `value` units, `rate` of them a second. */
interface OtioTime {
  value: number;
  rate: number;
}

interface OtioRange {
  start: OtioTime;
  duration: OtioTime;
}

/** Stored under `ext.otio.medium` of a clip. */
export interface ClipMedium {
  /** The file that the clip had; for another one nothing of this holds. */
  filename: string;
  /** The name of the reference. */
  name: string;
  /** The file that an `ExternalReference` asks for, without its place. */
  url?: string;
  /** The time of the medium that the document counts as 0, in seconds. */
  base: number;
  source?: OtioRange;
  available?: OtioRange;
}

/** Less than this many seconds apart, times are the same. */
const SAME = 1e-9;

/** @param like the time itself is given where it says the same. */
function writtenTime(time: unknown, like?: OtioTime): OtioTime | undefined {
  if (secondsOf(time) === undefined) return undefined;
  const { value, rate } = asRecord(time);
  if (like && like.value === value && like.rate === rate) return like;
  return { value: Number(value), rate: Number(rate) };
}

/** @param like the range itself is given where it says the same: clips of one medium share what is known of it. */
function writtenRange(value: unknown, like?: OtioRange): OtioRange | undefined {
  const range = asRecord(value);
  const duration = writtenTime(range['duration'], like?.duration);
  if (!duration || duration.value < 0) return undefined;
  const start = writtenTime(range['start_time'], like?.start);
  if (like && start === like.start && duration === like.duration) return like;
  return start && { start, duration };
}

/**
 * What is kept of the medium of a clip.
 * @param positioned `head`: seconds of the medium before the clip, as its document has them; `before`: what was kept of the
 * clip before, with which it may have some in common.
 * @returns undefined when an export says as much by itself.
 */
export function mediumOf(
  clip: OtioObject,
  media: ClipMedia,
  positioned: { head: number; filename: string; before?: ClipMedium },
  patchbay: Record<string, unknown> | undefined,
): ClipMedium | undefined {
  if (patchbay && patchbay['medium'] !== true && (media.available?.start ?? 0) === 0) return undefined;
  const source = writtenRange(clip['source_range'], positioned.before?.source);
  const available = writtenRange(media.availableRange, positioned.before?.available);
  if (!source && !available && media.name === '') return undefined;
  const start = source ? secondsIn(source.start) : media.available?.start;
  const { filename, head } = positioned;
  const name = media.referenceName;
  const base = (start ?? 0) - head;
  const url = urlOf(media);
  // Nearly all are whole: made at once they take less than field by field.
  if (url !== undefined && source && available) return { filename, name, url, base, source, available };
  return {
    filename,
    name,
    ...(url !== undefined && { url }),
    base,
    ...(source && { source }),
    ...(available && { available }),
  };
}

/** The file that a reference asks for, without its place. */
const urlOf = ({ schema, url, name }: ClipMedia): string | undefined =>
  schema === 'ExternalReference' && url !== '' ? portableName(name) : undefined;

/** A range that was stored; undefined for anything else, as documents come from anywhere. */
function rangeFrom(value: unknown): OtioRange | undefined {
  const range = asRecord(value);
  const [start, duration] = [writtenTime(range['start']), writtenTime(range['duration'])];
  return start && duration && duration.value >= 0 ? { start, duration } : undefined;
}

/** What an import kept of the medium of a clip, if the clip still has that medium. */
export function importedMedium(clip: TimelineClip): ClipMedium | undefined {
  const medium = asRecord(asRecord(clip.ext?.['otio'])['medium']);
  const base = medium['base'];
  if (typeof base !== 'number' || !Number.isFinite(base) || medium['filename'] !== clip.filename) {
    return undefined;
  }
  const [source, available] = [rangeFrom(medium['source']), rangeFrom(medium['available'])];
  return {
    filename: clip.filename,
    name: textOf(medium['name']),
    ...(isPresent(medium['url']) && { url: textOf(medium['url']) }),
    base,
    ...(source && { source }),
    ...(available && { available }),
  };
}

const secondsIn = ({ value, rate }: OtioTime): number => value / exactRate(rate);
const same = (a: number, b: number): boolean => Math.abs(a - b) < SAME;

const otioTime = ({ value, rate }: OtioTime): OtioObject => otioTimeOf(value, rate);

const otioRange = ({ start, duration }: OtioRange): OtioObject => ({
  OTIO_SCHEMA: 'TimeRange.1',
  duration: otioTime(duration),
  start_time: otioTime(start),
});

/** The `available_range` of a medium, as it came; null when the file said none. */
export const availableRange = (medium: ClipMedium): OtioObject | null =>
  medium.available ? otioRange(medium.available) : null;

/**
 * The `source_range` of a clip: as it came where the clip still shows the same part, else in frames.
 * @param placed the rate of the timeline, and the clip's frames: those before it in its medium, and its own.
 */
export function sourceRange(
  clip: TimelineClip,
  medium: ClipMedium,
  { rate, head, frames }: { rate: number; head: number; frames: number },
): OtioObject | null {
  const start = medium.base + clip.trimStart;
  const as = (range: OtioRange): OtioRange => ({
    start: same(secondsIn(range.start), start)
      ? range.start
      : { value: roundIfClose(medium.base * rate + head), rate },
    duration: same(secondsIn(range.duration), frames / rate) ? range.duration : { value: frames, rate },
  });
  const full = medium.available;
  if (
    !medium.source &&
    full &&
    same(secondsIn(full.start), start) &&
    same(secondsIn(full.duration), frames / rate)
  ) {
    return null;
  }
  const none = { value: Number.NaN, rate: 1 };
  return otioRange(as(medium.source ?? { start: none, duration: none }));
}

const roundIfClose = (value: number): number =>
  Math.abs(value - Math.round(value)) < 1e-6 ? Math.round(value) : value;
