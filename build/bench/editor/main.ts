import type { Browser } from 'playwright';
import { table, type Figure } from '../measure.ts';
import { startAppHost, startBareServer, type App } from '../processes.ts';
import { launch, type MeasuredApp, type SizedProject } from './browser.ts';
import { galleryFigures } from './gallery.ts';
import { comparedFigures, frameFigures } from './frames.ts';
import { listFigures } from './list-scaling.ts';
import { liveFigures, type LiveOptions } from './live.ts';
import { zoomedInFigures } from './near.ts';
import { loadFigures, actionFigures, runFigures } from './moments.ts';
import { openingFigures } from './opening.ts';
import { tableFigures } from './tables.ts';
import { realProject, requestOf, uploadPictures } from './sample-project.ts';

/** Sizes of the projects that are opened, and the one that others are compared at. */
const SIZES = [100, 1000, 2000, 10_000];
const COMPARED = 2000;

export const editorSuites = [
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
  'lists',
] as const;
/** Parts that open no project of the sizes above. */
const PROJECT_FREE_SUITES: ReadonlySet<string> = new Set(['gallery', 'tables', 'live', 'lists']);
export type EditorSuite = (typeof editorSuites)[number];

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
async function compareWithBuild(
  app: App,
  projects: readonly SizedProject[],
  checkout: string | undefined,
  measure: (apps: readonly MeasuredApp[]) => Promise<Figure[]>,
): Promise<Figure[]> {
  const local = { name: 'Patchbay', app, projects };
  if (checkout === undefined) return measure([local]);
  const referenceApp = await startAppHost(checkout);
  try {
    const sizes = projects.map(({ size }) => size);
    const peerBuild = {
      name: `Patchbay of ${checkout}`,
      app: referenceApp,
      projects: await realProjects(referenceApp, sizes),
    };
    return await measure([local, peerBuild]);
  } finally {
    await referenceApp.stop();
  }
}

/** The lists of 10,000 entries in this app and in that of another checkout; none where no other is named. */
async function scalingFigures(
  browser: Browser,
  app: App,
  { other, rounds, log }: EditorOptions,
): Promise<Figure[]> {
  if (other === undefined) {
    log('Name another checkout by --other=PATH: lists are measured against it.');
    return [];
  }
  const referenceApp = await startAppHost(other);
  try {
    return await listFigures(browser, app, { name: `Patchbay of ${other}`, app: referenceApp }, rounds, log);
  } finally {
    await referenceApp.stop();
  }
}

/** Everything that is measured in the editor with real nodes, in the parts asked for. */
export async function editorFigures(
  app: App,
  suites: ReadonlySet<EditorSuite>,
  options: EditorOptions,
): Promise<Figure[]> {
  const { rounds, log } = options;
  const figures: Figure[] = [];
  const add = (added: readonly Figure[]) => {
    figures.push(...added);
    log(table(added));
  };
  if (suites.has('live')) {
    log('live previews…');
    add(await liveFigures(app, options));
    if (suites.size === 1) return figures;
  }
  const needed = [...suites].every((suite) => PROJECT_FREE_SUITES.has(suite)) ? [] : SIZES;
  const sizes = options.sizes.length > 0 ? needed.filter((size) => options.sizes.includes(size)) : needed;
  const projects = await realProjects(app, sizes);
  const ends = projects.filter(({ size }) => size !== COMPARED);
  const browser = await launch('free');
  const bare = await startBareServer('<!doctype html><title>Empty</title><p>An empty page</p>', 'text/html');
  try {
    if (suites.has('frames')) {
      log('editor frames…');
      add(await frameFigures(browser, app, ends, rounds, log));
    }
    const compared = projects.find(({ size }) => size === COMPARED);
    if (suites.has('compared') && compared) {
      log('beside other canvases…');
      add(await comparedFigures(browser, app, compared, rounds, log));
    }
    if (suites.has('near')) {
      log('frames near…');
      add(
        await compareWithBuild(app, projects, options.other, (apps) =>
          zoomedInFigures(browser, apps, rounds, log),
        ),
      );
    }
    if (suites.has('moments')) {
      log('editor moments…');
      add(await actionFigures(browser, app, ends, rounds));
    }
    if (suites.has('load')) {
      log('opening…');
      add(await loadFigures(browser, app, bare, ends, rounds));
    }
    if (suites.has('opening')) {
      log('from click to canvas…');
      add(
        await compareWithBuild(app, ends, options.other, (apps) =>
          openingFigures(browser, apps, rounds, log),
        ),
      );
    }
    if (suites.has('gallery')) {
      log('gallery…');
      add(await galleryFigures(browser, app, projects[0]?.pictures ?? (await uploadPictures(app)), rounds));
    }
    if (suites.has('lists')) {
      log('lists…');
      add(await scalingFigures(browser, app, options));
    }
    if (suites.has('tables')) {
      log('tables…');
      add(await tableFigures(browser, app, rounds));
    }
  } finally {
    await bare.stop();
    await browser.close();
  }
  if (suites.has('runs')) {
    log('run updates…');
    add(await runFigures(app, ends));
  }
  return figures;
}
