import type { Warn } from './clip-notes.ts';
import type { ClipMedia } from './media-reference.ts';
import { rangeOf, type OtioObject } from './objects.ts';

/** What a clip leaves out of its medium before and after itself, in seconds. */
export interface ClipTrim {
  head: number;
  tail: number;
}

/**
 * Which part of its medium a clip shows; names in warnings what the medium does not have.
 * @param clip its length in seconds, and whether it is a picture, which has no end.
 */
export function trimOf(
  source: OtioObject,
  media: ClipMedia,
  clip: { length: number; isStill: boolean },
  warn: Warn,
): ClipTrim {
  const { available, found } = media;
  const head = headOf(source, media, warn);
  const mediaLength = available?.duration ?? found?.durationSeconds;
  const isEndless = mediaLength === undefined || clip.isStill;
  const tail = isEndless ? 0 : Math.max(0, mediaLength - Math.max(0, head) - clip.length);
  if (head >= 0) return { head, tail };
  warn('SOURCE_RANGE_OUTSIDE_MEDIA', 'A clip begins before its medium does.');
  return { head: 0, tail };
}

/** Seconds of the medium before the clip; negative when it begins before the medium does. */
function headOf(source: OtioObject, { available, found }: ClipMedia, warn: Warn): number {
  const mediaStart = available?.start ?? 0;
  const head = (rangeOf(source['source_range'])?.start ?? mediaStart) - mediaStart;
  const { durationSeconds: length, startTimecodeSeconds: timecode } = found ?? {};
  if (available || length === undefined || head < length) return head;
  // Some programs count from the timecode of the file.
  if (timecode !== undefined && head >= timecode && head - timecode < length) return head - timecode;
  warn('SOURCE_RANGE_OUTSIDE_MEDIA', 'A clip shows a part that its medium does not have.');
  return head;
}
