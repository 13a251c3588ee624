import { existsSync } from 'node:fs';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { median, type Figure } from './measure.ts';
import { projectOf } from './service-benchmarks.ts';
import type { App } from './processes.ts';

/** Frame time of the canvas while it pans and zooms, at growing sizes in the same browser. */

const executablePath =
  process.env['PATCHBAY_CHROMIUM'] ??
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
    existsSync(path),
  );

type Gesture = 'pan' | 'zoom';

/**
 * Runs in the page: one wheel event a frame, `frames` times, there and back again.
 * @returns milliseconds a frame, and whether the view moved meanwhile.
 */
function turnWheel({ frames, gesture }: { frames: number; gesture: Gesture }) {
  const surface = document.querySelector('.react-flow__pane')!;
  const box = surface.getBoundingClientRect();
  const at = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
  const view = () => document.querySelector<HTMLElement>('.react-flow__viewport')?.style.transform;
  const before = view();
  let moved = false;
  return new Promise<{ time: number; moved: boolean }>((done) => {
    let left = frames;
    const start = performance.now();
    const step = () => {
      const phase = left % 60 < 30 ? 1 : -1;
      const turn =
        gesture === 'pan' ? { deltaX: 14 * phase, deltaY: 9 * phase } : { deltaY: 4 * phase, ctrlKey: true };
      surface.dispatchEvent(new WheelEvent('wheel', { ...at, ...turn, bubbles: true, cancelable: true }));
      moved ||= view() !== before;
      left -= 1;
      if (left > 0) requestAnimationFrame(step);
      else done({ time: (performance.now() - start) / frames, moved });
    };
    requestAnimationFrame(step);
  });
}

const FRAMES = 60;
const ROUNDS = 5;
const SIZES = [100, 1000, 3000, 10_000];

async function frameTime(page: Page, gesture: Gesture): Promise<number> {
  await page.bringToFront();
  const { time, moved } = await page.evaluate(turnWheel, { frames: FRAMES, gesture });
  if (!moved) throw new Error(`The canvas did not ${gesture}.`);
  return time;
}

/** Opens a project; the wheel pans, as with a trackpad. */
async function openCanvas(context: BrowserContext, app: App, projectId: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(await app.join());
  await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
  await page.goto(`${app.origin}/projects/${app.connectionId}/${projectId}`);
  await page.locator('[data-editor-stage] .react-flow__pane').waitFor();
  await page.getByRole('button', { name: 'Fit to view' }).click();
  return page;
}

/** Zooms in until nodes are real elements of the page. */
async function comeNear(page: Page): Promise<void> {
  await page.bringToFront();
  const level = page.getByLabel('Zoom level');
  while (Number.parseInt((await level.textContent()) ?? '100', 10) < 80) {
    await page.getByRole('button', { name: 'Zoom in' }).click();
  }
  await page.locator('.react-flow__node').first().waitFor();
}

/** Pan and zoom with all nodes in view, and pan near, at growing sizes; all pages take turns. */
export async function canvasFrames(app: App): Promise<Figure[]> {
  const request = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${app.origin}${path}`, {
      method,
      headers: { ...app.headers, 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const api = <T>(method: string, path: string, body?: unknown) =>
    request<T>(method, `/api/${app.connectionId}/v1${path}`, body);
  await request('PATCH', '/desk/settings', { navigation: 'trackpad' });
  const browser = await chromium.launch({
    executablePath,
    // Frames as fast as they can be made, instead of the display's 60 a second.
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-frame-rate-limit',
      '--disable-gpu-vsync',
    ],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1600, height: 900 } });
    const pages: { size: number; page: Page }[] = [];
    for (const size of SIZES) {
      const project = await projectOf(size, api);
      pages.push({ size, page: await openCanvas(context, app, project.id) });
    }
    const all = [
      ...(await inRounds('canvas pan, all visible', 'pan', pages)),
      ...(await inRounds('canvas zoom, all visible', 'zoom', pages)),
    ];
    for (const { page } of pages) await comeNear(page);
    return [...all, ...(await inRounds('canvas pan, near', 'pan', pages))];
  } finally {
    await browser.close();
  }
}

async function inRounds(
  name: string,
  gesture: Gesture,
  pages: readonly { size: number; page: Page }[],
): Promise<Figure[]> {
  const times = new Map<number, number[]>(pages.map(({ size }) => [size, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { size, page } of pages) {
      const time = await frameTime(page, gesture);
      // The first round warms up.
      if (round > 0) times.get(size)!.push(time);
    }
  }
  const smallest = median(times.get(pages[0]!.size)!);
  return pages.slice(1).map(({ size }) => {
    const time = median(times.get(size)!);
    return {
      name: `${name}, ${size.toLocaleString('en')} nodes`,
      subject: { label: `${size} nodes`, value: time, unit: 'ms/frame' },
      reference: { label: `${SIZES[0]} nodes`, value: smallest, unit: 'ms/frame' },
      ratio: time / smallest,
      goal: '≤ 1.5',
    };
  });
}
