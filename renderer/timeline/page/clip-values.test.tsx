// @module-tag rig
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clipExt } from '#shared/timeline/ext.ts';
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
});
afterEach(() => desk.restore());

describe('the inspector', () => {
  it('sets times, values, fades and keyframes of the clip', async () => {
    const { session, playhead } = await show();
    await button(/^second/).click();
    const fade = page.getByLabelText('Fade in');
    await userEvent.fill(fade, '1.5');
    await userEvent.keyboard('{Enter}');
    expect(clipExt(clipOf(session, 'second')!).fadeIn).toBe(1.52);
    await userEvent.fill(fade, '2*0.5s');
    await userEvent.keyboard('{Enter}');
    expect(clipExt(clipOf(session, 'second')!).fadeIn).toBe(1);
    await userEvent.fill(fade, 'soon');
    await expect.element(page.getByText(/^“soon” is not a number/)).toBeVisible();
    await userEvent.keyboard('{Enter}');
    expect(clipExt(clipOf(session, 'second')!).fadeIn).toBe(1);
    await userEvent.keyboard('{Escape}');
    await expect.element(fade).toHaveValue('00:00:01:00');
    const opacity = page.getByLabelText('Opacity %', { exact: true });
    await userEvent.fill(opacity, '50');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => clipOf(session, 'second')?.opacity).toBe(0.5);
    playhead.seek(12);
    await page.getByRole('button', { name: 'Set a keyframe of Opacity % at the playhead' }).click();
    expect(clipExt(clipOf(session, 'second')!).keyframes?.opacity).toEqual([
      { at: 2, value: 0.5, ease: 'linear' },
    ]);
  });
});

describe('fades and keyframes', () => {
  it('are dragged on the clip, as one step when the pointer is up', async () => {
    const { session } = await show();
    await button(/^second/).click();
    const second = boxOf(/^second/);
    const pixels = second.width / 10;
    drag({ x: second.x + 15, y: second.y + 9 }, { x: second.x + 15 + 2 * pixels, y: second.y + 9 });
    expect(session.steps()).toEqual([]);
    drop();
    expect(session.steps()).toEqual(['fade in']);
    expect(clipExt(clipOf(session, 'second')!).fadeIn).toBeCloseTo(2, 0);
    drag({ x: second.right - 15, y: second.y + 9 }, { x: second.right - 90, y: second.y + 9 });
    await userEvent.keyboard('{Escape}');
    drop();
    expect(clipExt(clipOf(session, 'second')!).fadeOut).toBeUndefined();
  });

  it.each([4, 9, 26, 40])('leave the edge to the trim, %f pixels below the top', async (down) => {
    const { session } = await show();
    await button(/^second/).click();
    for (const edge of ['right', 'left'] as const) {
      const second = boxOf(/^second/);
      const at = { x: second[edge] + (edge === 'right' ? -5 : 5), y: second.y + down };
      drag(at, { x: at.x + (edge === 'right' ? -60 : 60), y: at.y });
      drop();
    }
    expect(session.steps()).toEqual(['trim clip', 'trim clip']);
  });

  it.each([0.5, 1, 2])(
    'a clip is trimmed and not moved where it is taken %f pixels from its end',
    async (inside) => {
      const { session } = await show();
      await button(/^second/).click();
      for (const edge of ['right', 'left'] as const) {
        const second = boxOf(/^second/);
        const at = { x: second[edge] + (edge === 'right' ? -inside : inside), y: second.y + 26 };
        drag(at, { x: at.x + (edge === 'right' ? -60 : 60), y: at.y });
        drop();
      }
      expect(session.steps()).toEqual(['trim clip', 'trim clip']);
    },
  );

  it('are moved by the pointer and by keys, deleted, and taken back', async () => {
    const keyframes = {
      opacity: [{ at: 2, value: 0 }],
      scale: [
        { at: 2, value: 1 },
        { at: 6, value: 2 },
      ],
    };
    const { session } = await show(
      timeline([clip('second', 'V1', 10, 10, { ext: { patchbay: { version: 1, keyframes } } })]),
    );
    await button(/^second/).click();
    const mark = (time: string) => page.getByRole('button', { name: `Keyframe at ${time}` });
    const box = mark('12 seconds').element().getBoundingClientRect();
    const pixels = boxOf(/^second/).width / 10;
    drag(middle(box), { x: middle(box).x + 2 * pixels, y: box.y });
    drop();
    await expect.element(mark('14 seconds')).toBeVisible();
    const times = () =>
      Object.values(clipExt(clipOf(session, 'second')!).keyframes ?? {}).map((frames) =>
        Array.isArray(frames) ? frames.map(({ at }: { at: number }) => at) : [],
      );
    expect(times()).toEqual([[4], [4, 6]]);
    mark('16 seconds').element().focus();
    await userEvent.keyboard('..');
    expect(times()).toEqual([[4], [4, 6.08]]);
    await userEvent.keyboard('{Delete}');
    expect(times()).toEqual([[4], [4]]);
    expect(session.getState().document.timeline.clips).toHaveLength(1);
    expect(session.steps()).toEqual(['move keyframe', 'move keyframe', 'delete keyframe']);
    session.undo();
    expect(times()).toEqual([[4], [4, 6.08]]);
  });
});

describe('the speed of a clip', () => {
  it('is set in percent when it is typed whole, told on the clip, and taken back', async () => {
    const { session } = await show();
    await button(/^second/).click();
    const field = page.getByRole('textbox', { name: 'Speed %' });
    // It stands in line with the numbers that can have keyframes.
    const sideOf = (name: string) =>
      page.getByRole('textbox', { name }).element().getBoundingClientRect().right;
    expect(sideOf('Speed %')).toBe(sideOf('Opacity %'));
    await field.fill('200');
    // Not yet: "200" is no 2 on its way.
    expect(clipOf(session, 'second')?.duration).toBe(10);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => clipOf(session, 'second')?.duration).toBe(5);
    await expect.element(button(/^second.*speed 200 %/)).toBeVisible();
    expect(
      button(/^second/)
        .element()
        .querySelector('[data-speed="200 %"]'),
    ).not.toBeNull();
    await expect.element(page.getByText('Sound plays along', { exact: false })).toBeVisible();
    expect(session.steps()).toEqual(['change speed']);
    session.undo();
    await expect.poll(() => clipOf(session, 'second')?.duration).toBe(10);
  });

  it('is none while the frame at the playhead is held', async () => {
    const { session, playhead } = await show();
    await button(/^second/).click();
    playhead.seek(12);
    await page.getByRole('button', { name: 'Hold the frame at the playhead' }).click();
    await expect.element(button(/^second.*still frame/)).toBeVisible();
    expect(clipOf(session, 'second')).toMatchObject({ startTime: 10, duration: 10, trimStart: 4 });
    expect(session.steps()).toEqual(['hold a frame']);
  });
});
