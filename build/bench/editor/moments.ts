import type { Browser, Page } from 'playwright';
import { interleave, median, type Figure } from '../measure.ts';
import type { App } from '../processes.ts';
import {
  zoomIn,
  launch,
  openApp,
  openEditor,
  showAll,
  VIEWPORT,
  type Editor,
  type SizedProject,
} from './browser.ts';
import { playAction, type PageAction } from './page-actions.ts';
import { followUpdates } from './page-runs.ts';
import { realGraph } from './sample-project.ts';

/** Single moments: opening, pickers, undo, run updates, idling, memory; and what one edit costs as projects grow. */

/**
 * A figure of a time held against the most it may take on a machine that does nothing else: of several rounds the least
 * counts, since whatever else goes on only adds to it.
 */
const budget = (name: string, value: number, most: number, unit = 'ms'): Figure => ({
  name,
  measured: { label: 'measured', value, unit },
  reference: { label: 'goal', value: most, unit },
  ratio: value / most,
  target: '≤ 1',
});

const ACTIONS: { sample: PageAction; name: string; most: number }[] = [
  { sample: 'picker', name: 'picker opens', most: 100 },
  { sample: 'picker-search', name: 'key in the picker', most: 50 },
  { sample: 'find-search', name: 'key in the search of nodes', most: 50 },
  { sample: 'undo', name: 'undo', most: 50 },
  { sample: 'journaled', name: 'edit to journaled on disk', most: 100 },
];

/** Main-thread milliseconds that the page has spent since it began. */
async function busy({ cdp }: Editor): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Pickers, searches, undo and durability at each size; and how undo grows. */
export async function actionFigures(
  browser: Browser,
  app: App,
  projects: readonly SizedProject[],
  rounds: number,
): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const editors: Editor[] = [];
  for (const project of projects) editors.push(await openEditor(context, app, project));
  for (const editor of editors) await zoomIn(editor);
  const figures: Figure[] = [];
  for (const { sample, name, most } of ACTIONS) {
    const times = editors.map((): number[] => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, editor] of editors.entries()) {
        await editor.page.bringToFront();
        const time = await editor.page.evaluate(playAction, sample);
        if (round > 0) times[index]!.push(time);
      }
    }
    for (const [index, { size }] of editors.entries()) {
      figures.push(budget(`${name}, ${size.toLocaleString('en')} nodes`, Math.min(...times[index]!), most));
    }
  }
  figures.push(...(await editGrowth(editors, rounds)));
  figures.push(...(await deletionGrowth(editors.slice(-2), rounds)));
  figures.push(...(await idling(editors)));
  await context.close();
  return figures;
}

/** Main-thread time of one small edit, journalled and saved, as projects grow. */
async function editGrowth(editors: readonly Editor[], rounds: number): Promise<Figure[]> {
  const costs = editors.map((): number[] => []);
  for (const editor of editors) await editor.cdp.send('Performance.enable');
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, editor] of editors.entries()) {
      await editor.page.bringToFront();
      const before = await busy(editor);
      for (let time = 0; time < 3; time += 1) await editor.page.evaluate(playAction, 'journaled' as const);
      if (round > 0) costs[index]!.push((await busy(editor)) - before);
    }
  }
  const smallest = median(costs[0]!);
  return editors.slice(1).map(({ size }, index) => {
    const cost = median(costs[index + 1]!);
    return {
      name: `main thread for an edit and its save, ${size.toLocaleString('en')} nodes`,
      measured: { label: `${size} nodes`, value: cost / 3, unit: 'ms' },
      reference: { label: `${editors[0]!.size} nodes`, value: smallest / 3, unit: 'ms' },
      ratio: cost / smallest,
      target: '≤ 1.5',
    };
  });
}

/** Deleting everything, to the frame that shows it: what a node of the largest project costs, of one of a smaller. */
async function deletionGrowth([smaller, largest]: readonly Editor[], rounds: number): Promise<Figure[]> {
  if (!smaller || !largest) return [];
  const perNode = async ({ page, size }: Editor): Promise<number> => {
    await page.bringToFront();
    return ((await page.evaluate(playAction, 'delete-all' as const)) * 1000) / size;
  };
  const { a, b } = await interleave(
    Math.min(rounds, 3),
    () => perNode(largest),
    () => perNode(smaller),
  );
  return [
    {
      name: 'deleting all, a node',
      measured: { label: `${largest.size} nodes`, value: a, unit: 'µs' },
      reference: { label: `${smaller.size} nodes`, value: b, unit: 'µs' },
      ratio: a / b,
      target: '≤ 1.5',
    },
  ];
}

const IDLE_SECONDS = 6;
async function idling(editors: readonly Editor[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const editor of editors) {
    await editor.page.bringToFront();
    await editor.page.waitForTimeout(1000);
    const before = await busy(editor);
    await editor.page.waitForTimeout(IDLE_SECONDS * 1000);
    const share = ((await busy(editor)) - before) / (IDLE_SECONDS * 10);
    figures.push(budget(`idle, ${editor.size.toLocaleString('en')} nodes`, share, 1, '% of a processor'));
  }
  return figures;
}

/** Frames dropped at 50 run updates a second, on a display's beat, and how long an event takes to be seen. */
export async function runFigures(app: App, projects: readonly SizedProject[]): Promise<Figure[]> {
  const browser = await launch('display');
  try {
    const figures: Figure[] = [];
    for (const project of projects) {
      const context = await browser.newContext({ viewport: VIEWPORT });
      const empty = await context.newPage();
      await empty.setContent('<p>An empty page</p>');
      const editor = await openEditor(context, app, project);
      const ids = Array.from({ length: project.size }, (_v, index) => `n${index}`);
      await editor.page.locator('[data-run-button] button').first().click();
      await editor.page.waitForFunction(
        () => (globalThis as unknown as { benchRun: { open: boolean } }).benchRun.open,
      );
      await editor.page.evaluate(
        (plan) =>
          (
            globalThis as unknown as { benchRun: { push(type: string, payload: object): void } }
          ).benchRun.push('run.started', { data: { plan } }),
        ids,
      );
      for (const zoomLevel of ['all in view', 'near'] as const) {
        await (zoomLevel === 'near' ? zoomIn(editor) : showAll(editor));
        await empty.bringToFront();
        const idle = await empty.evaluate(countFrames, 3);
        await editor.page.bringToFront();
        const before = await busyOf(editor);
        const { dropped, paint } = await editor.page.evaluate(followUpdates, { ids, seconds: 4 });
        const share = ((await busyOf(editor)) - before) / 40;
        const name = `50 run updates a second, ${zoomLevel}, ${project.size.toLocaleString('en')} nodes`;
        figures.push({
          name: `${name}: frames dropped`,
          measured: { label: 'editor', value: dropped * 100, unit: '%' },
          reference: { label: 'empty page', value: idle * 100, unit: '%' },
          ratio: (dropped + 0.01) / (idle + 0.01),
          target: '≤ 1.5',
        });
        figures.push(budget(`${name}: main thread busy`, share, 50, '%'));
        if (paint !== null)
          figures.push(budget(`event to paint, ${project.size.toLocaleString('en')} nodes`, paint, 100));
      }
      await context.close();
    }
    return figures;
  } finally {
    await browser.close();
  }
}

async function busyOf(editor: Editor): Promise<number> {
  await editor.cdp.send('Performance.enable');
  return busy(editor);
}

/** Runs in the page: the share of beats of a display that a page with nothing to do misses. */
async function countFrames(seconds: number): Promise<number> {
  const FRAME_MS = 1000 / 60;
  const start = performance.now();
  let last = start;
  let frameCount = 0;
  let droppedCount = 0;
  while (performance.now() - start < seconds * 1000) {
    await new Promise(requestAnimationFrame);
    const missed = Math.floor((performance.now() - last) / FRAME_MS + 0.01);
    if (missed === 0) continue;
    frameCount += missed;
    if (performance.now() - last > FRAME_MS * 1.5) droppedCount += missed - 1 || 1;
    last += missed * FRAME_MS;
  }
  return droppedCount / frameCount;
}

/** Opening a project, in turns with an empty page; heap a node; the first picture of the app. */
export async function loadFigures(
  browser: Browser,
  app: App,
  bare: { origin: string },
  projects: readonly SizedProject[],
  rounds: number,
): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await openApp(context, app);
  const cdp = await context.newCDPSession(page);
  const blank = async () => {
    const start = performance.now();
    await page.goto(`${bare.origin}/`);
    await page.locator('body').waitFor();
    await nextFrame(page);
    return performance.now() - start;
  };
  const empties: number[] = [];
  const paints: number[] = [];
  const loads = projects.map((): number[] => []);
  const heaps = projects.map((): number[] => []);
  const documents = projects.map((): number[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    const empty = await blank();
    if (round > 0) empties.push(empty);
    await page.goto(`${app.origin}/`);
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    const paint = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    );
    if (round > 0) paints.push(paint);
    for (const [index, project] of projects.entries()) {
      await page.goto(`${bare.origin}/`);
      const start = performance.now();
      await page.goto(`${app.origin}/projects/${app.connectionId}/${project.id}`, { waitUntil: 'commit' });
      await page.locator('[data-editor-stage] .react-flow__pane').waitFor();
      await nextFrame(page);
      if (round > 0) loads[index]!.push(performance.now() - start);
      await page.getByRole('button', { name: 'Fit to view' }).click();
      if (round === 0) continue;
      await page.waitForTimeout(500);
      const heap = async () => {
        await cdp.send('HeapProfiler.collectGarbage');
        return (await cdp.send('Runtime.getHeapUsage')).usedSize;
      };
      const used = await heap();
      const text = JSON.stringify(realGraph(project.size, project.pictures));
      await page.evaluate((json) => Object.assign(globalThis, { benchDocument: JSON.parse(json) }), text);
      heaps[index]!.push(used);
      documents[index]!.push((await heap()) - used);
    }
  }
  await context.close();
  return figuresOf(projects, { empties, paints, loads, heaps, documents });
}

/** Milliseconds and bytes of each round; of projects a list for each. */
interface Measured {
  empties: number[];
  paints: number[];
  loads: number[][];
  heaps: number[][];
  documents: number[][];
}

function figuresOf(
  projects: readonly SizedProject[],
  { empties, paints, loads, heaps, documents }: Measured,
): Figure[] {
  const empty = median(empties);
  const figures: Figure[] = projects.map(({ size }, index) => {
    const most = empty + 100 + 0.05 * size;
    const time = median(loads[index]!);
    return {
      name: `opening ${size.toLocaleString('en')} nodes`,
      measured: { label: 'to the first frame', value: time, unit: 'ms' },
      reference: { label: 'empty page + 100 ms + 0.05 ms a node', value: most, unit: 'ms' },
      ratio: time / most,
      target: '≤ 1',
    };
  });
  const thousand = projects.findIndex(({ size }) => size === 1000);
  if (thousand >= 0) figures.push(budget('opening 1,000 nodes', Math.min(...loads[thousand]!), 1500));
  figures.push(budget('first paint of the app', Math.min(...paints), 800));
  for (const [index, { size }] of projects.entries()) {
    if (index === 0) {
      continue;
    }
    const grown = median(heaps[index]!) - median(heaps[0]!);
    const beyond = (grown - (median(documents[index]!) - median(documents[0]!))) / (size - projects[0]!.size);
    figures.push(
      budget(`heap a node beyond the document, ${size.toLocaleString('en')} nodes`, beyond / 1000, 3, 'kB'),
    );
  }
  if (thousand >= 0) figures.push(budget('heap at 1,000 nodes', median(heaps[thousand]!) / 1e6, 350, 'MB'));
  return figures;
}

const nextFrame = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
