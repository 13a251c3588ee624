import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
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
});
afterEach(() => desk.restore());

describe('dragging', () => {
  it('moves a clip until it snaps to another, and says to what', async () => {
    const { session } = await show();
    const second = boxOf(/^second/);
    const scale = second.width / 10;
    const from = middle(second);
    drag(from, { x: from.x - scale * 5 + 4, y: from.y });
    await expect.element(page.getByText('End of first')).toBeVisible();
    // While it is dragged, nothing is changed yet.
    expect(clipOf(session, 'second')?.startTime).toBe(10);
    drop();
    await expect.poll(() => clipOf(session, 'second')?.startTime).toBe(5);
    expect(session.steps()).toEqual(['move clip']);
  });

  it('moves to another track, and Escape gives it up', async () => {
    const { session } = await show();
    const second = boxOf(/^second/);
    const titles = page.getByRole('list', { name: 'Titles' }).element().getBoundingClientRect();
    const to = { x: second.x + second.width / 2, y: titles.y + titles.height / 2 };
    drag(middle(second), to);
    button(/^second/)
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    drop();
    expect(session.steps()).toEqual([]);
    drag(middle(second), to);
    drop();
    await expect.poll(() => clipOf(session, 'second')?.trackId).toBe('V2');
  });

  it('trims at an edge as far as the medium goes', async () => {
    const { session } = await show();
    const second = boxOf(/^second/);
    const edge = { x: second.right - 3, y: second.y + 20 };
    drag(edge, { x: edge.x + 400, y: edge.y });
    drop();
    await expect.poll(() => clipOf(session, 'second')?.duration).toBe(12);
    expect(clipOf(session, 'second')?.trimEnd).toBe(0);
  });

  it('draws a box around clips', async () => {
    const { session } = await show();
    const first = boxOf(/^first/);
    const second = boxOf(/^second/);
    drag({ x: first.right + 10, y: first.bottom - 2 }, { x: second.x + 20, y: first.y + 10 });
    drop();
    await expect.element(button(/^second/)).toHaveAttribute('aria-pressed', 'true');
    await expect.element(button(/^first/)).toHaveAttribute('aria-pressed', 'false');
    expect(session.steps()).toEqual([]);
  });

  it('wakes what is dragged and nothing else', async () => {
    await show();
    await button(/^second/).click();
    const first = button(/^first/).element().parentElement;
    const changed: MutationRecord[] = [];
    const observer = new MutationObserver((records) => changed.push(...records));
    const second = boxOf(/^second/);
    drag(middle(second), { x: second.x + 20, y: second.y + 10 });
    observer.observe(first!, { attributes: true, subtree: true, childList: true });
    await expect.poll(() => boxOf(/^second/).x).not.toBe(second.x);
    drop();
    expect(changed).toEqual([]);
    observer.disconnect();
  });
});

describe('keys', () => {
  it('split at the playhead, delete with and without the gap, and trim to the playhead', async () => {
    const { session, playhead } = await show();
    await button(/^second/).click();
    playhead.seek(14);
    await userEvent.keyboard('s');
    expect(session.getState().document.timeline.clips).toHaveLength(3);
    await userEvent.keyboard('{Delete}');
    expect(clipOf(session, 'second')).toBeUndefined();
    session.undo();
    await button(/^first/).click();
    await userEvent.keyboard('{Shift>}{Delete}{/Shift}');
    expect(clipOf(session, 'second')?.startTime).toBe(5);
    session.undo();
    await button(/^first/).click();
    playhead.seek(3);
    await userEvent.keyboard(']');
    expect(clipOf(session, 'first')?.duration).toBe(3);
    await userEvent.keyboard('.');
    expect(clipOf(session, 'first')?.startTime).toBeCloseTo(0.04);
    await userEvent.keyboard('..');
    expect(session.steps().filter((name) => name === 'nudge clip')).toHaveLength(1);
    // A frame is too little to be seen at this scale, so it is said; until something else is done.
    await expect.element(page.getByRole('status').getByText('Moved 3 frames later')).toBeVisible();
    await userEvent.keyboard(',');
    await expect.element(page.getByRole('status').getByText('Moved 2 frames later')).toBeVisible();
    session.undo();
    await expect.element(page.getByText('Moved 2 frames later')).not.toBeInTheDocument();
  });

  it('work also where the focus comes to rest beside the timeline, which keeps its own keys', async () => {
    const { session } = await show();
    const view = page.getByRole('region', { name: 'Timeline' }).element() as HTMLElement;
    const around = view.parentElement;
    if (!around) throw new Error('It stands nowhere.');
    // A click on the picture of a film gives the focus to what is around the page.
    around.tabIndex = -1;
    around.focus();
    await userEvent.keyboard('{Control>}{ArrowRight}{/Control}');
    await expect.element(button(/^first/)).toHaveFocus();
    // A dialog gives it back to the button in the bar of the page that opened it.
    const bar = document.createElement('header');
    bar.innerHTML = '<button>Export</button>';
    document.body.append(bar);
    try {
      bar.querySelector('button')?.focus();
      await userEvent.keyboard('{Shift>}B{/Shift}');
      await expect.element(button(/^Keep all tracks in step/)).toHaveAttribute('aria-pressed', 'false');
      await button(/^first/).click();
      bar.querySelector('button')?.focus();
      await userEvent.keyboard('{ArrowRight} ');
      await expect.element(button(/^first/)).toHaveAttribute('aria-pressed', 'true');
      expect(session.steps()).toEqual([]);
    } finally {
      bar.remove();
    }
  });

  it('and the pointer cut what clips are moved over, say what, and take it back from there', async () => {
    const { session } = await show();
    const cut = page.getByText('“first” is 2 frames shorter.');
    await button(/^second/).click();
    // It snaps to the end of the first, which it does not cut.
    const second = boxOf(/^second/);
    const scale = second.width / 10;
    drag(middle(second), { x: middle(second).x - scale * 5 + 2, y: middle(second).y });
    drop();
    await expect.poll(() => clipOf(session, 'second')?.startTime).toBe(5);
    await userEvent.keyboard(',');
    await expect.element(page.getByText('“first” is 1 frame shorter.')).toBeVisible();
    await userEvent.keyboard(',');
    await expect.element(cut).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    expect(clipOf(session, 'first')?.duration).toBe(5);
    await expect.element(cut).not.toBeInTheDocument();

    const now = boxOf(/^second/);
    drag(middle(now), { x: middle(now).x - now.width / 5, y: middle(now).y });
    drop();
    const dragged = page.getByText('“first” is 50 frames shorter.');
    await expect.element(dragged).toBeVisible();
    session.undo();
    await expect.element(dragged).not.toBeInTheDocument();
  });

  it('are for the playhead only where it is inside a clip, and the menu says why not', async () => {
    const { session, playhead } = await show();
    const entries = () =>
      page
        .getByRole('menuitem', { name: /playhead/ })
        .elements()
        .map((entry) => `${entry.getAttribute('aria-disabled') === 'true' ? '' : '+ '}${entry.textContent}`);
    const openAt = async (seconds: number): Promise<string[]> => {
      playhead.seek(seconds);
      await button(/^second/).click({ button: 'right' });
      await expect.element(page.getByRole('menu')).toBeVisible();
      const found = entries();
      await userEvent.keyboard('{Escape}');
      await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
      return found;
    };
    const notIn = 'The playhead is not inside the clip';
    expect(await openAt(7)).toEqual([
      'Hold the frame at the playheadThe playhead is not over a selected video',
      'Split at the playheadThe playhead is not inside a clipS',
      `Trim the start to the playhead${notIn}[`,
      `Trim the end to the playhead${notIn}]`,
    ]);
    expect((await openAt(2))[1]).toBe('+ Split all tracks at the playheadS');
    // Its first frame can be held, and there is nothing to split there.
    expect(await openAt(10)).toEqual([
      '+ Hold the frame at the playhead',
      'Split at the playheadThe playhead is not inside a clipS',
      `Trim the start to the playhead${notIn}[`,
      `Trim the end to the playhead${notIn}]`,
    ]);
    expect(await openAt(12)).toEqual([
      '+ Hold the frame at the playhead',
      '+ Split at the playheadS',
      '+ Trim the start to the playhead[',
      '+ Trim the end to the playhead]',
    ]);
    playhead.seek(7);
    await expect.element(button(/^Split at the playhead/)).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('s');
    expect(session.steps()).toEqual([]);
    await expect.poll(() => document.body.textContent).toContain('The playhead is not inside a clip');
  });

  it('copy and paste at the playhead, and a marker there', async () => {
    const { session, playhead } = await show();
    await button(/^first/).click();
    await userEvent.keyboard('{Control>}c{/Control}');
    playhead.seek(30);
    await userEvent.keyboard('{Control>}v{/Control}m');
    expect(session.getState().document.timeline.clips.map(({ startTime }) => startTime)).toEqual([0, 10, 30]);
    expect(timelineExt(session.getState().document).markers?.map(({ time }) => time)).toEqual([30]);
  });
});

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

describe('tracks', () => {
  it('are as high as their edge is dragged, or keys make them, each one step', async () => {
    const { session } = await show();
    const edge = page.getByRole('separator', { name: 'Height of Picture' });
    const heights = () => session.getState().document.timeline.tracks.map(({ height }) => height);
    const at = (clientY: number) => ({ bubbles: true, button: 0, pointerId: 1, clientX: 20, clientY });
    const element = edge.element();
    // A pointer that is no real one cannot be captured.
    element.setPointerCapture = () => undefined;
    element.dispatchEvent(new PointerEvent('pointerdown', at(100)));
    element.dispatchEvent(new PointerEvent('pointermove', at(120)));
    element.dispatchEvent(new PointerEvent('pointermove', at(160)));
    element.dispatchEvent(new PointerEvent('pointerup', at(160)));
    await expect.element(edge).toHaveAttribute('aria-valuenow', '124');
    expect(heights()).toEqual([124, 64]);
    expect(session.steps()).toEqual(['set track height']);
    expect(boxOf(/^second/).height).toBeGreaterThan(110);
    element.focus();
    await userEvent.keyboard('{ArrowUp}{Shift>}{ArrowUp}{/Shift}');
    expect(heights()).toEqual([76, 64]);
    expect(session.steps()).toEqual(['set track height', 'set track height']);
    await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowUp}{/Shift}');
    expect(heights()).toEqual([36, 64]);
    await edge.dblClick();
    expect(heights()).toEqual([64, 64]);
  });

  it('are locked: their clips stay', async () => {
    const { session } = await show();
    await page.getByRole('button', { name: 'Lock Picture' }).click();
    expect(session.getState().document.timeline.tracks[0]?.locked).toBe(true);
    const second = boxOf(/^second/);
    drag(middle(second), { x: second.x + 300, y: second.y + 10 });
    drop();
    expect(session.steps()).toEqual(['lock track']);
  });
});

describe('what the timeline and its tracks are', () => {
  it('is named, and gets another rate and size', async () => {
    const { session } = await show();
    await page.getByRole('button', { name: 'Format: 25 fps, 1920 × 1080' }).click();
    const format = page.getByRole('dialog', { name: 'Format of the timeline' });
    await format.getByLabelText('Name of the timeline').fill('Harbor');
    await format.getByRole('combobox', { name: 'Frame rate' }).click();
    await page.getByRole('option', { name: '50 fps' }).click();
    await format.getByRole('combobox', { name: 'Size' }).click();
    await page.getByRole('option', { name: '1080 × 1920' }).click();
    await expect.poll(() => session.getState().document.timeline.projectResolution.height).toBe(1920);
    expect(session.getState().document.name).toBe('Harbor');
    expect(session.getState().document.timeline.frameRate).toBe(50);
    expect(session.steps()).toEqual(['name the timeline', 'change the frame rate', 'change the size']);
  });

  it('has its settings beside the tracks while nothing is chosen, where there is room for both', async () => {
    const { session } = await show();
    const settings = page.getByRole('complementary', { name: 'Timeline settings' });
    await page.viewport(1200, 700);
    await settings.getByLabelText('Name of the timeline').fill('Harbor');
    expect(session.getState().document.name).toBe('Harbor');
    const width = () =>
      page.getByRole('region', { name: 'Timeline' }).element().getBoundingClientRect().width;
    const beside = width();
    await page.viewport(720, 450);
    await expect.element(settings).not.toBeInTheDocument();
    expect(width()).toBeGreaterThan(720 - 20);
    expect(beside).toBeLessThan(1200 - 200);
    await page.viewport(1440, 900);
    await expect.element(settings).toBeVisible();
  });

  it('is louder or quieter by the track that is chosen', async () => {
    const { session } = await show();
    await page.getByText('Titles', { exact: true }).click();
    const details = page.getByRole('complementary', { name: 'Track' });
    await details.getByLabelText('Volume %').fill('40');
    await userEvent.keyboard('{Enter}');
    await expect
      .poll(() => session.getState().document.timeline.tracks.find(({ id }) => id === 'V2')?.volume)
      .toBe(0.4);
  });

  it('dissolves where a fade is said to come up over the clip before', async () => {
    const { session } = await show(
      timeline([
        clip('first', 'V1', 0, 5),
        clip('second', 'V1', 5, 5, { ext: { patchbay: { version: 1, fadeIn: 1 } } }),
      ]),
    );
    await button(/^second/).click();
    await page.getByRole('checkbox', { name: 'Dissolve from the clip before' }).click();
    await expect.poll(() => clipExt(clipOf(session, 'second')!).dissolve).toBe(true);
  });
});
