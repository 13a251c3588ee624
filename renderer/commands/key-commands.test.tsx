import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ContextMenu, Dialog, Menu, takeBriefWords } from '#renderer/ui/index.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { listenForHotkeys, useCommandContext, useCommands } from './index.ts';
import { commands, type CommandHandlers } from './registry.ts';

let stop = () => {};
beforeEach(() => {
  stop = listenForHotkeys();
});
afterEach(() => {
  stop();
  getSelection()?.removeAllRanges();
});

/** A document with one step to take back. */
function Steps() {
  const [isDone, setDone] = useState(true);
  useCommandContext({ canUndo: isDone, canRedo: !isDone });
  useCommands('document', { 'edit.undo': () => setDone(false), 'edit.redo': () => setDone(true) });
  return <p>{isDone ? 'Written' : 'Empty'}</p>;
}

it('the keys of undo and redo say so where there is nothing more to take back or make again', async () => {
  await renderPage(<Steps />);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(page.getByText('Nothing to redo')).toBeVisible();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Empty')).toBeVisible();
  expect(page.getByText('Nothing to undo').elements()).toHaveLength(0);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Nothing to undo')).toBeVisible();
  await expect.element(page.getByText('Empty')).toBeVisible();
});

it('what a key could not do is said in one place, until it is no longer true', async () => {
  await renderPage(<Steps />);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(page.getByText('Nothing to redo')).toBeVisible();
  // Now there is something to make again.
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Nothing to redo')).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('Nothing to undo')).toBeVisible();
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(page.getByText('Nothing to undo')).not.toBeInTheDocument();
});

it('a page says them in its own place', async () => {
  const said: string[] = [];
  const leave = takeBriefWords((text) => {
    said.push(text);
    return () => said.push(`${text}: over`);
  });
  await renderPage(<Steps />);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await userEvent.keyboard('{Control>}z{/Control}');
  leave();
  expect(said).toEqual(['Nothing to redo', 'Nothing to redo: over']);
  expect(page.getByText('Nothing to redo').elements()).toHaveLength(0);
});

it('says nothing on pages where nothing can be undone', async () => {
  await renderPage(<p>A list</p>);
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(page.getByText('A list')).toBeVisible();
  expect(page.getByText('Nothing to undo').elements()).toHaveLength(0);
});

it('a key that is pressed while a menu closes is for the page below it', async () => {
  const entries = [{ id: 'copy', label: 'Copy', icon: null, onSelect: () => {} }];
  await renderPage(
    <ContextMenu entries={entries}>
      <div>
        <Steps />
      </div>
    </ContextMenu>,
  );
  await page.getByText('Written').click({ button: 'right' });
  const menu = page.getByRole('menu');
  await expect.element(menu).toHaveFocus();
  const popup = menu.element();
  const press = (init: KeyboardEventInit) =>
    popup.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  // A menu that closes stays for as long as something on it moves.
  const closing = popup.animate([{ opacity: 1 }, { opacity: 1 }], { duration: 60_000 });
  press({ key: 'Escape', code: 'Escape' });
  await vi.waitFor(() => expect(popup.hasAttribute('data-closed')).toBe(true));
  expect(popup.isConnected).toBe(true);
  press({ key: 'z', code: 'KeyZ', ctrlKey: true });
  closing.finish();
  await expect.element(page.getByText('Empty')).toBeVisible();
});

it('the keys of a run say what is missing', async () => {
  await renderPage(<p>A graph</p>);
  const none = (): void => {};
  const handlers: Partial<CommandHandlers<'workspace'>> = { 'run.start': none };
  const leave = commands.register('workspace', handlers as CommandHandlers<'workspace'>);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByText('There is nothing to run yet. Add a node first.')).toBeVisible();
  leave();
});

const selectAll = () => userEvent.keyboard('{Control>}a{/Control}');
const marked = (): string => String(getSelection()).trim();

it('Select all marks nothing of a page where nothing can be chosen, whatever control has the focus', async () => {
  await renderPage(
    <main>
      <h1>Settings</h1>
      <button>Add</button>
      <input type="checkbox" aria-label="Ask first" />
      <a href="#more">More</a>
    </main>,
  );
  (document.activeElement as HTMLElement | null)?.blur();
  await selectAll();
  expect(marked()).toBe('');
  for (const role of ['button', 'checkbox', 'link'] as const) {
    page.getByRole(role).element().focus();
    await selectAll();
    expect(marked()).toBe('');
  }
});

it('Select all marks nothing behind a dialog, and the one text that a dialog shows to be read', async () => {
  await renderPage(
    <>
      <p>Behind it</p>
      <Dialog open onClose={() => {}} title="Headline">
        <button>Close it</button>
        <pre>Good evening</pre>
      </Dialog>
    </>,
  );
  await page.getByRole('button', { name: 'Close it' }).click();
  await selectAll();
  expect(marked()).toBe('Good evening');
});

it('Select all marks nothing behind a menu', async () => {
  await renderPage(
    <>
      <p>Behind it</p>
      <Menu
        trigger={<button>Open menu</button>}
        entries={[{ id: 'copy', label: 'Copy', icon: null, onSelect: () => {} }]}
      />
    </>,
  );
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect.element(page.getByRole('menu')).toBeVisible();
  await selectAll();
  expect(marked()).toBe('');
});

it('Select all marks what is in a field, and of texts to be read the one that was clicked', async () => {
  await renderPage(
    <main>
      <p>Around it</p>
      <input aria-label="Name" defaultValue="Poster" />
      <pre>curl</pre>
      <pre>fetch</pre>
    </main>,
  );
  const field = page.getByRole('textbox', { name: 'Name' });
  await field.click();
  await selectAll();
  const input = field.element();
  if (!(input instanceof HTMLInputElement)) throw new Error('No field.');
  expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe('Poster');
  await page.getByText('fetch').click();
  await selectAll();
  expect(marked()).toBe('fetch');
});
