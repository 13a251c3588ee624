import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { commands, listenForHotkeys, type CommandHandlers } from '#renderer/commands/index.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { movePaneFocus, pane, paneStart, showToast, watchPanes } from '#renderer/ui/index.ts';

let stops: (() => void)[] = [];
beforeEach(() => {
  const app: Partial<CommandHandlers<'app'>> = {
    'view.pane': ({ chord }) => void movePaneFocus(chord === 'Shift+F6' ? -1 : 1),
  };
  stops = [commands.register('app', app as CommandHandlers<'app'>), listenForHotkeys(), watchPanes()];
});
afterEach(() => {
  for (const stop of stops) stop();
});

function Window() {
  return (
    <>
      <header {...pane}>
        <button>Back</button>
        <a href="#graph" aria-current="page">
          Graph
        </a>
      </header>
      <main {...pane}>
        <aside {...pane}>
          <input aria-label="Search" />
          <button>Blur</button>
        </aside>
        <section {...pane}>
          <button>Hint</button>
          <button aria-label="Canvas" {...paneStart} />
        </section>
        <aside {...pane} inert>
          <button>Out of reach</button>
        </aside>
        <aside {...pane}>No control</aside>
      </main>
    </>
  );
}

const focused = (): string | undefined => {
  const { activeElement } = document;
  return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent;
};

it('F6 leads through the parts of the window and Shift+F6 back, each to where one was in it', async () => {
  await renderPage(<Window />);
  const walk = async (key: string): Promise<string | undefined> => {
    await userEvent.keyboard(key);
    return focused();
  };
  expect(await walk('{F6}')).toBe('Graph');
  expect(await walk('{F6}')).toBe('Search');
  await userEvent.keyboard('{Tab}');
  expect(focused()).toBe('Blur');
  expect(await walk('{F6}')).toBe('Canvas');
  expect(await walk('{Shift>}{F6}{/Shift}')).toBe('Blur');
  expect(await walk('{F6}')).toBe('Canvas');
  expect(await walk('{F6}')).toBe('Graph');
});

it('a text field gives F6 away as well', async () => {
  await renderPage(<Window />);
  await userEvent.click(page.getByRole('textbox', { name: 'Search' }));
  await userEvent.keyboard('text{F6}');
  expect(focused()).toBe('Canvas');
});

it('messages are the last part of the window, as long as there are any', async () => {
  await renderPage(<Window />);
  showToast({ title: 'Undone', action: { label: 'Redo it', run: () => undefined }, timeout: 0 });
  await expect.element(page.getByText('Undone')).toBeVisible();
  await userEvent.keyboard('{Shift>}{F6}{/Shift}');
  expect(document.activeElement?.textContent).toMatch(/^Undone/);
  await userEvent.keyboard('{F6}');
  expect(focused()).toBe('Graph');
});
