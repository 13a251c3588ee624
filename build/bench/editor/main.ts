import { table, type Figure } from '../measure.ts';
import { startAppHost, startBareServer, type App } from '../processes.ts';
import { launch, type MeasuredApp, type SizedProject } from './browser.ts';
import { galleryFigures } from './gallery.ts';
import { comparedFigures, frameFigures } from './frames.ts';
import { liveFigures, type LiveOptions } from './live.ts';
import { nearFigures } from './near.ts';
import { loadFigures, momentFigures, runFigures } from './moments.ts';
import { openingFigures } from './opening.ts';
import { tableFigures } from './tables.ts';
import { realProject, requestOf, uploadPictures } from './sample-project.ts';

/** Sizes of the projects that are opened, and the one that others are compared at. */
const SIZES = [100, 1000, 2000, 10_000];
const COMPARED = 2000;

export const editorParts = [
  'frames',
  'compared',
  'near',
  'moments',
  'load',
  'opening',
  'runs',
  'gallery',
  'tables',
  'live',
] as const;
/** Parts that open no project of the sizes above. */
const WITHOUT_PROJECTS: ReadonlySet<string> = new Set(['gallery', 'tables', 'live']);
export type EditorPart = (typeof editorParts)[number];

export interface EditorOptions extends LiveOptions {
  /** Another checkout, built, whose app is measured in turns with this one; `near` and `opening`. */
  other: string | undefined;
  /** Sizes of the projects; all when there are none. */
  sizes: readonly number[];
}

/** Projects of real nodes in an app, one of each size. */
async function realProjects(app: App, sizes: readonly number[]): Promise<SizedProject[]> {
  const request = requestOf(app);
  await request('PATCH', '/desk/settings', { navigation: 'trackpad' });
  const pictures = await uploadPictures(app);
  const projects: SizedProject[] = [];
  for (const size of sizes)
    projects.push({ size, pictures, id: await realProject(app, request, size, pictures) });
  return projects;
}

/** What `measure` finds of this app and, where one is named, of another checkout's with the same projects. */
async function besideOther(
  app: App,
  projects: readonly SizedProject[],
  other: string | undefined,
  measure: (apps: readonly MeasuredApp[]) => Promise<Figure[]>,
): Promise<Figure[]> {
  const own = { name: 'Patchbay', app, projects };
  if (other === undefined) return measure([own]);
  const otherApp = await startAppHost(other);
  try {
    const sizes = projects.map(({ size }) => size);
    const beside = {
      name: `Patchbay of ${other}`,
      app: otherApp,
      projects: await realProjects(otherApp, sizes),
    };
    return await measure([own, beside]);
  } finally {
    await otherApp.stop();
  }
}

/** Everything that is measured in the editor with real nodes, in the parts asked for. */
export async function editorFigures(
  app: App,
  parts: ReadonlySet<EditorPart>,
  options: EditorOptions,
): Promise<Figure[]> {
  const { rounds, say } = options;
  const figures: Figure[] = [];
  const add = (more: readonly Figure[]) => {
    figures.push(...more);
    say(table(more));
  };
  if (parts.has('live')) {
    say('live previews…');
    add(await liveFigures(app, options));
    if (parts.size === 1) return figures;
  }
  const needed = [...parts].every((part) => WITHOUT_PROJECTS.has(part)) ? [] : SIZES;
  const sizes = options.sizes.length > 0 ? needed.filter((size) => options.sizes.includes(size)) : needed;
  const projects = await realProjects(app, sizes);
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
    if (parts.has('near')) {
      say('frames near…');
      add(await besideOther(app, projects, options.other, (apps) => nearFigures(browser, apps, rounds, say)));
    }
    if (parts.has('moments')) {
      say('editor moments…');
      add(await momentFigures(browser, app, ends, rounds));
    }
    if (parts.has('load')) {
      say('opening…');
      add(await loadFigures(browser, app, bare, ends, rounds));
    }
    if (parts.has('opening')) {
      say('from click to canvas…');
      add(await besideOther(app, ends, options.other, (apps) => openingFigures(browser, apps, rounds, say)));
    }
    if (parts.has('gallery')) {
      say('gallery…');
      add(await galleryFigures(browser, app, projects[0]?.pictures ?? (await uploadPictures(app)), rounds));
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
