// @module-tag long
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { timelineExt } from '#shared/timeline/ext.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { button, clip, show, timeline } from '../testing/timeline-bench.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const bar = () => page.getByRole('group', { name: 'Tools' }).element().parentElement!.parentElement!;
/** Where the buttons over the tracks are. */
const places = () =>
  [...bar().querySelectorAll('button')].map((one) => {
    const { x, y } = one.getBoundingClientRect();
    return `${one.ariaLabel ?? one.textContent} ${Math.round(x)},${Math.round(y)}`;
  });

describe('the bar over the tracks', () => {
  it('says that the razor is on, and nothing moves', async () => {
    await show();
    // Words have other widths before.
    await document.fonts.ready;
    const before = places();
    await userEvent.keyboard('c');
    await expect.element(page.getByRole('status').getByText('Razor: every click cuts')).toBeVisible();
    expect(places()).toEqual(before);
    await userEvent.keyboard('v');
    await expect.element(page.getByText('Razor: every click cuts')).not.toBeInTheDocument();
  });

  it.each([1000, 700])('has every button within %i pixels', async (width) => {
    await show();
    const frame = bar().closest('section')!.parentElement!.parentElement!;
    frame.style.width = `${width}px`;
    const edge = bar().getBoundingClientRect();
    for (const one of bar().querySelectorAll('button')) {
      const box = one.getBoundingClientRect();
      expect(box.right).toBeLessThanOrEqual(edge.right);
      expect(box.bottom).toBeLessThanOrEqual(edge.bottom);
    }
  });

  it('keeps the focus on a button that has nothing more to do, which says why and lets keys through', async () => {
    const { session, playhead } = await show();
    playhead.seek(2);
    const split = page.getByRole('button', { name: /^Split at the playhead/ });
    const element = split.element() as HTMLButtonElement;
    const clips = () => session.getState().document.timeline.clips.length;
    element.focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(split).toHaveAttribute('aria-disabled', 'true');
    await expect.element(split).toHaveAccessibleName(/The playhead is not inside a clip/);
    expect(document.activeElement).toBe(element);
    expect(clips()).toBe(3);
    await userEvent.keyboard('{Enter}');
    expect(clips()).toBe(3);
    expect(document.activeElement).toBe(element);
    await userEvent.keyboard('m');
    expect(timelineExt(session.getState().document).markers).toHaveLength(1);
    playhead.seek(3);
    await expect.element(split).not.toHaveAttribute('aria-disabled');
  });

  it('says which shots have no picture apart from which files are missing', async () => {
    const shot = {
      storageType: 'placeholder' as const,
      filename: '',
      ext: { patchbay: { version: 1, shotId: 'shot_1' } },
    };
    await show(
      timeline([
        clip('first', 'V1', 0, 5, shot),
        clip('second', 'V1', 5, 5, { ...shot, ext: { patchbay: { version: 1, shotId: 'shot_2' } } }),
      ]),
    );
    await expect.element(page.getByRole('button', { name: '2 shots without a picture' })).toBeVisible();
    expect(page.getByText('missing').query()).toBeNull();
  });

  it('says all that the film is where the window is narrow', async () => {
    await show();
    const facts = page.getByText('20 s', { exact: true }).element().parentElement!;
    const { top, bottom } = facts.getBoundingClientRect();
    for (const part of ['20 s', '2 clips on 2 tracks', '25 fps', '1920 × 1080']) {
      const fact = page.elementLocator(facts).getByText(part, { exact: true });
      const box = fact.element().getBoundingClientRect();
      expect(box.top).toBeGreaterThanOrEqual(top);
      expect(box.bottom).toBeLessThanOrEqual(bottom);
    }
  });
});

const marked = (...markers: [time: number, name: string][]) =>
  timeline([clip('first', 'V1', 0, 5), clip('second', 'V1', 10, 10)], {
    ext: {
      patchbay: {
        version: 1,
        markers: markers.map(([time, name], index) => ({
          id: `m${index}`,
          time,
          duration: 0,
          name,
          color: 'blue',
          words: '',
        })),
      },
    },
  });

describe('markers on the ruler', () => {
  it('show their names as far as the next one, and never cover the handle of the playhead', async () => {
    const { playhead } = await show(
      marked([2, 'Turning point of the whole film'], [5, 'At the quay'], [5.2, 'Near'], [14, '']),
    );
    playhead.seek(2);
    const box = (name: RegExp) => button(name).element().getBoundingClientRect();
    const name = page.getByText('Turning point of the whole film', { exact: true });
    await expect.element(name).toBeVisible();
    const next = box(/^Marker “At the quay/);
    expect(name.element().getBoundingClientRect().right).toBeLessThanOrEqual(next.left + 1);
    // No room for words before the one that follows at once.
    await expect.element(page.getByText('At the quay', { exact: true })).not.toBeInTheDocument();
    await expect.element(page.getByText('Near', { exact: true })).toBeVisible();
    const handle = document.querySelector('[class*="playheadGrip"]')!.getBoundingClientRect();
    expect(box(/^Marker “Turning/).bottom).toBeLessThanOrEqual(handle.top);
  });
});
