// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { pressEveryEntry } from '#renderer/testing/press-menus.ts';
import { clip, show, timeline } from '../testing/timeline-bench.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

/** What is pressed, and where the playhead stands, in seconds: between the clips there is somewhere to go, and a gap. */
const PLACES: readonly (readonly [string, string, number])[] = [
  ['timeline/clips/clip-menu.tsx', '[data-clip="second"]', 7],
  ['timeline/tracks/track-head.tsx', '[title="Picture"]', 0],
  ['timeline/page/timeline-lanes.tsx', '[class*="rulerRow"]', 7],
];

it.each(PLACES)('every entry acts on a timeline that was just opened: %s', async (_, selector, time) => {
  let shown: Awaited<ReturnType<typeof show>>;
  const pressed = await pressEveryEntry({
    show: async () => {
      shown = await show(timeline([clip('first', 'V1', 0, 5), clip('second', 'V1', 10, 10)]));
      shown.playhead.seek(time);
    },
    leave: () => shown.leave(),
    observe: () => [shown.session.getState(), shown.playhead.getState().time],
    target: () => document.querySelector(selector),
  });
  expect(pressed.length).toBeGreaterThan(4);
});
