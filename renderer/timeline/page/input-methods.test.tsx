// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { playCompositions } from '#renderer/testing/compositions.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { button, clip, show, timeline } from '../testing/timeline-bench.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

it('the words of an input method stay in a time: timeline/inspector/time-field.tsx', async () => {
  const { session } = await show(timeline([clip('first', 'V1', 0, 5)]));
  await button(/^first/).click();
  await page.getByLabelText('Length', { exact: true }).click();
  expect(await playCompositions(() => session.steps())).toBe(80);
});

it('the words of an input method stay in the name of a marker: timeline/inspector/marker-details.tsx', async () => {
  await show(timeline([clip('first', 'V1', 0, 5)]));
  await button(/^first/).click();
  await userEvent.keyboard('m');
  const name = page.getByRole('complementary', { name: 'Marker' }).getByLabelText('Name');
  await expect.element(name).toHaveFocus();
  expect(await playCompositions()).toBe(80);
});
