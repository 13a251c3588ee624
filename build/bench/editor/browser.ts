import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright';
import type { App } from '../processes.ts';
import { interceptRuns } from './page-runs.ts';
import { realGraph } from './sample-project.ts';

/** The browser that benchmarks of pages run in. */

const executablePath =
  process.env['PATCHBAY_CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  );

/** How long a page may take on a machine that does much else. Milliseconds. */
const TIMEOUT_MS = 120_000;

export const VIEWPORT = { width: 1600, height: 900 };

/** @param frameClock frames as fast as they can be made (`free`), or 60 a second as a display shows them. */
export const launch = (frameClock: 'free' | 'display'): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      ...(frameClock === 'free' ? ['--disable-frame-rate-limit', '--disable-gpu-vsync'] : []),
    ],
  });

export interface Editor {
  size: number;
  page: Page;
  projectId: string;
  cdp: CDPSession;
}

/**
 * A page in its first session with the app, on the list of projects.
 * @param options.realRuns whether the service runs what the page starts, rather than the page itself.
 */
export async function openApp(context: BrowserContext, app: App, { realRuns = false } = {}): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(TIMEOUT_MS);
  if (!realRuns) await page.addInitScript(interceptRuns);
  await page.goto(await app.join());
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
  return page;
}

/** A project of real nodes and the pictures they show. */
export interface SizedProject {
  id: string;
  size: number;
  pictures: readonly string[];
}

/** An app and the same projects in it, by growing size. */
export interface MeasuredApp {
  name: string;
  app: App;
  projects: readonly SizedProject[];
}

/** Opens a project in its editor. */
export async function openEditor(context: BrowserContext, app: App, project: SizedProject): Promise<Editor> {
  const { nodes } = realGraph(project.size, project.pictures);
  const page = await openApp(context, app);
  await page.goto(`${app.origin}/projects/${app.connectionId}/${project.id}`);
  await page.locator('[data-editor-stage] .react-flow__pane').waitFor();
  await page.evaluate(
    (benchNodes) => Object.assign(globalThis, { benchNodes }),
    nodes.map(({ position }) => position),
  );
  return { size: project.size, page, projectId: project.id, cdp: await context.newCDPSession(page) };
}

/** All nodes in view, or as many as the least zoom shows. */
export async function showAll({ page }: Editor): Promise<void> {
  await page.bringToFront();
  await page.getByRole('button', { name: 'Fit to view' }).click();
}

/** How long the view takes to come to rest after a press on a button. Milliseconds. */
const MOVE_MS = 400;

/** Zooms in until nodes are elements with all their fields. */
export async function zoomIn({ page }: Editor): Promise<void> {
  await page.bringToFront();
  const level = page.getByLabel('Zoom level');
  while (Number.parseInt((await level.textContent()) ?? '100', 10) < 80) {
    await page.getByRole('button', { name: 'Zoom in' }).click();
    // A level that is read on the way would zoom in once more, another time not.
    await page.waitForTimeout(MOVE_MS);
  }
  // In nodes beyond the edge nothing is shown.
  await page.locator('.react-flow__node textarea:visible').first().waitFor();
}

/** Processor time of the page's main thread so far: scripts, styles, layout and painting. Milliseconds. */
export async function mainThreadTime(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}
