// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { timelineExt } from '#shared/timeline/ext.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { boxOf, button, clip, drag, drop, middle, show, take, timeline } from '../testing/timeline-bench.tsx';

let desk: DeskStandIn;
beforeEach(async () => {
  await page.viewport(1200, 900);
  desk = standInForDesk();
  desk.desk('mediaUrls', () => ({ urls: [] }));
});
afterEach(() => desk.restore());

const onFile = { filename: take.filename, storageType: 'library' };
const cut = () => timeline([clip('first', 'V1', 0, 5, onFile), clip('second', 'V1', 5, 10, onFile)]);
const monitor = <section aria-label="Monitor" style={{ height: '100%' }} />;
const frames = () =>
  page
    .getByRole('figure')
    .elements()
    .map(({ textContent }) => textContent?.replace(/ [\d:]+$/, ''));

it('says the new length and the change at the edge that is trimmed', async () => {
  await show(cut());
  const second = boxOf(/^second/);
  const to = second.right - 3 - second.width / 2;
  drag({ x: second.right - 3, y: second.y + 20 }, { x: to, y: second.y + 20 });
  const label = page.getByText(/^00:00:0[45]:\d\d long, −00:0[45]:\d\d$/);
  await expect.element(label).toBeVisible();
  expect(Math.abs(label.element().getBoundingClientRect().left - to)).toBeLessThan(20);
  drop();
  await expect.element(label).not.toBeInTheDocument();
});

it('shows the frame at the edge that is trimmed over the monitor, and nothing afterwards', async () => {
  await show(cut(), monitor);
  const second = boxOf(/^second/);
  const edge = { x: second.right - 3, y: second.y + 20 };
  drag(edge, { x: edge.x - second.width / 2, y: edge.y });
  await expect.poll(frames).toEqual(['Last frame']);
  drop();
  await expect.poll(frames).toEqual([]);
});

it('shows the frames on both sides of a cut that is rolled, with the length of each', async () => {
  const { session } = await show(cut(), monitor);
  await button(/^second/).click();
  await userEvent.keyboard('n');
  const second = boxOf(/^second/);
  const pixels = second.width / 10;
  const edge = { x: second.left + 3, y: second.y + 20 };
  drag(edge, { x: edge.x + pixels, y: edge.y });
  await expect.poll(frames).toEqual(['Last frame', 'First frame']);
  await expect.element(page.getByText(/^00:00:0\d:\d\d \| 00:00:0\d:\d\d, \+00:0[01]:\d\d$/)).toBeVisible();
  drop();
  expect(session.steps()).toEqual(['roll cut']);
});

it('a drag whose window loses the pointer is taken back, as by Escape', async () => {
  const { session } = await show(cut());
  const second = boxOf(/^second/);
  const edge = { x: second.right - 3, y: second.y + 20 };
  const label = page.getByText(/^00:00:0[45]:\d\d long/);
  drag(edge, { x: edge.x - second.width / 2, y: edge.y });
  await expect.element(label).toBeVisible();
  window.dispatchEvent(new FocusEvent('blur'));
  await expect.element(label).not.toBeInTheDocument();
  // What the pointer does from here on is no part of it.
  drop();
  expect(session.steps()).toEqual([]);
  expect(boxOf(/^second/).width).toBeCloseTo(second.width, 0);
});

it('a slip says where in its file the clip begins', async () => {
  await show(timeline([clip('second', 'V1', 5, 10, onFile)]), monitor);
  await button(/^second/).click();
  await userEvent.keyboard('y');
  const second = boxOf(/^second/);
  drag(middle(second), { x: middle(second).x + second.width / 10, y: middle(second).y });
  await expect.element(page.getByText(/^from 00:00:0[01]:\d\d, −00:0[01]:\d\d$/)).toBeVisible();
  await expect.poll(frames).toEqual(['First frame', 'Last frame']);
  drop();
});

it('M puts the cursor into the name of the new marker, and what is typed is its name', async () => {
  const { session, playhead } = await show(cut());
  await button(/^first/).click();
  playhead.seek(2);
  await userEvent.keyboard('m');
  await expect
    .element(page.getByRole('complementary', { name: 'Marker' }).getByLabelText('Name'))
    .toHaveFocus();
  await userEvent.keyboard('Beat{Enter}');
  expect(timelineExt(session.getState().document).markers).toMatchObject([{ time: 2, name: 'Beat' }]);
});

it('the razor has its cursor over the tracks and cuts where it is pressed', async () => {
  const { session } = await show(cut());
  await button(/^second/).click();
  await userEvent.keyboard('c');
  expect(getComputedStyle(button(/^second/).element()).cursor).toBe('crosshair');
  const second = boxOf(/^second/);
  drag(middle(second), middle(second));
  drop();
  await expect.poll(() => session.getState().document.timeline.clips.length).toBe(3);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => getComputedStyle(button(/^first/).element()).cursor).not.toBe('crosshair');
});
