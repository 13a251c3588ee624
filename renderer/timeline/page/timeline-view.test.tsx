import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { timelineExt } from '#shared/timeline/ext.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { boxOf, button, clipOf, drag, drop, middle, show } from '../testing/timeline-bench.tsx';

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
