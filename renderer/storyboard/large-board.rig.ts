import { createElement } from 'react';
import type { CDPSession } from '@vitest/browser-playwright';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { StoryboardPage } from './storyboard-page.tsx';

/** A board of thousands of shots, held against one of a hundred: what opening it and scrolling it costs the page. */

const FEW = 100;
const MANY = 5000;
const SCENE = 50;
const ROUNDS = 3;
const STEPS = 40;
/** How much more the main thread may do to open it, checks of the whole document included, and in a frame of scrolling. */
const MAX_TO_OPEN = 4;
const MAX_IN_A_FRAME = 1.5;

let desk: DeskStandIn;
let project = 0;
beforeEach(() => {
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({ files: [] }));
});
afterEach(() => desk.restore());

const tools = (): CDPSession => cdp();
async function worked(): Promise<number> {
  const { metrics } = await tools().send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
}
const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

function respondWith(shots: number): void {
  const sequences = Array.from({ length: shots / SCENE }, (_, scene) => ({
    id: `scene ${scene}`,
    name: `Scene ${scene + 1}`,
    shots: Array.from({ length: SCENE }, (_shot, shot) => ({
      id: `shot ${scene} ${shot}`,
      description: 'Boats come in, one after the other, and the gulls with them.',
    })),
  }));
  desk.api(endpoints.storyboards.get, () => ({
    projectId: `prj_board_${project}`,
    version: 1,
    document: { serviceType: 'storyboard', version: 1, sequences },
    summary: { mediaCount: 0, sceneCount: sequences.length, shotCount: shots },
  }));
}

/** Milliseconds to open a board, and of one frame of scrolling it. */
async function measure(shots: number): Promise<{ opened: number; scrolled: number; cards: number }> {
  project += 1;
  respondWith(shots);
  const before = await worked();
  const page = await renderPage(
    createElement(StoryboardPage, {
      connectionId: 'local',
      projectId: `prj_board_${project}`,
      links: { toTimeline: () => undefined, toNode: () => undefined, toRun: () => undefined },
    }),
  );
  await expect.poll(() => document.querySelectorAll('[data-shot]').length).toBeGreaterThan(0);
  await frame();
  const opened = (await worked()) - before;
  const scroller = document.querySelector('[data-shot]')?.closest<HTMLElement>('[data-board]');
  if (!scroller) throw new Error('There is no board.');
  const start = await worked();
  for (let step = 0; step < STEPS; step += 1) {
    scroller.scrollTop += 60;
    await frame();
  }
  const scrolled = ((await worked()) - start) / STEPS;
  const cards = document.querySelectorAll('[data-shot]').length;
  await page.unmount();
  return { opened, scrolled, cards };
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;

it('opens and scrolls thousands of shots about as a hundred', async () => {
  await tools().send('Performance.enable');
  await measure(FEW);
  const few: Awaited<ReturnType<typeof measure>>[] = [];
  const many: typeof few = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    few.push(await measure(FEW));
    many.push(await measure(MANY));
  }
  const ratio = (part: 'opened' | 'scrolled') =>
    median(many.map((one) => one[part])) / median(few.map((one) => one[part]));
  const said = `open ${ratio('opened').toFixed(2)} ×, scroll ${ratio('scrolled').toFixed(2)} ×, ${many[0]?.cards} cards drawn`;
  expect(many[0]?.cards).toBeLessThan(80);
  expect(ratio('opened'), `opening: ${said}`).toBeLessThan(MAX_TO_OPEN);
  expect(ratio('scrolled'), `scrolling: ${said}`).toBeLessThan(MAX_IN_A_FRAME);
}, 180_000);
