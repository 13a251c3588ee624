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
  let head = (rangeOf(source['source_range'])?.start ?? available?.start ?? 0) - (available?.start ?? 0);
  const probed = found?.durationSeconds;
  if (!available && probed !== undefined && head >= probed) {
    // Some programs count from the timecode of the file.
    const shifted = head - (found?.startTimecodeSeconds ?? 0);
    if (found?.startTimecodeSeconds !== undefined && shifted >= 0 && shifted < probed) head = shifted;
    else warn('SOURCE_RANGE_OUTSIDE_MEDIA', 'A clip shows a part that its medium does not have.');
  }
  const mediaLength = available?.duration ?? probed;
  const tail = mediaLength === undefined || clip.isStill ? 0 : Math.max(0, mediaLength - head - clip.length);
  if (head >= 0) return { head, tail };
  warn('SOURCE_RANGE_OUTSIDE_MEDIA', 'A clip begins before its medium does.');
  return { head: 0, tail };
}
