// @module-tag long
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { timelineExt } from '#shared/timeline/ext.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { button, clip, drag, drop, show, timeline } from '../testing/timeline-bench.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const marked = () =>
  timeline([clip('first', 'V1', 0, 5), clip('second', 'V1', 10, 10)], {
    ext: {
      patchbay: {
        version: 1,
        markers: [{ id: 'm1', time: 7, duration: 0, name: 'Turn', color: 'blue', words: '' }],
      },
    },
  });
const flag = () => button(/^Marker.*Turn/);
const details = () => page.getByRole('complementary', { name: 'Marker' });

describe('one thing is chosen at a time', () => {
  it.each(['Delete', 'Backspace'])(
    'a marker ends the selection of clips, and %s takes it away',
    async (key) => {
      const { session } = await show(marked());
      await button(/^second/).click();
      await flag().click();
      await expect.element(button(/^second/)).toHaveAttribute('aria-pressed', 'false');
      await expect.element(details()).toBeVisible();
      await userEvent.keyboard(`{${key}}`);
      expect(session.getState().document.timeline.clips).toHaveLength(2);
      expect(timelineExt(session.getState().document).markers ?? []).toEqual([]);
      expect(session.steps()).toEqual(['delete marker']);
      await expect.element(details()).not.toBeInTheDocument();
      session.undo();
      expect(timelineExt(session.getState().document).markers).toHaveLength(1);
    },
  );

  it('a marker ends the choice of a gap', async () => {
    const { session } = await show(marked());
    const [first, second] = [/^first/, /^second/].map((name) =>
      button(name).element().getBoundingClientRect(),
    );
    const at = { x: (first!.right + second!.x) / 2 + 40, y: first!.y + 20 };
    drag(at, at);
    drop();
    await expect.element(page.getByText(/^Gap/)).toBeVisible();
    await flag().click();
    await expect.element(page.getByText(/^Gap/)).not.toBeInTheDocument();
    await userEvent.keyboard('{Delete}');
    expect(session.steps()).toEqual(['delete marker']);
  });

  it('Escape closes a marker, from the tracks and from its fields', async () => {
    const { session } = await show(marked());
    await flag().click();
    await userEvent.keyboard('{Escape}');
    await expect.element(details()).not.toBeInTheDocument();
    await flag().click();
    await details().getByLabelText('Name').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(details()).not.toBeInTheDocument();
    expect(session.steps()).toEqual([]);
  });

  it.each(['left', 'right'] as const)('a clip chosen with the %s button closes the marker', async (which) => {
    await show(marked());
    await flag().click();
    await button(/^second/).click({ button: which });
    // An open menu hides the page from screen readers.
    await expect.poll(() => document.querySelector('[data-clip="second"]')?.ariaPressed).toBe('true');
    await expect.element(details()).not.toBeInTheDocument();
  });

  it('a press on the empty area under the tracks chooses nothing', async () => {
    await show(marked());
    const area = document.querySelector('[data-timeline-scroller]')!.getBoundingClientRect();
    const at = { x: area.x + 500, y: area.bottom - 30 };
    await button(/^second/).click();
    drag(at, at);
    drop();
    await expect.element(button(/^second/)).toHaveAttribute('aria-pressed', 'false');
    await flag().click();
    drag(at, at);
    drop();
    await expect.element(details()).not.toBeInTheDocument();
  });
});

it.each([
  [4.781, '00:00:04:19'],
  [4.799, '00:00:04:19'],
  [4.801, '00:00:04:20'],
])(
  'at %f seconds the clock over the tracks names the frame that the monitor shows',
  async (time, timecode) => {
    const { playhead } = await show(marked());
    playhead.seek(time);
    await expect.element(page.getByRole('timer', { name: 'Playhead' })).toHaveTextContent(timecode);
  },
);
