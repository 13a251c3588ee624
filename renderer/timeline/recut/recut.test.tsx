// @module-tag rig
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { timelineExt } from '#shared/timeline/ext.ts';
import { compareRecut, keyOf } from '#shared/timeline/recut.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { boxOf, button, clip, clipOf, show, timeline } from '../testing/timeline-bench.tsx';
import { reviewRecut } from './recut-review.ts';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  desk.desk('mediaUrls', () => ({ urls: [] }));
  desk.desk('keepVersion', () => ({ version: null }));
});
afterEach(() => desk.restore());

const made = { patchbay: { version: 1, fileId: 'file_take' } };
const before = () =>
  timeline([
    clip('first', 'V1', 0, 5, { ext: made }),
    clip('second', 'V1', 10, 10),
    clip('third', 'V2', 0, 4, { name: 'third' }),
  ]);
/** Moved and trimmed, on a track of the same name; the third is gone and one has come, behind the end. */
const after = () =>
  timeline(
    [
      clip('first', 'T1', 2, 5),
      clip('second', 'T1', 10, 6),
      clip('fresh', 'T1', 24, 6, { filename: 'fresh.mov' }),
    ],
    { tracks: [{ id: 'T1', name: 'Picture' }] },
  );
const review = (selectedClips = compareRecut(before(), after()).changes.map(keyOf), isImmediate = false) =>
  reviewRecut('local', 'p1', {
    filename: 'recut.edl',
    after: after(),
    selected: new Set(selectedClips),
    isImmediate,
  });
const bar = page.getByRole('region', { name: 'Changes of recut.edl' });

describe('a cut that came home', () => {
  it('is marked on the clips where they come to lie, and taken clip by clip in one step', async () => {
    const { session } = await show(before());
    review();
    await expect.element(bar).toBeVisible();
    await expect.element(button(/^Moved: first, at 0 s → 2 s/)).toHaveAttribute('aria-pressed', 'true');
    await expect.element(button(/^Trimmed: second, length 10 s → 6 s/)).toBeVisible();
    await expect.element(button(/^Missing: third, is not in the file/)).toBeVisible();
    await expect.element(button(/^New: fresh, at 24 s/)).toBeVisible();
    const [was, comes] = [boxOf(/^first,/), boxOf(/^Moved: first/)];
    // All thirty seconds have room, the new clip behind the end as well.
    const scale = was.width / 5;
    expect(comes.x - was.x).toBeCloseTo(2 * scale, -1);
    expect(Math.abs(comes.y - was.y)).toBeLessThan(4);

    await button(/^Missing: third/).click();
    await expect.element(button(/^Missing: third/)).toHaveAttribute('aria-pressed', 'false');
    await bar.getByRole('button', { name: 'Take 3 changes' }).click();
    expect(session.steps()).toEqual(['take 3 changes of a cut']);
    // The timeline as it was is kept in the history.
    await expect.poll(() => desk.calls('keepVersion').length).toBe(1);
    expect(desk.calls('keepVersion')[0]?.body).toMatchObject({ name: 'Before: take 3 changes of a cut' });
    await expect.element(bar).not.toBeInTheDocument();
    expect(clipOf(session, 'first')).toMatchObject({ trackId: 'V1', startTime: 2, ext: made });
    expect(clipOf(session, 'second')?.duration).toBe(6);
    expect(clipOf(session, 'third')).toBeDefined();
    expect(clipOf(session, 'fresh')).toMatchObject({ trackId: 'V1', startTime: 24 });
    session.undo();
    expect(clipOf(session, 'first')?.startTime).toBe(0);
  });

  it('is gone through by keys, and closed without a change', async () => {
    const { session, playhead } = await show(before());
    review([]);
    await expect.element(bar.getByRole('button', { name: 'Take changes' })).toBeDisabled();
    await bar.getByRole('button', { name: 'The change after' }).click();
    await expect.element(button(/^Missing: third/)).toHaveFocus();
    await bar.getByRole('button', { name: 'The change after' }).click();
    await expect.element(button(/^Moved: first/)).toHaveFocus();
    expect(playhead.getState().time).toBe(2);
    await userEvent.keyboard(' ');
    await expect.element(button(/^Moved: first/)).toHaveAttribute('aria-pressed', 'true');
    await bar.getByRole('checkbox').click();
    await expect.element(bar.getByRole('button', { name: 'Take 4 changes' })).toBeEnabled();
    await bar.getByRole('button', { name: 'Close the comparison' }).click();
    await expect.element(bar).not.toBeInTheDocument();
    expect(session.steps()).toEqual([]);
  });

  it('says what comes along and what keeps its place, where a part needs room', async () => {
    const row = (a: number, b: number, c: number) =>
      timeline([clip('a', 'V1', 0, a), clip('b', 'V1', a, b), clip('c', 'V1', a + b, c)]);
    const { session } = await show(row(5, 5, 5));
    const cut = { filename: 'recut.edl', after: row(3, 5, 4), isImmediate: false };
    reviewRecut('local', 'p1', { ...cut, selected: new Set(['b']) });
    await expect.element(bar.getByText('To make room, 1 more change comes along: “a”.')).toBeVisible();
    reviewRecut('local', 'p1', { ...cut, selected: new Set(['c']) });
    await expect
      .element(bar.getByText('Without its new place, as another clip lies there: “c”.'))
      .toBeVisible();
    await bar.getByRole('button', { name: 'Take 1 change' }).click();
    expect(clipOf(session, 'c')).toMatchObject({ startTime: 10, duration: 4 });
    expect(clipOf(session, 'b')).toMatchObject({ startTime: 5, duration: 5 });
  });

  it('is taken as soon as the timeline is shown, where that was asked for', async () => {
    const { session } = await show(before());
    review(['first'], true);
    await expect.poll(() => session.steps()).toEqual(['take 1 change of a cut']);
    expect(clipOf(session, 'first')?.startTime).toBe(2);
    expect(clipOf(session, 'second')?.duration).toBe(10);
    await expect.element(page.getByText('Took 1 change').first()).toBeVisible();
  });

  it('has markers that come along, also where nothing else differs', async () => {
    const marked = (time: number) =>
      timeline([clip('first', 'V1', 0, 5)], {
        ext: { patchbay: { version: 1, markers: [{ id: 'm', time, name: 'Beat' }] } },
      });
    const { session } = await show(marked(1));
    const only = {
      filename: 'recut.otio',
      after: marked(3),
      selected: new Set<string>(),
      isImmediate: false,
    };
    reviewRecut('local', 'p1', only);
    const markers = page.getByRole('region', {
      name: 'recut.otio has no changes to clips, but 1 marker differs.',
    });
    await markers.getByRole('button', { name: 'Take the markers' }).click();
    expect(session.steps()).toEqual(['take the markers of a cut']);
    expect(timelineExt(session.getState().document).markers).toMatchObject([{ id: 'm', time: 3 }]);
    await expect.element(markers).not.toBeInTheDocument();
  });

  it('is a version of the timeline, with all that is of its clips', async () => {
    const of = (filename: string, fadeIn?: number) =>
      timeline([
        clip('first', 'V1', 0, 5, { filename }),
        clip('second', 'V1', 10, 10, { ext: { patchbay: { version: 1, fadeIn } } }),
      ]);
    const { session } = await show(of('new.mov', 1));
    const past = {
      filename: 'the version “Trim”',
      after: of('old.mov'),
      isVersion: true,
      isImmediate: false,
    };
    reviewRecut('local', 'p1', { ...past, selected: new Set(['first']) });
    const shown = page.getByRole('region', { name: 'Changes of the version “Trim”' });
    await expect.element(shown.getByText(/tracks and the format are not/)).toBeVisible();
    await expect.element(button(/^Changed: first, shows old.mov/)).toBeVisible();
    await expect.element(button(/^Changed: second, other fades/)).toBeVisible();
    await shown.getByRole('button', { name: 'Take 1 change' }).click();
    expect(clipOf(session, 'first')?.filename).toBe('old.mov');
    expect(clipOf(session, 'second')?.ext).toEqual({ patchbay: { version: 1, fadeIn: 1 } });
  });
});
