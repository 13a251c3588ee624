import { captionsOf, writeCaptions } from '#shared/timeline/captions.ts';
import type { TimelineBody, TimelineTrack } from '#shared/timeline/document.ts';
import { trackKind } from '#shared/timeline/ext.ts';
import type { FilmRange } from './film-range.ts';

/** Captions in the picture, in a file beside the film, or in neither. */
export type CaptionChoice = 'burnt' | 'beside' | 'none';

const isCaptions = (track: TimelineTrack): boolean => trackKind(track, []) === 'captions';

/** The tracks of captions that are shown and say something. */
export const visibleCaptions = (timeline: TimelineBody): TimelineTrack[] =>
  timeline.tracks.filter(
    (track) => isCaptions(track) && !track.mutedVideo && captionsOf({ timeline }, track.id).length > 0,
  );

/** The timeline with its captions hidden. */
export const stripCaptions = (timeline: TimelineBody): TimelineBody => ({
  ...timeline,
  tracks: timeline.tracks.map((track) => (isCaptions(track) ? { ...track, mutedVideo: true } : track)),
});

/** The shown captions of a range in SubRip, a file for each track, with times from the start of the range. */
export function captionFiles(
  timeline: TimelineBody,
  { from, to }: FilmRange,
  name: string,
): { name: string; text: string }[] {
  const tracks = visibleCaptions(timeline);
  return tracks.flatMap((track, index) => {
    const inside = captionsOf({ timeline }, track.id)
      .filter((caption) => caption.to > from && caption.from < to)
      .map(({ words, ...times }) => ({
        words,
        from: Math.max(times.from, from) - from,
        to: Math.min(times.to, to) - from,
      }));
    if (inside.length === 0) return [];
    const number = index === 0 ? '' : ` ${index + 1}`;
    return [{ name: `${name}${number}.srt`, text: writeCaptions(inside, 'srt') }];
  });
}
