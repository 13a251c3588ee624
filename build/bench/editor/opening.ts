import type { Browser, BrowserContext, Page } from 'playwright';
import { median, type Figure } from '../measure.ts';
import { requestOf, realProject } from './sample-project.ts';
import type { App } from '../processes.ts';
import { openApp, VIEWPORT, type MeasuredApp } from './browser.ts';

/**
 * From the click on a project's card, and from its address, to a canvas that shows the project and moves by the wheel:
 * held against a page of the app that holds nothing. A click comes a second after the list is shown, as nobody finds a
 * card sooner; an address is opened in a page that has only the browser's cache.
 */

/** What nodes may add to an empty page of the app; milliseconds. */
const ALLOWED: ReadonlyMap<number, number> = new Map([
  [1000, 300],
  [10_000, 1000],
]);
const OBSERVE_MS = 1000;
/** Between two openings, for what core and service have not ended. */
const IDLE_MS = 400;
/** Above this multiple of what is allowed the benchmark fails: a busy machine takes three times as long for everything. */
const BUDGET = 3;

/** Runs in the page before its own scripts, or when the list is shown. Resolves with what `performance.now()` was then. */
function watchCanvas(isFilled: boolean | null): void {
  const scratch = document.createElement('canvas');
  scratch.width = 32;
  scratch.height = 32;
  const context = scratch.getContext('2d', { willReadFrequently: true })!;
  /** Whether a canvas of the stage has anything on it, or a node is there as an element. */
  const shows = (stage: Element): boolean => {
    if (stage.querySelector('.react-flow__node')) return true;
    return [...stage.querySelectorAll('canvas')].some((canvas) => {
      if (canvas.width === 0 || canvas.closest('.react-flow__minimap, [aria-label="Overview"]')) return false;
      context.clearRect(0, 0, 32, 32);
      context.drawImage(canvas, 0, 0, 32, 32);
      return context.getImageData(0, 0, 32, 32).data.some((value) => value > 0);
    });
  };
  const isReady = (): boolean => {
    if (isFilled === null) return document.querySelector('main h2, main p') !== null;
    const stage = document.querySelector('[data-editor-stage]');
    const pane = stage?.querySelector('.react-flow__pane');
    if (!stage || !pane || (isFilled && !shows(stage))) return false;
    const view = () => stage.querySelector<HTMLElement>('.react-flow__viewport')?.style.transform;
    const before = view();
    const { left, top } = pane.getBoundingClientRect();
    pane.dispatchEvent(
      new WheelEvent('wheel', {
        clientX: left + 300,
        clientY: top + 300,
        deltaX: 24,
        deltaY: 16,
        bubbles: true,
        cancelable: true,
      }),
    );
    return view() !== before;
  };
  const openTime = new Promise<number>((resolve) => {
    const checkCanvas = () => {
      if (!isReady()) requestAnimationFrame(checkCanvas);
      else requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
    };
    requestAnimationFrame(checkCanvas);
  });
  Object.assign(globalThis, { benchOpened: openTime });
}

const openTimeOf = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { benchOpened: Promise<number> }).benchOpened);

/** A place to open: a project, or a page of the app with nothing on it. */
interface Target {
  path: string;
  /** Whether nodes are to be seen; null where there is no canvas. */
  isFilled: boolean | null;
}

/** @returns milliseconds from the click on the card to the frame in which the canvas had moved. */
async function byClick(page: Page, app: App, { path, isFilled }: Target): Promise<number> {
  await page.goto(`${app.origin}/`);
  const card = page.locator(`a[href="${path}"]`).first();
  await card.waitFor();
  await page.waitForTimeout(OBSERVE_MS);
  await page.evaluate(() => {
    addEventListener('click', ({ timeStamp }) => Object.assign(globalThis, { benchClicked: timeStamp }), {
      capture: true,
      once: true,
    });
  });
  await page.evaluate(watchCanvas, isFilled);
  await card.click();
  const end = await openTimeOf(page);
  return end - (await page.evaluate(() => (globalThis as unknown as { benchClicked: number }).benchClicked));
}

/** @returns milliseconds from the beginning of the navigation. */
async function byAddress(page: Page, app: App, { path, isFilled }: Target): Promise<number> {
  await page.goto('about:blank');
  await page.goto(`${app.origin}${path}`, { waitUntil: 'commit' });
  await page.evaluate(watchCanvas, isFilled);
  return openTimeOf(page);
}

interface MeasuredEditor {
  name: string;
  page: Page;
  app: App;
  targets: readonly (Target & { name: string; size: number })[];
}

/** A page of an app, and what is opened in it. */
async function measuredEditorOf(
  context: BrowserContext,
  { name, app, projects }: MeasuredApp,
): Promise<MeasuredEditor> {
  const empty = await realProject(app, requestOf(app), 0, []);
  const pathOf = (id: string) => `/projects/${app.connectionId}/${id}`;
  const targets = [
    { name: 'a page of nothing', size: 0, path: '/nothing', isFilled: null },
    { name: 'an empty project', size: 0, path: pathOf(empty), isFilled: false },
    ...projects
      .filter(({ size }) => ALLOWED.has(size))
      .map(({ id, size }) => ({
        name: `${size.toLocaleString('en')} nodes`,
        size,
        path: pathOf(id),
        isFilled: true,
      })),
  ];
  return { name, page: await openApp(context, app), app, targets };
}

/** Openings by one way: milliseconds by subject and target, in turns. */
async function openingTimes(
  navigation: 'click' | 'address',
  editors: readonly MeasuredEditor[],
  rounds: number,
): Promise<Map<MeasuredEditor, Map<string, number[]>>> {
  const open = navigation === 'click' ? byClick : byAddress;
  const times = new Map(editors.map((editor) => [editor, new Map<string, number[]>()]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index] of editors[0]!.targets.entries()) {
      for (const editor of editors) {
        const target = editor.targets[index]!;
        if (navigation === 'click' && target.isFilled === null) continue;
        // A page behind another one makes no frames.
        await editor.page.bringToFront();
        const time = await open(editor.page, editor.app, target);
        // What a page that was opened goes on with is not in the time of the next.
        await editor.page.goto('about:blank');
        await editor.page.waitForTimeout(IDLE_MS);
        const editorTimes = times.get(editor)!;
        // The first round warms up.
        if (round > 0) editorTimes.set(target.name, [...(editorTimes.get(target.name) ?? []), time]);
      }
    }
  }
  return times;
}

/**
 * Openings of an empty project and of the sizes that have a goal, in turns. Figures are of the first app; others are told
 * beside it.
 */
export async function openingFigures(
  browser: Browser,
  apps: readonly MeasuredApp[],
  rounds: number,
  log: (text: string) => void,
): Promise<Figure[]> {
  const contexts: BrowserContext[] = [];
  const editors: MeasuredEditor[] = [];
  for (const app of apps) {
    const context = await browser.newContext({ viewport: VIEWPORT });
    contexts.push(context);
    editors.push(await measuredEditorOf(context, app));
  }
  const [local] = editors;
  const figures: Figure[] = [];
  for (const navigation of ['click', 'address'] as const) {
    const times = await openingTimes(navigation, editors, rounds);
    for (const [editor, editorTimes] of times) {
      for (const [name, all] of editorTimes) {
        log(`  ${editor.name} by ${navigation}, ${name}: ${median(all).toFixed(0)} ms`);
      }
    }
    const localTimes = times.get(local!)!;
    const [bare] = localTimes.keys();
    for (const { name, size } of local!.targets) {
      const allowed = ALLOWED.get(size);
      if (bare === undefined || allowed === undefined) continue;
      const base = localTimes.get(bare)!;
      const added = median(localTimes.get(name)!.map((time, round) => time - base[round]!));
      figures.push({
        name: `opening ${name} by ${navigation}, beyond ${bare}`,
        measured: { label: 'added', value: added, unit: 'ms' },
        reference: { label: 'allowed', value: allowed, unit: 'ms' },
        ratio: added / allowed,
        target: '≤ 1',
        budget: BUDGET,
      });
    }
  }
  for (const context of contexts) await context.close();
  return figures;
}
