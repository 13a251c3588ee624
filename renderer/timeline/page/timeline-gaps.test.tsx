// @module-tag long
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { overwriteClips } from '#shared/timeline/edits/index.ts';
import { clipExt, timelineExt } from '#shared/timeline/ext.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
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
  desk.desk('mediaUrls', () => ({ urls: [] }));
});
afterEach(() => desk.restore());

/** The middle of the gap between the two clips. */
const inGap = () => {
  const [first, second] = [boxOf(/^first/), boxOf(/^second/)];
  return { x: (first.right + second.x) / 2, y: middle(first).y };
};
const press = ({ x, y }: { x: number; y: number }) => {
  drag({ x, y }, { x, y });
  drop();
};
const startOf = (session: Parameters<typeof clipOf>[0]) => clipOf(session, 'second')?.startTime;

describe('a gap', () => {
  it('is chosen by a click on it and closed by Delete, as one step that is taken back', async () => {
    const { session } = await show();
    press(inGap());
    await expect.element(page.getByText(/^Gap of .*05:00$/)).toBeVisible();
    button(/^first/)
      .element()
      .focus();
    await userEvent.keyboard('{Delete}');
    expect(startOf(session)).toBe(5);
    expect(session.steps()).toEqual(['close the gap']);
    await expect.element(page.getByText(/^Gap of/)).not.toBeInTheDocument();
    session.undo();
    expect(startOf(session)).toBe(10);
  });

  it('is closed on all tracks with the markers, and undo brings them back; a track without room is named', async () => {
    const marker = { id: 'm', time: 12, duration: 0, name: 'here', color: 'blue', words: '' };
    const ext = { patchbay: { version: 1, markers: [marker], range: { from: 10, to: 15 } } };
    const clips = [clip('first', 'V1', 0, 5), clip('second', 'V1', 10, 10)];
    const title = (id: string, from: number) => clip(id, 'V2', from, 2, { type: 'text' });
    const { session } = await show(timeline([...clips, title('title', 11)], { ext }));
    const marks = () => timelineExt(session.getState().document);
    const close = async () => {
      press(inGap());
      await expect.element(page.getByText(/^Gap of .*05:00$/)).toBeVisible();
      await userEvent.keyboard('{Delete}');
      await expect.poll(() => startOf(session)).toBe(5);
    };
    await close();
    expect(clipOf(session, 'title')?.startTime).toBe(6);
    expect(marks()).toMatchObject({ markers: [{ time: 7 }], range: { from: 5, to: 10 } });
    session.undo();
    expect(clipOf(session, 'title')?.startTime).toBe(11);
    expect(marks()).toMatchObject({ markers: [{ time: 12 }], range: { from: 10, to: 15 } });
    session.change('add title', (before) => {
      const [over] = timeline([title('over', 9)]).timeline.clips;
      return over ? overwriteClips([over], 'overwrite', () => 'new')(before) : null;
    });
    await expect.element(button(/^over/)).toBeVisible();
    await close();
    expect(clipOf(session, 'title')?.startTime).toBe(11);
    await expect.poll(() => document.body.textContent).toContain('“Titles” did not move along');
  });

  it('is closed from the menu of its track', async () => {
    const { session } = await show();
    const { x, y } = inGap();
    document
      .elementFromPoint(x, y)
      ?.dispatchEvent(
        new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: x, clientY: y, button: 2 }),
      );
    await page.getByRole('menuitem', { name: /^Close gap/ }).click();
    await expect.poll(() => startOf(session)).toBe(5);
  });

  it('under the playhead on the chosen track is closed by a key', async () => {
    const { session, playhead } = await show();
    await button(/^first/).click();
    playhead.seek(7);
    await userEvent.keyboard('g');
    expect(startOf(session)).toBe(5);
  });

  it('is given up by Escape, and a click behind the last clip chooses none', async () => {
    const { session } = await show();
    press(inGap());
    await expect.element(page.getByText(/^Gap of/)).toBeVisible();
    button(/^first/)
      .element()
      .focus();
    await userEvent.keyboard('{Escape}{Delete}');
    expect(session.steps()).toEqual([]);
    const second = boxOf(/^second/);
    press({ x: second.right + 20, y: middle(second).y });
    await expect.element(page.getByText(/^Gap of/)).not.toBeInTheDocument();
  });
});

const film = () =>
  timeline([clip('shot', 'V1', 4, 8, { type: 'video', filename: 'shot.mp4', storageType: 'library' })]);

describe('the sound of a video', () => {
  it('is taken apart by a key, and moves and is trimmed with its picture', async () => {
    const { session } = await show(film());
    await button(/^shot/).click();
    await userEvent.keyboard('{Alt>}{Shift>}l{/Shift}{/Alt}');
    const sound = () => session.getState().document.timeline.clips.find(({ type }) => type === 'audio');
    expect(sound()).toMatchObject({ filename: 'shot.mp4', startTime: 4, duration: 8 });
    expect(clipOf(session, 'shot')?.volume).toBe(0);
    const picture = page.getByRole('list', { name: 'Picture' }).getByRole('button', { name: /^shot/ });
    await expect.element(page.getByRole('list', { name: 'Audio 1' })).toBeVisible();
    const box = picture.element().getBoundingClientRect();
    const pixels = box.width / 8;
    drag(middle(box), { x: middle(box).x + 3 * pixels, y: middle(box).y }, { altKey: true });
    drop();
    await expect.poll(() => clipOf(session, 'shot')?.startTime).toBeGreaterThan(6);
    expect(sound()?.startTime).toBe(clipOf(session, 'shot')?.startTime);
    const moved = picture.element().getBoundingClientRect();
    drag({ x: moved.right - 3, y: moved.y + 20 }, { x: moved.right - 3 - 2 * pixels, y: moved.y + 20 });
    drop();
    await expect.poll(() => clipOf(session, 'shot')?.duration).toBeLessThan(7);
    expect(sound()?.duration).toBe(clipOf(session, 'shot')?.duration);
  });

  it('goes on under the next picture once the two are unlinked', async () => {
    const { session } = await show(film());
    await button(/^shot/).click();
    await userEvent.keyboard('{Alt>}{Shift>}l{/Shift}{/Alt}{Control>}l{/Control}');
    const sound = () => session.getState().document.timeline.clips.find(({ type }) => type === 'audio');
    expect(sound() && clipExt(sound()!).linkId).toBeUndefined();
    const picture = page.getByRole('list', { name: 'Picture' }).getByRole('button', { name: /^shot/ });
    const box = picture.element().getBoundingClientRect();
    await expect.element(picture).toBeVisible();
    drag({ x: box.right - 3, y: box.y + 20 }, { x: box.right - 3 - box.width / 4, y: box.y + 20 });
    drop();
    await expect.poll(() => clipOf(session, 'shot')?.duration).toBeLessThan(7);
    expect(sound()?.duration).toBe(8);
  });
});

it('a keyframe goes on as it is told to: eased, held or along a line', async () => {
  const opacity = [
    { at: 0, value: 0 },
    { at: 4, value: 1 },
  ];
  const { session, playhead } = await show(
    timeline([clip('second', 'V1', 10, 10, { ext: { patchbay: { version: 1, keyframes: { opacity } } } })]),
  );
  await button(/^second/).click();
  playhead.seek(10);
  const ease = page.getByRole('combobox', { name: /^How Opacity % goes on/ });
  await ease.click();
  await page.getByRole('option', { name: 'Hold' }).click();
  const eases = () => clipExt(clipOf(session, 'second')!).keyframes?.opacity?.map((frame) => frame.ease);
  await expect.poll(eases).toEqual(['hold', 'linear']);
  expect(session.steps()).toEqual(['change the easing']);
  playhead.seek(12);
  await expect.element(page.getByLabelText('Opacity %', { exact: true })).toHaveValue('0');
  await expect.element(ease).not.toBeInTheDocument();
});
