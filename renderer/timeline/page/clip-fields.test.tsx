// @module-tag rig
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { clipExt } from '#shared/timeline/ext.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import type { MemorySession } from '../testing/memory-session.ts';
import { button, clip, clipOf, show, timeline } from '../testing/timeline-bench.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

/** A clip that is chosen, with 2 s of its medium before and behind what it shows. */
async function selectedClips(): Promise<MemorySession> {
  const { session } = await show(
    timeline([clip('first', 'V1', 0, 5), clip('second', 'V1', 10, 10, { type: 'video' })]),
  );
  await button(/^second/).click();
  return session;
}
const field = (name: string) => page.getByLabelText(name, { exact: true });
async function type(name: string, text: string): Promise<void> {
  await userEvent.fill(field(name), text);
  await userEvent.keyboard('{Enter}');
}
const place = (session: MemorySession) => {
  const second = clipOf(session, 'second');
  return [second?.startTime, second?.duration, second?.trimStart, second?.trimEnd];
};

/** Drags the label of a field by so many pixels. */
function dragLabel(name: string, by: number): void {
  const label = page.getByRole('complementary', { name: 'Clip' }).getByText(name, { exact: true }).element();
  // A pointer that is no real one cannot be captured.
  if (label instanceof HTMLElement) label.setPointerCapture = () => undefined;
  const { x, y } = label.getBoundingClientRect();
  const at = (moved: number) => ({
    bubbles: true,
    cancelable: true,
    button: 0,
    pointerId: 1,
    pointerType: 'mouse',
    clientX: x + 4 + moved,
    clientY: y + 4,
  });
  label.dispatchEvent(new PointerEvent('pointerdown', at(0)));
  for (const part of [0.5, 1]) label.dispatchEvent(new PointerEvent('pointermove', at(by * part)));
  label.dispatchEvent(new PointerEvent('pointerup', at(by)));
}

describe('times of a clip', () => {
  it('are typed as seconds or timecode, as far as the medium goes, each one step', async () => {
    const session = await selectedClips();
    await expect.element(page.getByText('250 frames on Picture')).toBeVisible();
    await type('In', '00:00:08:00');
    expect(place(session)).toEqual([8, 10, 2, 2]);
    await type('Out', '19.2');
    expect(place(session)).toEqual([8, 11.2, 2, 0.8]);
    await type('Length', '4');
    expect(place(session)).toEqual([8, 4, 2, 8]);
    await expect.element(page.getByText('100 frames on Picture')).toBeVisible();
    await type('Source from', '5');
    expect(place(session)).toEqual([8, 4, 5, 5]);
    // More than the medium has comes to its end.
    await type('Length', '60');
    expect(place(session)).toEqual([8, 9, 5, 0]);
    expect(session.steps()).toEqual(['move clip', 'trim clip', 'trim clip', 'slip clip', 'trim clip']);
    for (let step = 0; step < 5; step += 1) session.undo();
    expect(place(session)).toEqual([10, 10, 2, 2]);
    await expect.element(field('In')).toHaveValue('00:00:10:00');
  });

  it('are dragged by their labels a frame at a time, as one step', async () => {
    const session = await selectedClips();
    dragLabel('In', 30);
    expect(place(session)).toEqual([10.4, 10, 2, 2]);
    dragLabel('Length', -75);
    expect(place(session)).toEqual([10.4, 9, 2, 3]);
    dragLabel('Source from', -60);
    expect(place(session)).toEqual([10.4, 9, 1.2, 3.8]);
    expect(session.steps()).toEqual(['move clip', 'trim clip', 'slip clip']);
  });

  it('are stepped by arrow keys', async () => {
    const session = await selectedClips();
    await field('In').click();
    await userEvent.keyboard('{ArrowUp}{Shift>}{ArrowDown}{/Shift}');
    expect(place(session)).toEqual([9.64, 10, 2, 2]);
  });
});

describe('values of a clip', () => {
  const values = (session: MemorySession) => {
    const second = clipOf(session, 'second');
    return { opacity: second?.opacity, volume: second?.volume, ...second?.transform };
  };

  it('are typed, shown again, and taken back', async () => {
    const session = await selectedClips();
    const typed: [string, string][] = [
      ['Opacity %', '40'],
      ['Volume %', '150'],
      ['Position X', '-120'],
      ['Position Y', '33'],
      ['Scale %', '75'],
      ['Rotation °', '90'],
    ];
    for (const [name, text] of typed) await type(name, text);
    expect(values(session)).toMatchObject({
      opacity: 0.4,
      volume: 1.5,
      x: -120,
      y: 33,
      scale: 0.75,
      rotation: 90,
    });
    expect(session.steps()).toHaveLength(6);
    await button(/^first/).click();
    await expect.element(field('Scale %')).toHaveValue('100');
    await button(/^second/).click();
    for (const [name, text] of typed) await expect.element(field(name)).toHaveValue(text);
    for (let step = 0; step < 6; step += 1) session.undo();
    expect(values(session)).toMatchObject({ opacity: 1, volume: 1, x: 0, y: 0, scale: 1, rotation: 0 });
    await expect.element(field('Rotation °')).toHaveValue('0');
  });

  it('are refused beyond their limits, with the reason', async () => {
    const session = await selectedClips();
    await type('Opacity %', '140');
    await expect.element(page.getByText('140 is too large: 100 or less.')).toBeVisible();
    expect(values(session).opacity).toBe(1);
  });

  it('are dragged by their labels, as one step', async () => {
    const session = await selectedClips();
    // A browser without a screen that holds the pointer there floods its page with moves, for minutes.
    const { body } = document;
    body.requestPointerLock = () => Promise.resolve();
    onTestFinished(() => void Reflect.deleteProperty(body, 'requestPointerLock'));
    const label = page.getByText('Position X', { exact: true }).element();
    const { x, y } = label.getBoundingClientRect();
    const fire = (target: EventTarget, event: string, clientX: number, movementX = 0) =>
      target.dispatchEvent(
        new PointerEvent(event, {
          bubbles: true,
          cancelable: true,
          button: 0,
          buttons: 1,
          pointerId: 1,
          pointerType: 'mouse',
          clientX,
          clientY: y + 4,
          movementX,
        }),
      );
    // The browser's own pointer is drawn somewhere else, and its moves would count as well.
    const ignored = (event: Event) => event.isTrusted && event.stopImmediatePropagation();
    window.addEventListener('pointermove', ignored, true);
    onTestFinished(() => window.removeEventListener('pointermove', ignored, true));
    fire(label, 'pointerdown', x + 4);
    for (let step = 1; step <= 20; step += 1) {
      fire(label, 'pointermove', x + 4 + step * 2, 2);
      // As a browser gives them: one for each picture of the screen.
      await new Promise(requestAnimationFrame);
    }
    fire(label, 'pointerup', x + 44);
    await expect.poll(() => values(session).x).toBeGreaterThan(5);
    expect(session.steps()).toEqual(['change x']);
    session.undo();
    expect(values(session).x).toBe(0);
  });

  it('of several clips are set together', async () => {
    const session = await selectedClips();
    await button(/^first/).click({ modifiers: ['Shift'] });
    await type('Scale %', '50');
    expect(session.getState().document.timeline.clips.map(({ transform }) => transform.scale)).toEqual([
      0.5, 0.5,
    ]);
    await type('Fade out', '1');
    expect(session.getState().document.timeline.clips.map((one) => clipExt(one).fadeOut)).toEqual([1, 1]);
  });
});

describe('why a text is no value', () => {
  it.each(['Out', 'Source from', 'Opacity %', 'Speed %'])(
    'stands beside the panel for %s, and covers no other field',
    async (name) => {
      await selectedClips();
      await type(name, 'soon');
      const said = page.getByRole('alert');
      await expect.element(page.getByText(/^“soon” is/)).toBeVisible();
      const panel = page.getByRole('complementary', { name: 'Clip' }).element().getBoundingClientRect();
      await vi.waitFor(() =>
        expect(said.element().getBoundingClientRect().right).toBeLessThanOrEqual(panel.left),
      );
      await userEvent.keyboard('{Escape}');
      await expect.element(said).not.toBeInTheDocument();
    },
  );
});
