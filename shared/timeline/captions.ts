import { clipExt, trackKind, withClipExt } from './ext.ts';
import { MAX_SECONDS, TimelineClip, type TimelineDocument } from './document.ts';

/**
 * Captions in SubRip (.srt) and WebVTT (.vtt): words between two times. On a timeline they are clips of type `text` on a
 * track of kind `captions`. Styles, places and voices of the files are not kept.
 */

export interface Caption {
  /** Seconds. */
  from: number;
  to: number;
  words: string;
}

export type CaptionForm = 'srt' | 'vtt';

/** Characters of a file that is read: hours of talk are far below. */
const MAX_CAPTION_TEXT = 10_000_000;
const MAX_CAPTIONS = 20_000;
const MAX_WORDS = 10_000;

const TIME = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`;
const TIMES = new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}`);

const secondsOf = (hours = '0', minutes = '0', seconds = '0', part = '0'): number =>
  Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(part.padEnd(3, '0')) / 1000;

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
  '&lrm;': '',
  '&rlm;': '',
};

/** The words of a cue without tags, SSA overrides and control characters. */
const plainWords = (lines: readonly string[]): string =>
  lines
    .join('\n')
    .replace(/<[^<>]{0,500}>|\{\\[^{}]{0,500}\}/g, '')
    .replace(/&(?:amp|lt|gt|nbsp|lrm|rlm);/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/[\p{Cc}--\n]/gv, '')
    .trim()
    .slice(0, MAX_WORDS);

export type ReadCaptions =
  | { ok: true; captions: Caption[]; /** Cues without words or of no length. */ skipped: number }
  | { ok: false; problem: string };

/** Reads captions of either form, in order of time. What cannot be read of a file is left out and counted. */
export function readCaptions(text: string): ReadCaptions {
  if (text.length > MAX_CAPTION_TEXT) {
    return { ok: false, problem: 'The file is too large for captions. Choose an .srt or .vtt file.' };
  }
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const captions: Caption[] = [];
  let skipped = 0;
  for (let index = 0; index < lines.length; index += 1) {
    const times = TIMES.exec(lines[index] ?? '');
    if (!times) continue;
    const words: string[] = [];
    while (lines[index + 1]?.trim()) words.push(lines[(index += 1)] ?? '');
    const caption = {
      from: secondsOf(times[1], times[2], times[3], times[4]),
      to: secondsOf(times[5], times[6], times[7], times[8]),
      words: plainWords(words),
    };
    if (caption.words === '' || caption.to <= caption.from || caption.to > MAX_SECONDS) skipped += 1;
    else if (captions.length >= MAX_CAPTIONS) {
      return { ok: false, problem: `The file has more than ${MAX_CAPTIONS} captions. Split it.` };
    } else captions.push(caption);
  }
  if (captions.length === 0) {
    return { ok: false, problem: 'No captions were found in the file. Choose an .srt or .vtt file.' };
  }
  return { ok: true, captions: captions.toSorted((a, b) => a.from - b.from), skipped };
}

/** A time as both forms write it, to the millisecond. */
function timeIn(seconds: number, mark: ',' | '.'): string {
  const total = Math.max(0, Math.round(seconds * 1000));
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const whole = `${two(total / 3_600_000)}:${two((total / 60_000) % 60)}:${two((total / 1000) % 60)}`;
  return `${whole}${mark}${String(total % 1000).padStart(3, '0')}`;
}

/** An empty line would end a cue, and an arrow would begin the times of another. */
const cueWords = (words: string): string =>
  words
    .replace(/\n\s*\n+/g, '\n')
    .replaceAll('-->', '→')
    .trim();

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The text of a file. */
export function writeCaptions(captions: readonly Caption[], form: CaptionForm): string {
  const mark = form === 'srt' ? ',' : '.';
  const cues = captions.map(({ from, to, words }, index) => {
    const shown = form === 'srt' ? cueWords(words) : escaped(cueWords(words));
    return `${form === 'srt' ? `${index + 1}\n` : ''}${timeIn(from, mark)} --> ${timeIn(to, mark)}\n${shown}\n`;
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
