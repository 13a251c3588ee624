import type { ExportQuality } from '#shared/film/film.ts';
import { words } from '#renderer/words/index.ts';
import type { Encodings, ExportPlan, VideoEncoding } from './composer/messages.ts';
import type { CaptionChoice } from './export-captions.ts';
import type { FilmRange } from './film-range.ts';

const t = words.player.exportChoices;

/** What a person can choose of an export. */
export interface ExportChoices {
  format: 'mp4' | 'webm' | 'wav';
  /** Of the project's height. */
  scale: 1 | 0.5;
  frameRate: number;
  quality: ExportQuality;
  /** The marked range, or all of it. */
  range: FilmRange;
}

/** All that was chosen: what is exported, and who makes it. */
export interface ExportSelection {
  choices: ExportChoices;
  captions: CaptionChoice;
  /** A run of the service, or this window. */
  by: 'run' | 'window';
  /** Whether the window uploads what it made. */
  keep: boolean;
  /** What becomes of clips that cannot be read: no film, or one with words in their place. */
  unreadable: 'stop' | 'show-words';
}

/** The formats, and how they are told apart. */
export const FORMATS = {
  mp4: { title: t.mp4, ending: 'mp4', type: 'video/mp4' },
  webm: { title: t.webm, ending: 'webm', type: 'video/webm' },
  wav: { title: t.wav, ending: 'wav', type: 'audio/wav' },
} as const;

/** Encoders want even sides. */
const even = (pixels: number): number => Math.max(2, 2 * Math.round(pixels / 2));

/** The pixels that an export has. */
export const exportSize = (
  project: { width: number; height: number },
  scale: number,
): { width: number; height: number } => ({
  width: even(project.width * scale),
  height: even(project.height * scale),
});

const VIDEO_OF: Readonly<Record<'mp4' | 'webm', readonly VideoEncoding[]>> = {
  mp4: ['avc'],
  webm: ['vp9', 'vp8', 'av1'],
};

/**
 * What is written for the choices, or why it cannot be here.
 * @param project pixels of the timeline
 */
export function planOf(
  { format, scale, frameRate, quality, range }: ExportChoices,
  project: { width: number; height: number },
  { video, opus }: Encodings,
): { plan: ExportPlan } | { problem: string } {
  const common = { quality, ...range };
  if (format === 'wav') return { plan: { ...common, container: 'wav', video: null, sound: 'pcm-s16' } };
  const size = exportSize(project, scale);
  const encoding = VIDEO_OF[format].find((candidate) => video.includes(candidate));
  if (encoding === undefined) {
    const alternative = format === 'mp4' ? 'WebM' : 'MP4';
    const sizeText = `${size.width} × ${size.height}`;
    return {
      problem: t.cannotEncode(format === 'mp4' ? 'MP4' : 'WebM', sizeText, alternative),
    };
  }
  if (format === 'webm' && !opus) {
    return {
      problem: t.browserCannotEncodeSound,
    };
  }
  const sound = format === 'mp4' ? 'aac' : 'opus';
  return { plan: { ...common, container: format, video: { encoding, ...size, frameRate }, sound } };
}

/** Milliseconds that what is left will take; null while nobody can know. */
export function remainingOf(completed: number, total: number, elapsed: number): number | null {
  if (completed < 5 || elapsed < 1000) return null;
  return (elapsed / completed) * (total - completed);
}

/** Less of a film says nothing about the rest of it: its sound comes first, and is quick. */
const MIN_SHARE = 0.06;
const MIN_ELAPSED_MS = 2000;

/** As `remainingOf`, for a run that says how far it is from 0 to 1. */
export function remainingOfShare(share: number | null, elapsed: number): number | null {
  if (share === null || share < MIN_SHARE || elapsed < MIN_ELAPSED_MS) return null;
  return (elapsed / share) * (1 - share);
}
