import type { Browser, Page } from 'playwright';
import type { LibraryOutput, OutputPage, OutputSearch } from '../../../shared/desk/library-schemas.ts';
import { interleave, median, timed, type Figure } from '../measure.ts';
import type { App } from '../processes.ts';
import { mainThreadTime, openApp, VIEWPORT } from './browser.ts';

/**
 * The gallery of 10,000 outputs with real pictures: what a frame of scrolling takes beside an empty page of the same
 * height, and how long the first outputs take beside a gallery with none.
 */

const COUNT = 10_000;
const FRAMES = 120;
/** Pixels of one frame: a quick turn of a wheel. */
const STEP = 90;

const outputOf = (index: number, pictures: readonly string[]): LibraryOutput => ({
  id: String(COUNT - index),
  connectionId: 'local',
  runId: `run_${index}`,
  key: 'Poster',
  title: `Poster ${index}`,
  kind: 'image',
  nodeId: 'poster',
  nodeType: 'image/gradient',
  projectId: 'prj_bench',
  projectName: 'Bench',
  projectVersion: 1,
  templateId: null,
  batch: null,
  contentType: 'image/png',
  filename: 'poster.png',
  fileId: pictures[index % pictures.length] ?? null,
  sizeBytes: 1000,
  excerpt: null,
  createdAt: new Date(Date.UTC(2026, 0, 1) - index * 60_000).toISOString(),
  starred: index % 17 === 0,
  note: null,
  hidden: false,
  missing: false,
  stackSize: 1,
});

/** Answers searches with so many outputs, a page at a time as the core does. */
async function respondWith(page: Page, count: number, pictures: readonly string[]): Promise<void> {
  await page.unroute('**/desk/outputs/search');
  await page.route('**/desk/outputs/search', (route) => {
    const { cursor = '0', limit = 120 } = route.request().postDataJSON() as OutputSearch;
    const start = Number(cursor);
    const end = Math.min(count, start + limit);
    const json: OutputPage = {
      outputs: Array.from({ length: end - start }, (_, index) => outputOf(start + index, pictures)),
      nextCursor: end < count ? String(end) : null,
      total: start === 0 ? count : null,
      unreadRuns: 0,
    };
    return route.fulfill({ json });
  });
}

/** A frame of a display that shows 60 a second. Milliseconds. */
const DISPLAY_FRAME_MS = 1000 / 60;

/** Scrolls one step in each frame; runs in the page. @returns milliseconds a frame. */
async function scroll({ frames, step }: { frames: number; step: number }): Promise<number> {
  const element = document.querySelector('[role="listbox"]')?.parentElement ?? document.scrollingElement;
  if (!element) throw new Error('There is nothing to scroll.');
  const frame = () =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(resolve);
    });
  const before = element.scrollTop;
  await frame();
  const start = performance.now();
  for (let scrollIndex = 0; scrollIndex < frames; scrollIndex += 1) {
    element.scrollTop += step;
    await frame();
  }
  if (element.scrollTop <= before) throw new Error('The page did not scroll.');
  return (performance.now() - start) / frames;
}

export async function galleryFigures(
  browser: Browser,
  app: App,
  pictures: readonly string[],
  rounds: number,
): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await openApp(context, app);
  const empty = await context.newPage();
  await empty.setContent('<!doctype html><body style="margin:0"><div style="height:400000px">');
  const displayTimeWith = async (count: number) => {
    await respondWith(page, count, pictures);
    await page.bringToFront();
    return timed(async () => {
      await page.goto(`${app.origin}/gallery`);
      await (
        count === 0 ? page.getByText('Nothing has been made yet') : page.getByRole('option').first()
      ).waitFor();
    });
  };
  const durations = await interleave(
    rounds,
    () => displayTimeWith(COUNT),
    () => displayTimeWith(0),
  );
  await displayTimeWith(COUNT);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const mainThread: number[] = [];
  const scrolled = await interleave(
    rounds,
    async () => {
      await page.bringToFront();
      const before = await mainThreadTime(cdp);
      const frame = await page.evaluate(scroll, { frames: FRAMES, step: STEP });
      mainThread.push(((await mainThreadTime(cdp)) - before) / FRAMES);
      return frame;
    },
    async () => {
      await empty.bringToFront();
      await empty.evaluate(() => window.scrollTo(0, 0));
      return empty.evaluate(scroll, { frames: FRAMES, step: STEP });
    },
  );
  await context.close();
  return [
    {
      name: `gallery of ${COUNT} outputs, first shown`,
      measured: { label: 'with outputs', value: durations.a, unit: 'ms' },
      reference: { label: 'with none', value: durations.b, unit: 'ms' },
      ratio: durations.a / durations.b,
      target: '≤ 1.5',
    },
    {
      name: `gallery of ${COUNT} outputs, a frame of scrolling`,
      measured: { label: 'gallery', value: scrolled.a, unit: 'ms' },
      reference: { label: 'empty page', value: scrolled.b, unit: 'ms' },
      ratio: scrolled.a / scrolled.b,
      target: 'what scrolling costs',
    },
    {
      name: `gallery of ${COUNT} outputs, main thread of a frame of scrolling`,
      measured: { label: 'gallery', value: median(mainThread), unit: 'ms' },
      reference: { label: 'a frame of a display', value: DISPLAY_FRAME_MS, unit: 'ms' },
      ratio: median(mainThread) / DISPLAY_FRAME_MS,
      target: '≤ 0.5',
    },
  ];
}
