// @module-tag long
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { StoryboardPage } from './storyboard-page.tsx';

const SCENES = 50;
const SHOTS_OF_SCENE = 100;
/** A window of 900 pixels shows a dozen cards; as many are drawn before and behind them, and the rows that stay. */
const FEW_DOZEN = 60;

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({ files: [] }));
});
afterEach(() => desk.restore());

/** Notes how many cards were drawn, after each change of the page. */
function watchCards() {
  const counts: number[] = [];
  const note = () => counts.push(document.querySelectorAll('[data-shot]').length);
  const observer = new MutationObserver(note);
  observer.observe(document.body, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return {
    /** The most that were drawn at once since it was asked last, and how many are drawn now. */
    since: () => {
      note();
      const seen = counts.splice(0);
      return { most: Math.max(...seen), now: seen.at(-1)! };
    },
  };
}

it('draws the cards in view alone of 5,000 shots: when it opens, is scrolled, walked and dragged on', async () => {
  const sequences = Array.from({ length: SCENES }, (_, scene) => ({
    id: `scene ${scene}`,
    order: scene,
    shots: Array.from({ length: SHOTS_OF_SCENE }, (__, shot) => ({ id: `${scene}-${shot}`, order: shot })),
  }));
  desk.api(endpoints.storyboards.get, () => ({
    projectId: 'prj_large',
    version: 1,
    document: { serviceType: 'storyboard', version: 1, sequences },
    summary: { mediaCount: 0, sceneCount: SCENES, shotCount: SCENES * SHOTS_OF_SCENE },
  }));
  desk.api(endpoints.storyboards.replace, () => new Promise<never>(() => {}));
  const go = vi.fn<() => void>();
  const cards = watchCards();
  await renderPage(
    <div style={{ width: 1300, height: 900 }}>
      <StoryboardPage
        connectionId="local"
        projectId="prj_large"
        links={{ toTimeline: go, toNode: go, toRun: go }}
      />
    </div>,
  );
  const frame = (number: string) =>
    page.getByRole('button', { name: new RegExp(`^Frame of shot ${number.replace('.', '\\.')}\\b`) });
  const expectFew = () => {
    const { most, now } = cards.since();
    expect(now).toBeGreaterThan(8);
    expect(most).toBeLessThan(FEW_DOZEN);
  };
  await expect.element(frame('1.1')).toBeVisible();
  expectFew();

  const list = document.querySelector('[data-board]')!;
  // As high as all of it, or the board would end where the drawn cards do.
  expect(list.scrollHeight).toBeGreaterThan(SCENES * SHOTS_OF_SCENE * 50);
  for (const part of [0.25, 0.5, 0.75]) {
    list.scrollTop = list.scrollHeight * part;
    const scene = Math.round(SCENES * part);
    await expect
      .poll(
        () =>
          page.getByRole('article', { name: new RegExp(`^Shot (${scene}|${scene + 1})\\.`) }).elements()
            .length,
      )
      .toBeGreaterThan(0);
    expectFew();
  }

  list.scrollTop = 0;
  await frame('1.1').click();
  for (let row = 0; row < 6; row += 1) await userEvent.keyboard('{ArrowDown}');
  await expect.element(frame('1.25')).toHaveFocus();
  expectFew();

  await userEvent.dragAndDrop(frame('1.25'), frame('1.18'), { targetPosition: { x: 8, y: 40 } });
  await expect.element(page.getByRole('button', { name: 'Undo: move 1 shot' })).toBeVisible();
  expectFew();
});
