// @module-tag long
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commands, type CommandHandlers } from '#renderer/commands/index.ts';
import { Menu } from '#renderer/ui/index.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { clip, show, timeline } from '../testing/timeline-bench.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

it('arrows step through the film while the button of a closed menu has the focus, and its own keys stay its own', async () => {
  const bar = await renderPage(
    <header>
      <Menu
        trigger={<button type="button">Export</button>}
        entries={[{ id: 'film', label: 'Film', icon: null, onSelect: () => undefined }]}
      />
    </header>,
  );
  onTestFinished(() => void bar.unmount());
  const stepped: string[] = [];
  const monitor: Partial<CommandHandlers<'monitor'>> = {
    'film.next-frame': () => stepped.push('frame'),
    'film.second-on': () => stepped.push('second'),
    'film.previous-frame': () => stepped.push('frame back'),
  };
  onTestFinished(commands.register('monitor', monitor as CommandHandlers<'monitor'>));
  const film = { playing: false, loops: false, muted: false, hasRange: false };
  onTestFinished(commands.provide({ film }).remove);
  const { playhead } = await show(timeline([clip('first', 'V1', 0, 5), clip('second', 'V1', 5, 5)]));
  const button = page.getByRole('button', { name: 'Export' });
  await button.click();
  await page.getByRole('menuitem', { name: 'Film' }).click();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await userEvent.keyboard('{ArrowLeft}');
  expect(stepped).toEqual(['frame', 'second', 'frame back']);
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await expect.poll(() => playhead.getState().time).toBe(5);
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Film' })).toBeVisible();
});
