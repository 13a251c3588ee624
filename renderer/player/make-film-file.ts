import type { TimelineBody } from '#shared/timeline/document.ts';
import type { Film } from '#shared/film/film.ts';
import type { ExportPlan } from './composer/messages.ts';
import { words } from '#renderer/words/index.ts';
import { captionFiles, stripCaptions, type CaptionChoice } from './export-captions.ts';
import { FORMATS, remainingOf, type ExportSelection, type ExportChoices } from './export-choices.ts';
import type { FilmRange } from './film-range.ts';
import { startFilmWorker } from './film-worker-client.ts';

const t = words.player.makeFilmFile;

/** What is made: a film, and what goes into its file. */
export interface FilmOrder {
  film: Film;
  /** What the file is called, without its ending. */
  name: string;
  plan: ExportPlan;
  format: ExportChoices['format'];
  captions: CaptionChoice;
  unreadable: ExportSelection['unreadable'];
}

/** How far it is: frames, or pieces of sound; `remaining` in milliseconds, null while nobody can know. */
export interface FilmProgress {
  completed: number;
  total: number;
  remaining: number | null;
}

/** Makes the file of a film. @throws what the worker failed with, or why the signal was aborted. */
export async function makeFilmFile(
  { film, name, plan, format, captions, unreadable }: FilmOrder,
  signal: AbortSignal,
  onProgress: (progress: FilmProgress) => void,
): Promise<File> {
  const worker = startFilmWorker();
  const startedAt = performance.now();
  const { ending, type } = FORMATS[format];
  const fileName = `${fileNameOf(name)}.${ending}`;
  try {
    worker.setFilm(captions === 'burnt' ? film : { ...film, timeline: stripCaptions(film.timeline) });
    const file = await worker.request(
      'export',
      { plan, name: fileName, isStrict: unreadable === 'stop' },
      {
        signal,
        onProgress: (completed, total) =>
          onProgress({
            completed,
            total,
            remaining: remainingOf(completed, total, performance.now() - startedAt),
          }),
      },
    );
    return new File([file], fileName, { type });
  } finally {
    worker.close();
  }
}

/** The captions that are saved beside a film, in SubRip. */
export const sidecarCaptions = ({ film, plan, name, captions }: FilmOrder): File[] =>
  captionTexts(film.timeline, { name, captions, range: plan, isFilm: plan.video !== null }).map(captionFile);

/** Names and texts of the files of captions beside a film; none where they are elsewhere. */
export const captionTexts = (
  timeline: TimelineBody,
  of: { name: string; captions: CaptionChoice; range: FilmRange; isFilm: boolean },
): { name: string; text: string }[] =>
  of.isFilm && of.captions === 'beside' ? captionFiles(timeline, of.range, fileNameOf(of.name)) : [];

export const captionFile = ({ name, text }: { name: string; text: string }): File =>
  new File([text], name, { type: 'application/x-subrip' });

/** A name that every disk takes. */
const fileNameOf = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|]/g, '-')
    .trim()
    .slice(0, 120) || 'film';

/** Why a film could not be made, and what to do next. */
export function describeFilmProblem(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  const [, unreadable] = /^UnreadableClip: (.*)$/s.exec(text) ?? [];
  if (unreadable !== undefined) return words.filmExport.unreadableClip(unreadable);
  return text.startsWith('QuotaExceededError') ? t.noFilmDiskFree : t.filmCouldNotTry;
}
