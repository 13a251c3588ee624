import type { Browser } from 'playwright';
import { interleave, median, type Figure } from '../measure.ts';
import type { App } from '../processes.ts';
import { zoomIn, openEditor, showAll, VIEWPORT, type Editor, type SizedProject } from './browser.ts';
import { playGesture, type Gesture } from './page-actions.ts';
import { playReference, showReference, type ReferenceKind } from './references.ts';
import { realGraph } from './sample-project.ts';

/**
 * Milliseconds of one frame of each gesture: held against the smallest project in the same run, against one bare canvas
 * against React Flow and litegraph with the same graph. What the ratios to a bare canvas should be comes from the table of a
 * prototype that was measured beside it (React Flow above, one canvas beneath), with 30 % on top.
 */

const FRAMES = 40;
/** Plain React Flow takes a second and more for each. */
const MIN_FRAMES = 4;

/** Goals of the ratio to one bare canvas at 2,000 nodes, by place of the view. */
const CANVAS_TARGETS: Record<'all' | 'near', Partial<Record<Gesture, number>>> = {
  all: { pan: 0.79, zoom: 0.93, drag: 0.61, 'select-all': 1.25 },
  near: { pan: 2.4, zoom: 5.3, drag: 4.1, type: 3.8 },
};
const GESTURES: Record<'all' | 'near', Gesture[]> = {
  all: ['pan', 'zoom', 'drag', 'select-all'],
  near: ['pan', 'zoom', 'drag', 'type'],
};
const VIEW_LABELS = { all: 'all in view', near: 'near' };

async function frameTime({ page }: Editor, gesture: Gesture): Promise<number> {
  await page.bringToFront();
  const { time, worked } = await page.evaluate(playGesture, { gesture, frames: FRAMES });
  if (!worked) throw new Error(`The gesture ${gesture} had no effect.`);
  return time;
}

type Times = ReadonlyMap<number, number>;

/** How frames grow with the project. @param projects by growing size; the first is what growth is held against. */
export async function frameFigures(
  browser: Browser,
  app: App,
  projects: readonly SizedProject[],
  rounds: number,
  log: (text: string) => void,
): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const editors: Editor[] = [];
  for (const project of projects) editors.push(await openEditor(context, app, project));
  const figures: Figure[] = [];
  for (const zoomLevel of ['all', 'near'] as const) {
    for (const editor of editors) await (zoomLevel === 'all' ? showAll(editor) : zoomIn(editor));
    for (const gesture of GESTURES[zoomLevel]) {
      log(`  ${gesture}, ${VIEW_LABELS[zoomLevel]}…`);
      const times = new Map<number, number[]>(editors.map(({ size }) => [size, []]));
      // The first round warms up.
      for (let round = 0; round <= rounds; round += 1) {
        for (const editor of editors) {
          const time = await frameTime(editor, gesture);
          if (round > 0) times.get(editor.size)!.push(time);
        }
      }
      const medians = new Map([...times].map(([size, list]) => [size, median(list)]));
      figures.push(...growth(medians, gesture, zoomLevel));
    }
  }
  await context.close();
  return figures;
}

/** Frames of one project beside what else could show it, two pages at a time. */
export async function comparedFigures(
  browser: Browser,
  app: App,
  project: SizedProject,
  rounds: number,
  log: (text: string) => void,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  const graph = realGraph(project.size, project.pictures);
  for (const kind of ['canvas', 'tuned', 'litegraph', 'plain'] as const) {
    const context = await browser.newContext({ viewport: VIEWPORT });
    const editor = await openEditor(context, app, project);
    const page = await context.newPage();
    await showReference(page, kind, graph);
    for (const zoomLevel of ['all', 'near'] as const) {
      await (zoomLevel === 'all' ? showAll(editor) : zoomIn(editor));
      for (const gesture of GESTURES[zoomLevel]) {
        const target = targetOf(kind, zoomLevel, gesture);
        if (target === null) continue;
        log(`  ${gesture}, ${VIEW_LABELS[zoomLevel]}, against ${LABELS[kind]}…`);
        const frames = kind === 'plain' ? MIN_FRAMES : FRAMES;
        const times = await interleave(
          rounds,
          () => frameTime(editor, gesture),
          async () => {
            await page.bringToFront();
            return playReference(page, gesture, zoomLevel === 'near', frames);
          },
        );
        figures.push({
          name: `${gesture}, ${VIEW_LABELS[zoomLevel]}, against ${LABELS[kind]}`,
          measured: { label: `${project.size} nodes`, value: times.a, unit },
          reference: { label: LABELS[kind], value: times.b, unit },
          ratio: times.a / times.b,
          target: target,
          ...budgetOf(kind, zoomLevel, gesture),
        });
      }
    }
    await context.close();
  }
  return figures;
}

const LABELS: Record<ReferenceKind, string> = {
  canvas: 'one bare canvas',
  tuned: 'React Flow, tuned',
  plain: 'React Flow, plain',
  litegraph: 'litegraph',
};

function targetOf(kind: ReferenceKind, zoomLevel: 'all' | 'near', gesture: Gesture): string | null {
  if (kind === 'canvas') {
    const most = CANVAS_TARGETS[zoomLevel][gesture];
    return most === undefined ? null : `≤ ${most}`;
  }
  if (kind === 'litegraph') return zoomLevel === 'all' && gesture === 'pan' ? '≤ 0.1' : '≤ 1';
  if (kind === 'plain') return zoomLevel === 'all' && gesture === 'pan' ? '≤ 0.02' : null;
  return zoomLevel === 'near' && (gesture === 'drag' || gesture === 'type') ? '≤ 1' : null;
}

/** The most that a ratio may be, half as much again as it has been on a busy machine: above that something has changed. */
const BUDGETS: Partial<Record<`${ReferenceKind} ${'all' | 'near'} ${Gesture}`, number>> = {
  'canvas all pan': 1.9,
  'canvas all zoom': 1.1,
  'canvas all drag': 0.75,
  'canvas all select-all': 1.9,
  'canvas near drag': 6,
  'canvas near type': 7.5,
  'tuned near drag': 2.8,
  'tuned near type': 4.7,
  'plain all pan': 0.04,
};

function budgetOf(
  kind: ReferenceKind,
  zoomLevel: 'all' | 'near',
  gesture: Gesture,
): Pick<Figure, 'budget'> | undefined {
  const budget = BUDGETS[`${kind} ${zoomLevel} ${gesture}`];
  return budget === undefined ? undefined : { budget };
}

const unit = 'ms/frame';

function growth(times: Times, gesture: Gesture, zoomLevel: 'all' | 'near'): Figure[] {
  const [[least, smallest] = [0, 1], ...larger] = [...times];
  return larger.map(([size, time]) => ({
    name: `${gesture}, ${VIEW_LABELS[zoomLevel]}, ${size.toLocaleString('en')} nodes`,
    measured: { label: `${size} nodes`, value: time, unit },
    reference: { label: `${least} nodes`, value: smallest, unit },
    ratio: time / smallest,
    target: '≤ 1.5',
  }));
}
