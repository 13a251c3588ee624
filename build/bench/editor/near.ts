import type { Browser, BrowserContext } from 'playwright';
import { median, percentile, type Figure } from '../measure.ts';
import { zoomIn, openEditor, VIEWPORT, type SizedProject, type MeasuredApp } from './browser.ts';
import { processesOf } from './processor.ts';
import { showReference, type Viewport } from './references.ts';
import { pointerTargetsOf, type PointerTargets } from './places.ts';
import { realGraph } from './sample-project.ts';
import {
  countProcessorTime,
  playTrusted,
  type StepCost,
  type InputTarget,
  type TrustedGesture,
} from './trusted-input.ts';

/**
 * Frames near, where nodes are elements: the editor with real nodes beside React Flow tuned with small ones, in one browser
 * and in turns, by input as people make it. Ratios are of processor time over all threads that make a frame, since other
 * programs on the machine touch that least.
 */

const GESTURES: readonly TrustedGesture[] = ['pan', 'zoom', 'drag', 'type'];
/** The most that a frame may take of what React Flow, tuned, takes for it. */
const TARGETS: Record<TrustedGesture, number> = { pan: 0.7, zoom: 0.7, drag: 1, type: 1 };
/** What has been reached of that, with what one run differs from the next. */
const BUDGETS: Record<TrustedGesture, number> = { pan: 1.8, zoom: 2.4, drag: 2.2, type: 4 };
/** The most that the scripts of a frame may take. Milliseconds. */
const SCRIPT_MS = 2;
/** The most that a frame of zooming may take of the median one, also where nodes change what they show. */
const WORST_ZOOM = 2;

interface DisplayedEditor extends InputTarget {
  locations(): Promise<PointerTargets>;
}

/** The editor of a project, near. */
async function displayEditor(
  browser: Browser,
  context: BrowserContext,
  { name, app }: MeasuredApp,
  project: SizedProject,
) {
  const editor = await openEditor(context, app, project);
  await zoomIn(editor);
  const { page, cdp } = editor;
  await countProcessorTime(cdp);
  const dimensions = await page.evaluate(() => {
    const { left, top, width, height } = document
      .querySelector('[data-editor-stage]')!
      .getBoundingClientRect();
    const matrix = new DOMMatrixReadOnly(
      document.querySelector<HTMLElement>('.react-flow__viewport')!.style.transform,
    );
    return { rect: { left, top, width, height }, view: { x: matrix.e, y: matrix.f, zoom: matrix.a } };
  });
  const displayed: DisplayedEditor = {
    name,
    page,
    cdp,
    processes: await processesOf(browser, page),
    locations: () => pointerTargetsOf(page, dimensions.rect),
  };
  return { displayed, ...dimensions };
}

const unit = 'ms/frame';

/** One size: what each gesture takes in each app and in React Flow, in turns. */
async function sizeFigures(
  browser: Browser,
  apps: readonly MeasuredApp[],
  size: number,
  rounds: number,
  log: (text: string) => void,
): Promise<Figure[]> {
  const editors: DisplayedEditor[] = [];
  const contexts: BrowserContext[] = [];
  let reference: { view: { x: number; y: number; zoom: number }; location: Viewport } | undefined;
  let graph: ReturnType<typeof realGraph> | undefined;
  for (const entry of apps) {
    const context = await browser.newContext({ viewport: VIEWPORT });
    contexts.push(context);
    const project = entry.projects.find((candidate) => candidate.size === size);
    if (!project) continue;
    const { displayed, view, rect } = await displayEditor(browser, context, entry, project);
    editors.push(displayed);
    reference ??= { view, location: rect };
    graph ??= realGraph(size, project.pictures);
  }
  if (!reference || !graph) throw new Error(`No app has a project of ${size} nodes.`);
  const context = await browser.newContext({ viewport: VIEWPORT });
  contexts.push(context);
  const page = await context.newPage();
  const { location, view } = reference;
  await showReference(page, 'tuned', graph, location);
  await page.evaluate((viewport) => {
    (globalThis as unknown as { benchView: (view: object) => void }).benchView(viewport);
  }, view);
  const cdp = await context.newCDPSession(page);
  await countProcessorTime(cdp);
  const processes = await processesOf(browser, page);
  editors.push({
    name: 'React Flow, tuned',
    page,
    cdp,
    processes,
    locations: () => pointerTargetsOf(page, location),
  });
  const figures: Figure[] = [];
  for (const gesture of GESTURES) {
    const costs = new Map<DisplayedEditor, StepCost[]>(editors.map((editor) => [editor, []]));
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1) {
      for (const editor of editors) {
        const cost = await playTrusted(editor, gesture, await editor.locations());
        if (round > 0) costs.get(editor)!.push(cost);
      }
    }
    log(`  ${size} nodes, ${gesture}:`);
    for (const [{ name }, list] of costs) log(`    ${line(list)}  ${name}`);
    const [, first] = [...costs][0]!;
    const [, peer] = [...costs].at(-1)!;
    figures.push(...figuresOf(gesture, size, first, peer));
  }
  for (const entry of contexts) await entry.close();
  return figures;
}

const of = (list: readonly StepCost[], metric: 'wall' | 'main' | 'script' | 'all') =>
  median(list.map((cost) => cost[metric]));
/** The worst frames of a gesture (one in twenty is worse) against its median one. */
const worst = (list: readonly StepCost[]) =>
  median(list.map(({ steps }) => percentile(steps, 0.95) / median(steps)));

const line = (list: readonly StepCost[]): string =>
  [
    ...(['all', 'main', 'script', 'wall'] as const).map(
      (metric) => `${metric} ${of(list, metric).toFixed(1).padStart(5)}`,
    ),
    `worst ${worst(list).toFixed(1).padStart(4)} × median`,
  ].join('  ');

function figuresOf(
  gesture: TrustedGesture,
  size: number,
  measured: readonly StepCost[],
  peer: readonly StepCost[],
): Figure[] {
  const name = `${gesture}, near, ${size.toLocaleString('en')} nodes`;
  const scripts = of(measured, 'script');
  return [
    {
      name: `${name}, against React Flow, tuned`,
      measured: { label: `${size} nodes`, value: of(measured, 'all'), unit },
      reference: { label: 'React Flow, tuned', value: of(peer, 'all'), unit },
      ratio: of(measured, 'all') / of(peer, 'all'),
      target: `≤ ${TARGETS[gesture]}`,
      budget: BUDGETS[gesture],
    },
    {
      name: `${name}, scripts`,
      measured: { label: `${size} nodes`, value: scripts, unit },
      reference: { label: 'goal', value: SCRIPT_MS, unit },
      ratio: scripts / SCRIPT_MS,
      target: '≤ 1',
    },
    ...(gesture === 'zoom'
      ? [
          {
            name: `${name}, worst of median`,
            measured: { label: `${size} nodes`, value: worst(measured), unit: '× median' },
            reference: { label: 'goal', value: WORST_ZOOM, unit: '× median' },
            ratio: worst(measured) / WORST_ZOOM,
            target: '≤ 1',
          },
        ]
      : []),
  ];
}

/** Frames near at each size. @param apps this one first, then one to compare with, if any. */
export async function zoomedInFigures(
  browser: Browser,
  apps: readonly MeasuredApp[],
  rounds: number,
  log: (text: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { size } of apps[0]?.projects ?? []) {
    figures.push(...(await sizeFigures(browser, apps, size, rounds, log)));
  }
  return figures;
}
