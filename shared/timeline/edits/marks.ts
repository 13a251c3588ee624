import { MAX_SECONDS, type TimelineDocument } from '../document.ts';
import { timelineExt, withTimelineExt } from '../ext.ts';
import { SAME, roundTime } from './frames.ts';
import type { Shift } from './pieces.ts';

type Ripple = Pick<Shift, 'from' | 'by'>;

/**
 * Where a time comes to lie; one within a time that goes comes to its beginning.
 * @param isEnd it is the end of something, which does not grow when room is made right behind it.
 */
function timeAfter(time: number, ripples: readonly Ripple[], isEnd: boolean): number {
  const shifted = ripples.reduce((sum, { from, by }) => {
    if (by < 0) return sum - Math.min(-by, Math.max(0, time - (from + by)));
    return time >= from + (isEnd ? SAME : -SAME) ? sum + by : sum;
  }, time);
  return Math.min(MAX_SECONDS, Math.max(0, shifted));
}

/**
 * The document with its markers and its in and out moved along with a ripple of all tracks. A range of which nothing is left goes.
 * @param ripples from a time on, what is later moves by; seconds.
 */
export function shiftMarks(document: TimelineDocument, ripples: readonly Ripple[]): TimelineDocument {
  const { markers, range } = timelineExt(document);
  if (ripples.length === 0 || (!markers && !range)) return document;
  const { frameRate } = document.timeline;
  const begin = (time: number): number => roundTime(timeAfter(time, ripples, false), frameRate);
  const spanOf = (from: number, to: number) => ({
    from: begin(from),
    to: Math.max(begin(from), roundTime(timeAfter(to, ripples, true), frameRate)),
  });
  const shifted = markers?.map((marker) => {
    const { from, to } = spanOf(marker.time, marker.time + marker.duration);
    return { ...marker, time: from, duration: marker.duration > 0 ? roundTime(to - from, frameRate) : 0 };
  });
  const left = range && spanOf(range.from, range.to);
  const isLeft = left !== undefined && left.to > left.from + SAME;
  return (
    withTimelineExt(document, {
      ...(shifted && { markers: shifted }),
      ...(range && { range: isLeft ? left : undefined }),
    }) ?? document
  );
}
