import type { CDPSession, Page } from 'playwright';
import type { PointerTargets, Point } from './places.ts';
import type { PageProcesses } from './processor.ts';

/** Gestures as a person makes them: each step is one event of the browser's own input, and waits for its frame. */

export type TrustedGesture = 'pan' | 'zoom' | 'drag' | 'type';

/** A page with a graph in it, to make gestures on. */
export interface InputTarget {
  name: string;
  page: Page;
  cdp: CDPSession;
  processes: PageProcesses;
}

/** Milliseconds for each step of a gesture. */
export interface StepCost {
  /** By the clock, with the way of the event into the browser. */
  wall: number;
  /** Processor time of the page's main thread, and of its scripts alone. */
  main: number;
  script: number;
  /** Processor time of all threads of the page, and of the screen's process. */
  all: number;
  /** Main thread, each step by itself. */
  steps: number[];
}

/** Steps out and back: where a gesture ends it began. */
const HALF = 20;
const STEPS = 2 * HALF;

type Send = () => Promise<unknown>;

/** The steps of a gesture, with what begins and ends it. */
function stepsOf(
  { cdp }: InputTarget,
  gesture: TrustedGesture,
  { middle, header, field }: PointerTargets,
): { begin?: Send; step: (index: number) => Send; end?: Send } {
  const mouse = (type: 'mousePressed' | 'mouseReleased' | 'mouseMoved', at: Point, buttons: number) => () =>
    cdp.send('Input.dispatchMouseEvent', {
      ...at,
      type,
      buttons,
      button: buttons > 0 || type === 'mouseReleased' ? 'left' : 'none',
      clickCount: type === 'mouseMoved' ? 0 : 1,
    });
  const wheel = (deltaX: number, deltaY: number, modifiers: number) => () =>
    cdp.send('Input.dispatchMouseEvent', { ...middle, type: 'mouseWheel', deltaX, deltaY, modifiers });
  const back = (index: number) => (index < HALF ? 1 : -1);
  const click = (at: Point) => async () => {
    await mouse('mouseMoved', at, 0)();
    await mouse('mousePressed', at, 1)();
    await mouse('mouseReleased', at, 0)();
  };
  switch (gesture) {
    case 'pan':
      return {
        begin: mouse('mouseMoved', middle, 0),
        step: (index) => wheel(14 * back(index), 9 * back(index), 0),
      };
    case 'zoom':
      // With Ctrl a wheel zooms; the modifier is the browser's number for it.
      return { begin: mouse('mouseMoved', middle, 0), step: (index) => wheel(0, 12 * back(index), 2) };
    case 'drag':
      return {
        begin: async () => {
          await mouse('mouseMoved', header, 0)();
          await mouse('mousePressed', header, 1)();
        },
        step: (index) => {
          const distance = Math.min(index + 1, STEPS - 1 - index);
          return mouse('mouseMoved', { x: header.x + distance * 5, y: header.y + distance * 3 }, 1);
        },
        end: mouse('mouseReleased', header, 0),
      };
    case 'type': {
      if (!field) throw new Error('There is no field to type into.');
      const letter = (index: number) => async () => {
        const key = 'abcdefghij'[index % 10]!;
        await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', text: key, key });
        await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
      };
      const erase = async () => {
        const key = { key: 'Backspace', code: 'Backspace', windowsVirtualKeyCode: 8 };
        await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key });
        await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
      };
      return { begin: click(field), step: (index) => (index < HALF ? letter(index) : erase) };
    }
    default: {
      const unknown: never = gesture;
      return unknown;
    }
  }
}

/** Scripts and all work of the main thread so far, in milliseconds of its processor time. */
async function mainThread(cdp: CDPSession): Promise<{ main: number; script: number }> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const of = (metricName: string) => 1000 * (metrics.find(({ name }) => name === metricName)?.value ?? 0);
  return { main: of('TaskDuration'), script: of('ScriptDuration') };
}

/** Makes the main thread's time be counted by its processor. */
export const countProcessorTime = (cdp: CDPSession): Promise<unknown> =>
  cdp.send('Performance.enable', { timeDomain: 'threadTicks' });

/** Makes a gesture once, a step a frame. */
export async function playTrusted(
  target: InputTarget,
  gesture: TrustedGesture,
  positions: PointerTargets,
): Promise<StepCost> {
  const { cdp, page, processes } = target;
  const frame = () =>
    cdp.send('Runtime.evaluate', {
      expression: 'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))',
      awaitPromise: true,
    });
  await page.bringToFront();
  const { begin, step, end } = stepsOf(target, gesture, positions);
  await begin?.();
  await frame();
  const before = await mainThread(cdp);
  const busy = processes.page() + processes.screen();
  const steps: number[] = [];
  let wall = 0;
  let last = before.main;
  let lastScript = before.script;
  for (let index = 0; index < STEPS; index += 1) {
    const start = performance.now();
    await step(index)();
    await frame();
    wall += performance.now() - start;
    const { main, script } = await mainThread(cdp);
    steps.push(main - last);
    last = main;
    lastScript = script;
  }
  // What the last step has the other threads do is theirs too.
  await frame();
  const all = processes.page() + processes.screen() - busy;
  if (all < last - before.main) {
    throw new Error(`The processes that show ${target.name} were not found: measure again.`);
  }
  await end?.();
  await frame();
  return {
    wall: wall / STEPS,
    main: (last - before.main) / STEPS,
    script: (lastScript - before.script) / STEPS,
    all: all / STEPS,
    steps,
  };
}
