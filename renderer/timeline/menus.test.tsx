import { afterEach, beforeEach, expect, it } from 'vitest';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { pressEveryEntry } from '#renderer/testing/press-menus.ts';
import { clip, show, timeline } from './testing/timeline-bench.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const PLACES: Readonly<Record<string, string>> = {
  'timeline/clip-menu.tsx': '[data-clip="second"]',
  'timeline/track-head.tsx': '[title="Picture"]',
  'timeline/timeline-lanes.tsx': '[class*="rulerRow"]',
};

it.each(Object.entries(PLACES))(
  'every entry acts on a timeline that was just opened: %s',
  async (_, selector) => {
    let leave = async (): Promise<void> => undefined;
    const pressed = await pressEveryEntry({
      show: async () => {
        const shown = await show(timeline([clip('first', 'V1', 0, 5), clip('second', 'V1', 10, 10)]));
        leave = shown.leave;
      },
      leave: () => leave(),
      target: () => document.querySelector(selector),
    });
    expect(pressed.length).toBeGreaterThan(4);
  },
);
