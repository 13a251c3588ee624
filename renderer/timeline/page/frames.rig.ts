import { createElement } from 'react';
import type { CDPSession } from '@vitest/browser-playwright';
import { cdp, page } from 'vitest/browser';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { HEADS } from '../model/use-timeline-scale.ts';
import { TimelinePage } from './timeline-page.tsx';

/** What is done by hand with many clips, held against the same with few. */

const TRACKS = 4;
const CLIP_SECONDS = 2;
/** Steps of one gesture, and how often each gesture is made with each timeline. */
const STEPS = 40;
const ROUNDS = 3;
/** How much more the main thread may do in a frame. */
const MOST = 1.5;
/** Pixels a second: as many clips are in view whatever their number, and of a hundred most are not. */
const NEAR = 160;

let desk: DeskStandIn;
let project = 0;
beforeEach(() => {
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({ files: [] }));
});
afterEach(() => desk.restore());

const tools = (): CDPSession => cdp();

/** Milliseconds that the page's thread has worked since it began. */
async function worked(): Promise<number> {
  const { metrics } = await tools().send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
}

const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

const scroller = (): HTMLElement => {
  const element = document.querySelector<HTMLElement>('[data-timeline-scroller]');
  if (!element) throw new Error('There is no timeline.');
  return element;
};

/** @param x pixels from the heads of the tracks; what is there stays in place. */
function zoom(factor: number, x = 400): void {
  const { left, top } = scroller().getBoundingClientRect();
  const at = { clientX: left + HEADS + x, clientY: top + 60, bubbles: true, cancelable: true };
  scroller().dispatchEvent(
    new WheelEvent('wheel', { ...at, deltaY: -240 * Math.log(factor), ctrlKey: true }),
  );
}

const pointer = (target: EventTarget, type: string, clientX: number, clientY: number): boolean =>
  target.dispatchEvent(
    new PointerEvent(type, { clientX, clientY, bubbles: true, cancelable: true, buttons: 1, pointerId: 1 }),
  );

/** What is done in each of the steps of a gesture, and how it ends. */
interface Held {
  step: (at: number) => void;
  end: () => void;
}

const gestures = {
  pan: (): Held => ({
    step: (at) => (scroller().scrollLeft += at < STEPS / 2 ? 60 : -60),
    end: () => undefined,
  }),
  zoom: (): Held => ({ step: (at) => zoom(at % 2 === 0 ? 1.2 : 1 / 1.2), end: () => undefined }),
  drag: (): Held => {
    const clips = [...document.querySelectorAll('[data-clip]')];
    const clip = clips.find((one) => one.getBoundingClientRect().left > 400);
    if (!clip) throw new Error('There is no clip to drag.');
    const { left, top } = clip.getBoundingClientRect();
    const [x, y] = [left + 30, top + 20];
    pointer(clip, 'pointerdown', x, y);
    return {
      step: (at) => pointer(window, 'pointermove', x + 4 * (at % 10), y),
      end: () => pointer(window, 'pointerup', x, y),
    };
  },
} as const;

/** @returns closes it. */
async function open(count: number): Promise<() => Promise<void>> {
  project += 1;
  const id = `many_${project}`;
  const clips = Array.from({ length: count }, (_, index) => ({
    id: `clip-${index}`,
    trackId: `V${index % TRACKS}`,
    name: `clip-${index}`,
    filename: `clip-${index}.mov`,
    startTime: Math.floor(index / TRACKS) * CLIP_SECONDS,
    duration: CLIP_SECONDS,
  }));
  const tracks = Array.from({ length: TRACKS }, (_, index) => ({ id: `V${index}`, name: `V${index}` }));
  desk.api(endpoints.timelines.get, () => ({
    projectId: id,
    version: 1,
    document: { serviceType: 'timeline', version: 1, timeline: { tracks, clips } },
    summary: { clipCount: count, trackCount: TRACKS, durationSeconds: (count / TRACKS) * CLIP_SECONDS },
  }));
  const shown = await renderPage(
    createElement(
      'div',
      { style: { width: 1400, height: 700 } },
      createElement(TimelinePage, { connectionId: 'local', projectId: id, onImport: () => undefined }),
    ),
  );
  await expect.element(page.getByRole('button', { name: /^clip-0,/ })).toBeVisible();
  const width = () =>
    page
      .getByRole('button', { name: /^clip-0,/ })
      .element()
      .getBoundingClientRect().width;
  // Clips are never drawn smaller than they can be seen, so that one step does not always come there.
  for (let tried = 0; tried < 8 && Math.abs(width() - NEAR * CLIP_SECONDS) > 4; tried += 1) {
    zoom((NEAR * CLIP_SECONDS) / width(), 0);
    await frame();
    await frame();
  }
  expect(Math.abs(width() - NEAR * CLIP_SECONDS)).toBeLessThanOrEqual(4);
  return () => shown.unmount();
}

/** Milliseconds of work for a frame of a gesture. */
async function costOf(count: number, gesture: keyof typeof gestures): Promise<number> {
  const close = await open(count);
  for (let rest = 0; rest < 20; rest += 1) await frame();
  const held = gestures[gesture]();
  await frame();
  const before = await worked();
  for (let at = 0; at < STEPS; at += 1) {
    held.step(at);
    await frame();
  }
  await frame();
  const cost = (await worked()) - before;
  held.end();
  await close();
  return cost / STEPS;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;

it.each(['pan', 'zoom', 'drag'] as const)(
  'a frame of 10,000 clips costs little more than one of 100: %s',
  async (gesture) => {
    await tools().send('Performance.enable');
    const costs: Record<number, number[]> = { 100: [], 10_000: [] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const count of [100, 10_000]) costs[count]?.push(await costOf(count, gesture));
    const [few, many] = [median(costs[100] ?? []), median(costs[10_000] ?? [])];
    expect(many / few, `${many.toFixed(1)} ms against ${few.toFixed(1)} ms`).toBeLessThan(MOST);
  },
);
