import { table, type Figure } from '../measure.ts';
import { startBareServer, type App } from '../processes.ts';
import { launch, type SizedProject } from './browser.ts';
import { galleryFigures } from './gallery.ts';
import { comparedFigures, frameFigures } from './frames.ts';
import { liveFigures, type LiveOptions } from './live.ts';
import { loadFigures, momentFigures, runFigures } from './moments.ts';
import { tableFigures } from './tables.ts';
import { realProject, requestOf, uploadPictures } from './sample-project.ts';

/** Sizes of the projects that are opened, and the one that others are compared at. */
const SIZES = [100, 1000, 2000, 10_000];
const COMPARED = 2000;

export const editorParts = [
  'frames',
  'compared',
  'moments',
  'load',
  'runs',
  'gallery',
  'tables',
  'live',
] as const;
/** Parts that open no project of the sizes above. */
const WITHOUT_PROJECTS: ReadonlySet<string> = new Set(['gallery', 'tables', 'live']);
export type EditorPart = (typeof editorParts)[number];

/** Everything that is measured in the editor with real nodes, in the parts asked for. */
export async function editorFigures(
  app: App,
  parts: ReadonlySet<EditorPart>,
  { rounds, say, ...live }: LiveOptions,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const add = (more: readonly Figure[]) => {
    figures.push(...more);
    say(table(more));
  };
  if (parts.has('live')) {
    say('live previews…');
    add(await liveFigures(app, { rounds, say, ...live }));
    if (parts.size === 1) return figures;
  }
  const request = requestOf(app);
  await request('PATCH', '/desk/settings', { navigation: 'trackpad' });
  const pictures = await uploadPictures(app);
  const projects: SizedProject[] = [];
  for (const size of [...parts].every((part) => WITHOUT_PROJECTS.has(part)) ? [] : SIZES) {
    projects.push({ size, pictures, id: await realProject(app, request, size, pictures) });
  }
  const ends = projects.filter(({ size }) => size !== COMPARED);
  const browser = await launch('free');
  const bare = await startBareServer('<!doctype html><title>Empty</title><p>An empty page</p>', 'text/html');
  try {
    if (parts.has('frames')) {
      say('editor frames…');
      add(await frameFigures(browser, app, ends, rounds, say));
    }
    const compared = projects.find(({ size }) => size === COMPARED);
    if (parts.has('compared') && compared) {
      say('beside other canvases…');
      add(await comparedFigures(browser, app, compared, rounds, say));
    }
    if (parts.has('moments')) {
      say('editor moments…');
      add(await momentFigures(browser, app, ends, rounds));
    }
    if (parts.has('load')) {
      say('opening…');
      add(await loadFigures(browser, app, bare, ends, rounds));
    }
    if (parts.has('gallery')) {
      say('gallery…');
      add(await galleryFigures(browser, app, pictures, rounds));
    }
    if (parts.has('tables')) {
      say('tables…');
      add(await tableFigures(browser, app, rounds));
    }
  } finally {
    await bare.stop();
    await browser.close();
  }
  if (parts.has('runs')) {
    say('run updates…');
    add(await runFigures(app, ends));
  }
  return figures;
}
