import { srtWords, vttWords, writableWords } from './caption-words.ts';
import { clipExt, trackKind, withClipExt } from './ext.ts';
import { TimelineClip, type TimelineDocument } from './document.ts';
import type { Caption } from './read-captions.ts';

/**
 * Captions in SubRip (.srt) and WebVTT (.vtt): words between two times. On a timeline they are clips of type `text` on a
 * track of kind `captions`. Styles, places and voices of the files are not kept.
 */

export type CaptionForm = 'srt' | 'vtt';

/** A time as both forms write it, to the millisecond. */
function timeIn(seconds: number, mark: ',' | '.'): string {
  const total = Math.max(0, Math.round(seconds * 1000));
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const full = `${two(total / 3_600_000)}:${two((total / 60_000) % 60)}:${two((total / 1000) % 60)}`;
  return `${full}${mark}${String(total % 1000).padStart(3, '0')}`;
}

/** The text of a file. */
export function writeCaptions(captions: readonly Caption[], form: CaptionForm): string {
  const mark = form === 'srt' ? ',' : '.';
  const reported = captions.filter(({ words }) => writableWords(words) !== '');
  const cues = reported.map(({ from, to, words }, index) => {
    const displayed = form === 'srt' ? srtWords(words) : vttWords(words);
    return `${form === 'srt' ? `${index + 1}\n` : ''}${timeIn(from, mark)} --> ${timeIn(to, mark)}\n${displayed}\n`;
  });
  return `${form === 'vtt' ? 'WEBVTT\n\n' : ''}${cues.join('\n')}`;
}

/** What a caption or title shows. */
export const wordsOfClip = (clip: Pick<TimelineClip, 'ext' | 'name'>): string =>
  clipExt(clip).text ?? clip.name;

/** The ids of tracks for captions, the lowest first. */
export const captionTracks = ({ timeline }: TimelineDocument): string[] =>
  timeline.tracks.filter((track) => trackKind(track, []) === 'captions').map(({ id }) => id);

/** The captions of a track, in order of time. */
export const captionsOf = ({ timeline }: Pick<TimelineDocument, 'timeline'>, trackId: string): Caption[] =>
  timeline.clips
    .filter((clip) => clip.trackId === trackId && clip.type === 'text')
    .map((clip) => ({
      from: clip.startTime,
      to: clip.startTime + clip.duration,
      words: wordsOfClip(clip),
    }))
    .filter(({ words }) => words.trim() !== '')
    .toSorted((a, b) => a.from - b.from);

/** A clip that shows a caption, from frame to frame; it lasts one at least. */
export function clipOfCaption(
  { from, to, words }: Caption,
  { id, trackId, frameRate }: { id: string; trackId: string; frameRate: number },
): TimelineClip {
  const start = Math.round(from * frameRate);
  const end = Math.max(start + 1, Math.round(to * frameRate));
  const clip = TimelineClip.parse({
    id,
    trackId,
    type: 'text',
    name: nameOfWords(words),
    startTime: start / frameRate,
    duration: end / frameRate - start / frameRate,
  });
  return withClipExt(clip, { text: words }) ?? clip;
}

/** What a clip of words is called where its words have no room. */
export const nameOfWords = (words: string): string => words.replace(/\s+/g, ' ').trim().slice(0, 80);
