// @module-tag long
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clipExt } from '#shared/timeline/ext.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { button, clip, clipOf, show, timeline } from '../testing/timeline-bench.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

it('a dissolve is added and removed by the menu of a clip, and its length is said in seconds and frames', async () => {
  const { session } = await show(
    timeline([
      clip('first', 'V1', 0, 5, { type: 'video', trimEnd: 2 }),
      clip('second', 'V1', 5, 5, { type: 'video' }),
    ]),
  );
  const dissolve = () => clipExt(clipOf(session, 'second')!);
  await button(/^second/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Add dissolve, up to 2.00 s/ }).click();
  expect(dissolve()).toMatchObject({ fadeIn: 1, dissolve: true });
  const mark = () =>
    button(/^second/)
      .element()
      .querySelector('[data-fade]')
      ?.getAttribute('data-fade');
  await expect.poll(mark).toBe('dissolve');
  const inspector = page.getByRole('complementary', { name: 'Clip' });
  await expect.element(inspector.getByText('1.00 s, 25 frames')).toBeVisible();
  await userEvent.fill(inspector.getByLabelText('Dissolve', { exact: true }), '3');
  await userEvent.keyboard('{Enter}');
  await expect.element(inspector.getByText(/3\.00 s, 75 frames.*goes on for 00:00:02:00/)).toBeVisible();

  await button(/^second/).click({ button: 'right' });
  await page.getByRole('menuitem', { name: /^Remove dissolve/ }).click();
  expect(dissolve().fadeIn ?? 0).toBe(0);
  await expect.poll(mark).toBeUndefined();
  expect(session.steps().at(-1)).toBe('remove dissolve');
});

it.each<[string, string | null, object[], RegExp]>([
  [
    'nothing is chosen',
    null,
    [clip('alone', 'V1', 2, 5, { type: 'video' })],
    /Choose a clip that touches another one first/,
  ],
  [
    'nothing touches the clip',
    'alone',
    [clip('alone', 'V1', 2, 5, { type: 'video' })],
    /No clip touches it: move one up to it first/,
  ],
  [
    'the file before ends at the cut',
    'second',
    [
      clip('first', 'V1', 0, 5, { type: 'video', trimEnd: 0 }),
      clip('second', 'V1', 5, 5, { type: 'video', trimStart: 0 }),
    ],
    /The file of the clip before ends at the cut: trim that clip shorter/,
  ],
])('D alone says why there can be no dissolve where %s', async (_where, selectedClips, clips, reason) => {
  const { session } = await show(timeline(clips));
  if (selectedClips === null) page.getByRole('region', { name: 'Timeline', exact: true }).element().focus();
  else await button(new RegExp(`^${selectedClips}`)).click();
  await userEvent.keyboard('d');
  await expect.element(page.getByText(reason).first()).toBeVisible();
  expect(session.steps()).toEqual([]);
});

it('where nothing touches the clip, the menu says what to do first', async () => {
  const { session } = await show(timeline([clip('alone', 'V1', 2, 5, { type: 'video' })]));
  await button(/^alone/).click({ button: 'right' });
  const entry = page.getByRole('menuitem', { name: /dissolve/i });
  await expect.element(entry).toHaveAttribute('aria-disabled', 'true');
  await expect.element(entry).toHaveAccessibleName(/No clip touches it/);
  expect(session.steps()).toEqual([]);
});
