import type { Warn } from './clip-notes.ts';
import { speedOfEffects } from '../timeline/index.ts';
import type { ClipMedia } from './media-reference.ts';
import { isRange, startOf, type OtioObject } from './objects.ts';

/** What a clip leaves out of its medium before and after itself, in seconds. */
export interface ClipTrim {
  /** Of the whole item. */
  head: number;
  /** Of the part of it that is shown. */
  start: number;
  end: number;
}

/**
 * Which part of its medium a clip shows; names in warnings what the medium does not have.
 * @param clip its length in seconds, how much of it is cut off at its start and end, and whether it is a picture, which has
 * no end and no speed.
 */
export function trimOf(
  source: OtioObject,
  media: ClipMedia,
  clip: { length: number; isImage: boolean; trimmed: { start: number; end: number } },
  warn: Warn,
): ClipTrim {
  const { available, found } = media;
  const speed = clip.isImage ? 1 : speedOfEffects(source['effects']);
  const scale = Math.abs(speed);
  const head = headOf(source, media, warn);
  const mediaLength = available?.duration ?? found?.durationSeconds;
  const isEndless = mediaLength === undefined || clip.isImage;
  const tail = isEndless ? 0 : Math.max(0, mediaLength - Math.max(0, head) - clip.length * scale);
  if (head < 0) warn('SOURCE_RANGE_OUTSIDE_MEDIA', 'A clip begins before its medium does.');
  const { start, end } = clip.trimmed;
  // Backwards the start of a clip is the end of what it shows.
  const first = speed < 0 ? end : start;
  const last = speed < 0 ? start : end;
  const from = Math.max(0, head);
  return { head: from, start: from + first * scale, end: tail + last * scale };
}

/** Seconds of the medium before the clip; negative when it begins before the medium does. */
function headOf(source: OtioObject, { available, found }: ClipMedia, warn: Warn): number {
  const mediaStart = available?.start ?? 0;
  const range = source['source_range'];
  const head = (isRange(range) ? startOf(range) : mediaStart) - mediaStart;
  const { durationSeconds: length, startTimecodeSeconds: timecode } = found ?? {};
  if (available || length === undefined || head < length) return head;
  // Some programs count from the timecode of the file.
  if (timecode !== undefined && head >= timecode && head - timecode < length) return head - timecode;
  warn('SOURCE_RANGE_OUTSIDE_MEDIA', 'A clip shows a part that its medium does not have.');
  return head;
}
