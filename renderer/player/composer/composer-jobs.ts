import type { Film } from '#shared/film/film.ts';
import { FilmComposer } from '#shared/film/film-composer.ts';
import { MediaCache } from '#shared/film/media-shelf.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { words } from '#renderer/words/index.ts';
import { supportedEncodings } from './encodings.ts';
import { exportFilm, type ExportOptions } from './export-film.ts';
import { typefacesOf } from '#shared/timeline/compose.ts';
import { loadFonts } from './load-fonts.ts';
import { measureLoudness } from './measure-loudness.ts';
import type { FromWorker, Jobs, ToWorker } from './messages.ts';
import { openMedium } from './open-medium.ts';
import type { PageCanvas } from './page-canvas.ts';

/**
 * The composer in a worker: containers of foreign media are read here, away from the page and its session, and the page stays
 * usable while a film is drawn or exported.
 */

const IDLE_CHECK_MS = 1000;

const newMediaCache = (isStrict = false): MediaCache<PageCanvas> =>
  new MediaCache({ open: openMedium, clock: () => performance.now() / 1000, words: words.clips, isStrict });

const mediaCache = newMediaCache();
const composer = new FilmComposer(mediaCache);
const canceling = new Map<number, AbortController>();
let film: Film | null = null;
let canvas: OffscreenCanvas | null = null;
/** Pictures wait for each other: they are drawn on one canvas. */
let line: Promise<unknown> = Promise.resolve();

const post = (message: FromWorker, transfer: Transferable[] = []): void =>
  self.postMessage(message, { transfer });

async function renderFrame(width: number, height: number, time: number): Promise<OffscreenCanvas> {
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser cannot draw films. Open Patchbay in another one.');
  await loadFonts(typefacesOf(film?.timeline));
  await composer.draw(context, { width, height }, time);
  return canvas;
}

function inLine<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const answer = line.then(work);
  line = answer.catch(() => undefined);
  return answer;
}

/** Goes through a film apart from what is played, can be canceled, and says how far it is. */
async function throughFilm<Answer>(
  id: number,
  work: (composer: FilmComposer<PageCanvas>, options: ExportOptions) => Promise<Answer>,
  isStrict = false,
): Promise<Answer> {
  if (!film) throw new Error('There is no film.');
  const jobMediaCache = newMediaCache(isStrict);
  const abort = new AbortController();
  canceling.set(id, abort);
  try {
    const jobComposer = new FilmComposer(jobMediaCache);
    jobComposer.setFilm(film);
    return await work(jobComposer, {
      signal: abort.signal,
      onProgress: (completed, total) => post({ kind: 'progress', id, completed, total }),
    });
  } finally {
    canceling.delete(id);
    await jobMediaCache.close();
  }
}

const exported = (id: number, { plan, name, isStrict }: Jobs['export']['request']): Promise<File> =>
  throughFilm(
    id,
    async (jobComposer, options) => {
      await loadFonts(typefacesOf(film?.timeline));
      const folder = await exportFolder();
      const file = await folder.getFileHandle(`${Date.now()}-${name}`, { create: true });
      await exportFilm(jobComposer, plan, await file.createWritable(), options);
      return await file.getFile();
    },
    isStrict,
  );

/** After this nobody saves or uploads an export any more. */
const RETENTION_MS = 3600_000;

/** A folder of this app in the browser, on the disk: a film does not have to fit into memory. Old exports are removed. */
async function exportFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('exports', { create: true });
  for await (const [name, entry] of folder.entries()) {
    const isOld =
      entry instanceof FileSystemFileHandle &&
      (await entry.getFile()).lastModified < Date.now() - RETENTION_MS;
    // One that another window is writing stays.
    if (isOld) await folder.removeEntry(name).catch(() => undefined);
  }
  return folder;
}

async function answer(message: Exclude<ToWorker, { kind: 'film' | 'cancel' }>): Promise<void> {
  const { id } = message;
  switch (message.kind) {
    case 'frame': {
      const { width, height, time } = message;
      const picture = await inLine(async () =>
        (await renderFrame(width, height, time)).transferToImageBitmap(),
      );
      post({ kind: 'answer', id, answer: picture }, [picture]);
      return;
    }
    case 'still': {
      const { width, height } = film?.timeline.projectResolution ?? { width: 16, height: 9 };
      const png = await inLine(async () => (await renderFrame(width, height, message.time)).convertToBlob());
      post({ kind: 'answer', id, answer: png });
      return;
    }
    case 'sound': {
      const { from, length, sampleRate } = message;
      const { left, right } = await composer.mix(Math.round(from * sampleRate), length, sampleRate);
      post({ kind: 'answer', id, answer: { left, right } }, [left.buffer, right.buffer]);
      return;
    }
    case 'encodings':
      post({ kind: 'answer', id, answer: await supportedEncodings(message) });
      return;
    case 'loudness': {
      const found = await throughFilm(id, (jobComposer, options) =>
        measureLoudness(jobComposer, message, options),
      );
      post({ kind: 'answer', id, answer: found });
      return;
    }
    case 'export':
      post({ kind: 'answer', id, answer: await exported(id, message) });
      return;
    default:
      assertNever(message);
  }
}

/** Answers the page, in the order of its messages where they are about one film. */
export function handleMessage({ data }: MessageEvent<ToWorker>): void {
  if (data.kind === 'film') {
    film = data.film;
    composer.setFilm(data.film);
  } else if (data.kind === 'cancel') {
    canceling.get(data.id)?.abort();
  } else {
    answer(data).catch((error: unknown) => {
      post({
        kind: 'failed',
        id: data.id,
        message: error instanceof Error ? `${error.name}: ${error.message}` : '',
      });
    });
  }
}

setInterval(() => void mediaCache.closeIdle(), IDLE_CHECK_MS);
