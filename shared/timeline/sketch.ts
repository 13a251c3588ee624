import { z } from 'zod';
import type { TimelineClip, TimelineDocument } from './document.ts';
import { mediumKey } from './ext.ts';
import { timelineEnd } from './timeline.ts';
import { tracksFromTop } from './track-order.ts';

/** Bars of a sketch: enough for a picture of a few hundred pixels. */
const MAX_BARS = 160;
/** Tracks that a sketch draws. */
const MAX_ROWS = 12;
const MAX_LETTERS = 200;

/** A timeline as a small drawing: rows from the top, bars from 0 to 1 of its length. */
export const TimelineSketch = z.object({
  seconds: z.number().min(0),
  clips: z.int().min(0),
  tracks: z.int().min(0),
  rows: z.int().min(0).max(MAX_ROWS),
  bars: z
    .array(
      z.object({
        row: z.int().min(0).max(MAX_ROWS),
        from: z.number().min(0).max(1),
        to: z.number().min(0).max(1),
        type: z.enum(['video', 'image', 'audio', 'text']),
      }),
    )
    .max(MAX_BARS),
  /** Id or name of the file of the first clip that has a picture. */
  picture: z.string().max(MAX_LETTERS).optional(),
});
export type TimelineSketch = z.infer<typeof TimelineSketch>;

const byLength = (a: TimelineClip, b: TimelineClip): number => b.duration - a.duration;

/** The file that a timeline shows first: of clips that begin together, that of the topmost track. */
function firstPicture(
  clips: readonly TimelineClip[],
  rowOf: ReadonlyMap<string, number>,
): string | undefined {
  const row = ({ trackId }: TimelineClip): number => rowOf.get(trackId) ?? MAX_ROWS;
  const [first] = clips
    .filter(({ type }) => type === 'video' || type === 'image')
    .toSorted((a, b) => a.startTime - b.startTime || row(a) - row(b));
  const key = first && mediumKey(first);
  return key !== undefined && key !== '' && key.length <= MAX_LETTERS ? key : undefined;
}

/** Draws a timeline small. Of many clips the longest stand for all; of many tracks the top ones, in the order in which the page has them. */
export function timelineThumbnail(document: TimelineDocument): TimelineSketch {
  const { clips, tracks } = document.timeline;
  const seconds = timelineEnd(clips);
  const rowOf = new Map(
    tracksFromTop(document)
      .slice(0, MAX_ROWS)
      .map(({ track }, row) => [track.id, row]),
  );
  const fraction = (time: number): number => (seconds > 0 ? Math.min(1, time / seconds) : 0);
  const bars = clips
    .toSorted(byLength)
    .slice(0, MAX_BARS)
    .flatMap(({ trackId, startTime, duration, type }) => {
      const row = rowOf.get(trackId);
      return row === undefined
        ? []
        : [{ row, from: fraction(startTime), to: fraction(startTime + duration), type }];
    });
  const picture = firstPicture(clips, rowOf);
  return {
    seconds,
    clips: clips.length,
    tracks: tracks.length,
    rows: rowOf.size,
    bars,
    ...(picture !== undefined && { picture }),
  };
}
