// @module-tag rig
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TimelineDocument } from '#shared/timeline/document.ts';
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
import type { MemorySession } from '../testing/memory-session.ts';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

/** Two clips that touch and one after a gap, on one track. */
const three = (fields = {}) =>
  timeline([clip('left', 'V1', 0, 5), clip('right', 'V1', 5, 5), clip('after', 'V1', 12, 4)], fields);

/** A picture and its sound, cut at the same times, then another pair that touches them. */
const pairs = (): TimelineDocument => {
  const linked = (linkId: string) => ({ ext: { patchbay: { version: 1, linkId } } });
  return timeline(
    [
      clip('one', 'V1', 2, 4, linked('l1')),
      clip('one-sound', 'A1', 2, 4, { type: 'audio', ...linked('l1') }),
      clip('two', 'V1', 6, 4, linked('l2')),
      clip('two-sound', 'A1', 6, 4, { type: 'audio', ...linked('l2') }),
    ],
    {
      tracks: [
        { id: 'V1', name: 'Picture' },
        { id: 'A1', name: 'Sound' },
      ],
    },
  );
};

const times = (session: MemorySession): Record<string, number[]> =>
  Object.fromEntries(
    session
      .getState()
      .document.timeline.clips.map((one) => [
        one.id,
        [one.startTime, one.duration, one.trimStart, one.trimEnd].map(
          (value) => Math.round(value * 100) / 100,
        ),
      ]),
  );

const scaleOf = (name: RegExp, seconds: number): number => boxOf(name).width / seconds;
const endEdge = (name: RegExp) => ({ x: boxOf(name).right - 4, y: boxOf(name).bottom - 8 });
const startEdge = (name: RegExp) => ({ x: boxOf(name).x + 3, y: boxOf(name).bottom - 8 });

/** Takes a tool by its key, and sees that its button says so. */
async function take(key: string, name: RegExp): Promise<void> {
  await userEvent.keyboard(key);
  await expect.element(page.getByRole('button', { name })).toHaveAttribute('aria-pressed', 'true');
}

describe('tools', () => {
  it('ripple: an edge is trimmed, and what is later follows without a gap', async () => {
    const { session } = await show(three());
    await button(/^left/).click();
    await take('b', /^Ripple/);
    const pixels = scaleOf(/^left/, 5);
    const end = endEdge(/^left/);
    drag(end, { x: end.x + pixels, y: end.y });
    // What is later is already drawn where it will lie.
    await expect.poll(() => boxOf(/^after/).x - boxOf(/^right/).x).toBeCloseTo(7 * pixels, -1);
    expect(session.steps()).toEqual([]);
    drop();
    await expect
      .poll(() => times(session))
      .toEqual({ left: [0, 6, 2, 1], right: [6, 5, 2, 2], after: [13, 4, 2, 2] });
    const start = startEdge(/^right/);
    drag(start, { x: start.x + 2 * scaleOf(/^right/, 5), y: start.y }, { altKey: true });
    drop();
    await expect.poll(() => clipOf(session, 'right')?.duration).toBeCloseTo(3, 0);
    const { right, after } = times(session);
    // Its place is kept, and what is later comes nearer by just as much.
    expect(right?.[0]).toBe(6);
    expect(right?.[2]).toBeCloseTo(7 - (right?.[1] ?? 0), 5);
    expect(after?.[0]).toBeCloseTo(8 + (right?.[1] ?? 0), 5);
    expect(session.steps()).toEqual(['ripple trim clip', 'ripple trim clip']);
  });

  it('ripple: what is later on other tracks stays in step, unless that is put off', async () => {
    const { session } = await show(
      timeline([
        clip('left', 'V1', 0, 5),
        clip('right', 'V1', 5, 5),
        clip('title', 'V2', 6, 2, { type: 'text' }),
      ]),
    );
    await button(/^left/).click();
    await take('b', /^Ripple/);
    const pixels = scaleOf(/^left/, 5);
    const pull = () => drag(endEdge(/^left/), { x: endEdge(/^left/).x + pixels, y: endEdge(/^left/).y });
    const before = boxOf(/^title/).x;
    pull();
    // It is already drawn where it will lie.
    await expect.poll(() => boxOf(/^title/).x).toBeCloseTo(before + pixels, -1);
    drop();
    await expect.poll(() => times(session)['title']?.[0]).toBe(7);
    session.undo();
    const toggle = page.getByRole('button', { name: /^Keep all tracks in step/ });
    await expect.element(toggle).toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('{Shift>}b{/Shift}');
    await expect.element(toggle).toHaveAttribute('aria-pressed', 'false');
    pull();
    drop();
    await expect.poll(() => times(session)['right']?.[0]).toBe(6);
    expect(times(session)['title']?.[0]).toBe(6);
  });

  it('ripple: a track without room stays, and that is said', async () => {
    const { session } = await show(
      timeline([
        clip('left', 'V1', 0, 5),
        clip('right', 'V1', 5, 5),
        clip('over', 'V2', 4, 2, { type: 'text' }),
        clip('title', 'V2', 6, 2, { type: 'text' }),
      ]),
    );
    await button(/^left/).click();
    await userEvent.keyboard('{Shift>}{Delete}{/Shift}');
    await expect.poll(() => times(session)['right']?.[0]).toBe(0);
    expect(times(session)['title']?.[0]).toBe(6);
    const said = '“Titles” did not move along';
    await expect.poll(() => document.body.textContent).toContain(said);
    // It leaves with its cause: when the edit is taken back, and when tracks are no longer to stay in step.
    session.undo();
    await expect.poll(() => document.body.textContent).not.toContain(said);
    await button(/^left/).click();
    await userEvent.keyboard('{Shift>}{Delete}{/Shift}');
    await expect.poll(() => document.body.textContent).toContain(said);
    await userEvent.keyboard('{Shift>}B{/Shift}');
    await expect.poll(() => document.body.textContent).not.toContain(said);
  });

  it('roll: the cut between two clips moves, as far as the media go', async () => {
    const { session } = await show(three());
    await button(/^left/).click();
    await take('n', /^Roll/);
    const end = endEdge(/^left/);
    drag(end, { x: end.x - scaleOf(/^left/, 5), y: end.y }, { altKey: true });
    drop();
    await expect
      .poll(() => times(session))
      .toEqual({ left: [0, 4, 2, 3], right: [4, 6, 1, 2], after: [12, 4, 2, 2] });
    const start = startEdge(/^right/);
    drag(start, { x: start.x - 3 * scaleOf(/^right/, 6), y: start.y });
    drop();
    await expect
      .poll(() => times(session))
      .toEqual({ left: [0, 3, 2, 4], right: [3, 7, 0, 2], after: [12, 4, 2, 2] });
    expect(session.steps()).toEqual(['roll cut', 'roll cut']);
  });

  it.each([-5, -1.5, -0.5, 0, 1, 5])('roll: a press %f pixels from the cut holds it', async (off) => {
    const { session } = await show(three());
    await button(/^right/).click();
    await take('n', /^Roll/);
    const cut = { x: boxOf(/^right/).x + off, y: middle(boxOf(/^right/)).y };
    drag(cut, { x: cut.x - scaleOf(/^right/, 5), y: cut.y }, { altKey: true });
    drop();
    await expect.poll(() => session.steps()).toEqual(['roll cut']);
    expect(times(session)['after']).toEqual([12, 4, 2, 2]);
    expect(times(session)['left']?.[1]).toBe(times(session)['right']?.[0]);
  });

  it.each([
    ['n', /^Roll/],
    ['b', /^Ripple/],
  ])('%s: away from edges a clip is chosen and stays', async (key, name) => {
    const { session } = await show(three());
    await take(key, name);
    const from = middle(boxOf(/^after/));
    drag(from, { x: from.x - 90, y: from.y });
    drop();
    await expect.element(button(/^after/)).toHaveAttribute('aria-pressed', 'true');
    expect(session.steps()).toEqual([]);
  });

  it('slip: another part of the medium is shown in the same place', async () => {
    const { session } = await show(three());
    await button(/^right/).click();
    await take('y', /^Slip/);
    const from = middle(boxOf(/^right/));
    drag(from, { x: from.x + scaleOf(/^right/, 5), y: from.y });
    await expect.element(page.getByText(/^from 00:00:01:00, −00:01:00$/)).toBeVisible();
    drop();
    await expect
      .poll(() => times(session))
      .toEqual({ left: [0, 5, 2, 2], right: [5, 5, 1, 3], after: [12, 4, 2, 2] });
    drag(from, { x: from.x - 6 * scaleOf(/^right/, 5), y: from.y });
    drop();
    await expect.poll(() => times(session)['right']).toEqual([5, 5, 4, 0]);
  });

  it('razor: a click cuts, also at the playhead that is near, and Escape puts it away', async () => {
    const { session, playhead } = await show(three());
    playhead.seek(7);
    await take('c', /^Razor/);
    await expect.element(page.getByRole('status').filter({ hasText: 'Razor' })).toBeVisible();
    const right = boxOf(/^right/);
    const pixels = right.width / 5;
    drag({ x: right.x + 2 * pixels + 4, y: right.bottom - 8 }, { x: right.x + 4 * pixels, y: right.y + 10 });
    drop();
    await expect.poll(() => clipOf(session, 'right')?.duration).toBe(2);
    expect(session.getState().document.timeline.clips).toHaveLength(4);
    expect(
      session.getState().document.timeline.clips.filter(({ startTime }) => startTime === 7),
    ).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    await expect
      .element(page.getByRole('button', { name: /^Select/ }))
      .toHaveAttribute('aria-pressed', 'true');
    drag(middle(boxOf(/^after/)), { x: boxOf(/^after/).x + 2, y: boxOf(/^after/).y + 20 });
    drop();
    expect(session.steps()).toEqual(['split clip', 'move clip']);
  });
});

describe('linked picture and sound', () => {
  it('are selected and moved together, and apart when they are unlinked', async () => {
    const { session } = await show(pairs());
    await button(/^two,/).click();
    await expect.element(button(/^two-sound/)).toHaveAttribute('aria-pressed', 'true');
    const from = middle(boxOf(/^two,/));
    drag(from, { x: from.x + 3 * scaleOf(/^two,/, 4), y: from.y }, { altKey: true });
    drop();
    await expect.poll(() => times(session)['two']?.[0]).toBeCloseTo(9, 0);
    expect(times(session)['two-sound']).toEqual(times(session)['two']);
    expect(session.steps()).toEqual(['move 2 clips']);
    await userEvent.keyboard(',');
    expect(times(session)['two-sound']).toEqual(times(session)['two']);
    await userEvent.keyboard('{Control>}l{/Control}{Escape}');
    await button(/^two-sound/).click();
    await expect.element(button(/^two,/)).toHaveAttribute('aria-pressed', 'false');
    const before = times(session)['two'];
    await userEvent.keyboard('.');
    expect(times(session)['two']).toEqual(before);
    expect(times(session)['two-sound']).not.toEqual(before);
    await button(/^two,/).click({ modifiers: ['Shift'] });
    await userEvent.keyboard('{Control>}l{/Control}{Escape}');
    await button(/^two,/).click();
    await expect.element(button(/^two-sound/)).toHaveAttribute('aria-pressed', 'true');
  });

  it('are chosen together by the keyboard as well', async () => {
    const { session } = await show(pairs());
    button(/^one-sound/)
      .element()
      .focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(button(/^one,/)).toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('{Delete}');
    expect(Object.keys(times(session))).toEqual(['two', 'two-sound']);
  });

  it.each([
    { tool: 'v', name: /^Select/, step: 'trim 2 clips', other: [6, 4, 2, 2] },
    { tool: 'b', name: /^Ripple/, step: 'ripple trim 2 clips', other: [5, 4, 2, 2] },
    { tool: 'n', name: /^Roll/, step: 'roll cut', other: [5, 5, 1, 2] },
  ])('are trimmed together by $name', async ({ tool, name, step, other }) => {
    const { session } = await show(pairs());
    await button(/^one,/).click();
    await take(tool, name);
    const end = endEdge(/^one,/);
    drag(end, { x: end.x - scaleOf(/^one,/, 4), y: end.y }, { altKey: true });
    drop();
    await expect.poll(() => session.steps()).toEqual([step]);
    expect(times(session)).toEqual({
      one: [2, 3, 2, 3],
      'one-sound': [2, 3, 2, 3],
      two: other,
      'two-sound': other,
    });
  });

  it('are slipped and cut together', async () => {
    const { session } = await show(pairs());
    await button(/^one,/).click();
    await take('y', /^Slip/);
    const from = middle(boxOf(/^one,/));
    drag(from, { x: from.x + scaleOf(/^one,/, 4), y: from.y });
    drop();
    await expect.poll(() => times(session)['one']).toEqual([2, 4, 1, 3]);
    expect(times(session)['one-sound']).toEqual([2, 4, 1, 3]);
    await take('c', /^Razor/);
    drag(from, from);
    drop();
    await expect.poll(() => session.getState().document.timeline.clips).toHaveLength(6);
    expect(times(session)['one-sound']).toEqual(times(session)['one']);
  });

  it('stay together when their times are typed', async () => {
    const { session } = await show(pairs());
    await button(/^one,/).click();
    const type = async (label: string, text: string) => {
      await userEvent.fill(page.getByLabelText(label, { exact: true }), text);
      await userEvent.keyboard('{Enter}');
    };
    await type('Length', '3');
    expect(times(session)['one-sound']).toEqual([2, 3, 2, 3]);
    await type('Source from', '1');
    expect(times(session)['one-sound']).toEqual([2, 3, 1, 4]);
    await type('In', '1');
    expect(times(session)['one-sound']).toEqual([1, 3, 1, 4]);
    await type('Out', '5');
    expect(times(session)['one-sound']).toEqual([1, 4, 1, 3]);
    expect(times(session)['one']).toEqual(times(session)['one-sound']);
  });
});

describe('snapping', () => {
  const marked = () =>
    three({
      ext: {
        patchbay: {
          version: 1,
          markers: [{ id: 'm', time: 11, duration: 0, name: 'Beat', color: 'blue', words: '' }],
        },
      },
    });

  it.each([
    { to: 11, reason: 'Marker Beat' },
    { to: 10.52, reason: 'Playhead' },
    { to: 10, reason: 'End of right' },
  ])('brings an edge to $reason and says so', async ({ to, reason }) => {
    const { session, playhead } = await show(marked());
    playhead.seek(10.52);
    const after = boxOf(/^after/);
    const pixels = after.width / 4;
    drag(middle(after), { x: middle(after).x - (12 - to) * pixels + 3, y: middle(after).y });
    await expect.element(page.getByText(reason, { exact: true })).toBeVisible();
    drop();
    await expect.poll(() => clipOf(session, 'after')?.startTime).toBe(to);
  });

  it('is turned off by its key, and by Alt while it is dragged', async () => {
    const { session } = await show(marked());
    const after = boxOf(/^after/);
    const pixels = after.width / 4;
    const to = { x: middle(after).x - pixels + 5, y: middle(after).y };
    drag(middle(after), to, { altKey: true });
    await expect.element(page.getByText('Marker Beat', { exact: true })).not.toBeInTheDocument();
    drop();
    await expect.poll(() => clipOf(session, 'after')?.startTime).toBeGreaterThan(11);
    session.undo();
    await button(/^after/).click();
    await userEvent.keyboard('{Shift>}S{/Shift}');
    await expect
      .element(page.getByRole('button', { name: /^Snap/ }))
      .toHaveAttribute('aria-pressed', 'false');
    drag(middle(after), to);
    drop();
    await expect.poll(() => clipOf(session, 'after')?.startTime).toBeGreaterThan(11);
    expect(clipOf(session, 'after')?.startTime).toBeLessThan(12);
  });
});

describe('copies', () => {
  it('are duplicated, cut and pasted between what is later', async () => {
    const { session, playhead } = await show(three());
    await button(/^right/).click();
    await userEvent.keyboard('{Control>}d{/Control}');
    expect(session.getState().document.timeline.clips).toHaveLength(4);
    expect(session.steps()).toEqual(['duplicate clip']);
    session.undo();
    await button(/^left/).click();
    await userEvent.keyboard('{Control>}x{/Control}');
    expect(Object.keys(times(session))).toEqual(['right', 'after']);
    playhead.seek(10);
    await userEvent.keyboard('{Control>}{Shift>}V{/Shift}{/Control}');
    expect(
      session
        .getState()
        .document.timeline.clips.map(({ name, startTime }) => `${name} ${startTime}`)
        .toSorted(),
    ).toEqual(['after 17', 'left 10', 'right 5']);
    expect(session.steps()).toEqual(['cut clip', 'paste clip']);
  });
});
