// @module-tag long
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
