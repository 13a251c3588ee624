// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import type { MemorySession } from '../testing/memory-session.ts';
import {
  boxOf,
  button,
  clip,
  clipOf,
  drag,
  drop,
  middle,
  show,
  timeline,
} from '../testing/timeline-bench.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const touching = () => timeline([clip('left', 'V1', 0, 5), clip('right', 'V1', 5, 5)]);
/** The seconds that are left of a clip, in one part or several. */
const lengthOf = (name: string, session: MemorySession): number =>
  session
    .getState()
    .document.timeline.clips.filter((one) => one.name === name)
    .reduce((sum, { duration }) => sum + duration, 0);
const said = (text: string) => page.getByRole('status').getByText(text);

it('makes a step of its own of each selection, which the Undo of its message takes back alone', async () => {
  const { session } = await show(touching());
  await button(/^right/).click();
  await userEvent.keyboard(',,');
  await expect.element(page.getByText('“left” is 2 frames shorter.')).toBeVisible();
  await button(/^left/).click();
  await userEvent.keyboard('.');
  await expect.element(page.getByText('“right” is 1 frame shorter.')).toBeVisible();
  await expect.element(said('Moved 1 frame later')).toBeVisible();
  expect(session.steps()).toEqual(['nudge clip', 'nudge clip']);

  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  expect(clipOf(session, 'right')).toMatchObject({ startTime: 4.92, duration: 5 });
  expect(clipOf(session, 'left')).toMatchObject({ startTime: 0, duration: 4.92 });
  session.undo();
  expect(session.getState().document).toEqual(touching());
});

it('begins a new step after another edit, also where that was taken back', async () => {
  const { session } = await show(touching());
  await button(/^right/).click();
  await userEvent.keyboard('..');
  await userEvent.keyboard('{Delete}');
  await expect.poll(() => clipOf(session, 'right')).toBeUndefined();
  session.undo();
  await button(/^right/).click();
  await userEvent.keyboard('.');
  await expect.element(said('Moved 1 frame later')).toBeVisible();
});

it('goes on with the step where the same clips are chosen again', async () => {
  const { session } = await show(touching());
  await button(/^right/).click();
  await userEvent.keyboard('.');
  await button(/^left/).click();
  await button(/^right/).click();
  await userEvent.keyboard('.');
  await expect.element(said('Moved 2 frames later')).toBeVisible();
  expect(session.steps()).toEqual(['nudge clip']);
});

it('and the pointer say how much of a clip is covered where it is cut in parts', async () => {
  const { session } = await show(timeline([clip('long', 'V1', 0, 10), clip('short', 'V2', 3, 2)]));
  const [long, short] = [middle(boxOf(/^long/)), middle(boxOf(/^short/))];
  drag(short, { x: short.x, y: long.y }, { altKey: true });
  drop();
  const frames = () => 250 - lengthOf('long', session) * 25;
  await expect.poll(() => session.getState().document.timeline.clips).toHaveLength(3);
  expect(frames()).toBe(50);
  await expect.element(page.getByText('“long” is 50 frames shorter, in 2 parts.')).toBeVisible();
  session.undo();

  // What nudges cut off in steps is said together.
  await button(/^short/).click();
  drag(middle(boxOf(/^short/)), { x: short.x, y: long.y }, { altKey: true });
  drop();
  await expect.poll(() => session.getState().document.timeline.clips).toHaveLength(3);
  await userEvent.keyboard(',');
  await expect.element(page.getByText('“long” is 1 frame shorter.')).toBeVisible();
});
