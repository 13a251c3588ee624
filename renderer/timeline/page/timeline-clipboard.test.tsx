// @module-tag rig
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { copiedClips, textOfCopied } from '#shared/timeline/copied-clips.ts';
import { COPIED_KEY } from '../model/copied-store.ts';
import { button, clip, clipOf, show, timeline } from '../testing/timeline-bench.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  localStorage.removeItem(COPIED_KEY);
  desk = standInForDesk();
  desk.desk('mediaUrls', () => ({ urls: [] }));
});
afterEach(() => {
  vi.restoreAllMocks();
  desk.restore();
});

type Session = Awaited<ReturnType<typeof show>>['session'];
const placesOf = (session: Session) =>
  session
    .getState()
    .document.timeline.clips.map(({ name, startTime, trackId }) => [name, startTime, trackId])
    .toSorted((a, b) => Number(a[1]) - Number(b[1]));

describe('clips', () => {
  it('are duplicated behind themselves, and what is later moves on', async () => {
    const { session } = await show();
    await button(/^first/).click();
    await userEvent.keyboard('{Control>}d{/Control}');
    expect(placesOf(session)).toEqual([
      ['first', 0, 'V1'],
      ['first', 5, 'V1'],
      ['second', 15, 'V1'],
    ]);
  });

  it('are cut and pasted in elsewhere, and what is later moves on', async () => {
    const { session, playhead } = await show();
    await button(/^first/).click();
    await userEvent.keyboard('{Control>}x{/Control}');
    expect(placesOf(session)).toEqual([['second', 10, 'V1']]);
    playhead.seek(12);
    await button(/^second/).click();
    await userEvent.keyboard('{Control>}{Shift>}v{/Shift}{/Control}');
    expect(placesOf(session)).toEqual([
      ['second', 10, 'V1'],
      ['first', 12, 'V1'],
      ['second', 17, 'V1'],
    ]);
    expect(session.steps()).toEqual(['cut clip', 'paste clip']);
  });

  it('pasted in between, what is later on the other tracks moves on too, unless that is put off', async () => {
    const { session, playhead } = await show(
      timeline([clip('first', 'V1', 0, 5), clip('second', 'V1', 10, 10), clip('title', 'V2', 14, 2)]),
    );
    const title = () => clipOf(session, 'title')?.startTime;
    await button(/^first/).click();
    await userEvent.keyboard('{Control>}c{/Control}');
    playhead.seek(10);
    await userEvent.keyboard('{Control>}{Shift>}v{/Shift}{/Control}');
    await expect.poll(title).toBe(19);
    session.undo();
    await userEvent.keyboard('{Shift>}b{/Shift}{Control>}{Shift>}v{/Shift}{/Control}');
    await expect.poll(() => clipOf(session, 'second')?.startTime).toBe(15);
    expect(title()).toBe(14);
  });

  it('are put in on the timeline of another project and in another window', async () => {
    await show();
    await button(/^second/).click();
    await userEvent.keyboard('{Control>}c{/Control}');
    await cleanup();
    const { session, playhead } = await show(
      timeline([clip('here', 'P', 0, 4)], { tracks: [{ id: 'P', name: 'Picture' }] }),
    );
    playhead.seek(4);
    await button(/^here/).click();
    await userEvent.keyboard('{Control>}v{/Control}');
    expect(placesOf(session)).toEqual([
      ['here', 0, 'P'],
      ['second', 4, 'P'],
    ]);
    expect(clipOf(session, 'second')).toBeUndefined();
    // Another window copies something since.
    const other = copiedClips(
      timeline([clip('theirs', 'V9', 3, 1)], { tracks: [{ id: 'V9' }] }),
      new Set(['theirs']),
    );
    localStorage.setItem(COPIED_KEY, textOfCopied(other!));
    playhead.seek(20);
    await userEvent.keyboard('{Control>}v{/Control}');
    expect(placesOf(session).at(-1)).toEqual(['theirs', 20, 'P']);
  });

  it('are said to be missing where there are none, and are pasted here where a browser stores nothing', async () => {
    const { session, playhead } = await show();
    button(/^first/)
      .element()
      .focus();
    await userEvent.keyboard('{Control>}v{/Control}');
    await expect.element(page.getByText('There are no clips to paste').first()).toBeVisible();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await button(/^first/).click();
    await userEvent.keyboard('{Control>}c{/Control}');
    playhead.seek(30);
    await userEvent.keyboard('{Control>}v{/Control}');
    expect(placesOf(session).at(-1)).toEqual(['first', 30, 'V1']);
  });
});
