// @module-tag long
import { expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  commandIds,
  commandMenus,
  menuGroups,
  type CommandId,
  type PageMenuId,
} from '#shared/commands/index.ts';
import { menuIds } from '#shared/commands/menus.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { RICH_CONTEXT } from '#renderer/testing/rich-context.ts';
import { waitSoon } from '#renderer/testing/wait-soon.ts';
import { Button, ContextMenu, Menu } from '#renderer/ui/index.ts';
import { CommandButton, commandMenu, CommandPalette, CommandTextButton, CommandWordButton } from './index.ts';
import { commands, type CommandHandlers } from './registry.ts';

const pageMenus = menuIds.filter((id): id is PageMenuId => commandMenus[id].scope === 'page');

/** Handles commands, as the parts of a page do that are there by and by. @returns what takes the handlers away. */
function handleAll(run: (id: CommandId) => void = () => undefined, ids = commandIds): () => void {
  const handlers: Partial<CommandHandlers<'app'>> = Object.fromEntries(ids.map((id) => [id, () => run(id)]));
  const withdraw = commands.register('app', handlers as CommandHandlers<'app'>);
  onTestFinished(withdraw);
  return withdraw;
}

/** The titles of a menu's commands that can be pressed; submenus are opened for it. */
function usableTitles(): string[] {
  const entries = [...document.querySelectorAll<HTMLElement>('[role^="menuitem"]')];
  return entries
    .filter(
      (entry) =>
        entry.getAttribute('aria-haspopup') === null && entry.getAttribute('aria-disabled') !== 'true',
    )
    .map((entry) => entry.querySelector('[class*="itemText"]')?.firstChild?.textContent ?? '')
    .toSorted();
}

const openSubmenus = (): void => {
  for (const trigger of document.querySelectorAll<HTMLElement>(
    '[role="menuitem"][aria-haspopup][aria-expanded="false"]',
  ))
    trigger.click();
};

it.each(pageMenus)(
  'the menu %s, while it is open, follows what becomes usable and what is withdrawn',
  async (menu) => {
    await renderPage(<Menu trigger={<Button>Open</Button>} entries={() => commandMenu(menu)} />);
    await page.getByRole('button', { name: 'Open' }).click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    expect(usableTitles()).toEqual([]);

    const provided = commands.provide(RICH_CONTEXT);
    onTestFinished(provided.remove);
    const withdraw = handleAll();
    const enabled = menuGroups(menu)
      .flatMap(({ ids }) => ids)
      .map((id) => commands.state(id))
      .filter((state) => state.enabled)
      .map(({ title }) => title)
      .toSorted();
    expect(enabled.length).toBeGreaterThan(0);
    await waitSoon(() => {
      openSubmenus();
      expect(usableTitles()).toEqual(enabled);
    });

    withdraw();
    await waitSoon(() => expect(usableTitles()).toEqual([]));
    const { disabled } = commandMenus[menu];
    const silent = [
      ...document.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-haspopup])'),
    ].filter((entry) => (entry.getAttribute('title') ?? '') === '');
    expect({ disabled, silent }).toEqual({ disabled, silent: [] });
  },
);

it('an entry of an open context menu is pressed as soon as its command is there, and not once it is withdrawn', async () => {
  const done: string[] = [];
  const film = { playing: false, loops: false, muted: false, hasRange: false };
  onTestFinished(commands.provide({ ...RICH_CONTEXT, film }).remove);
  await renderPage(
    <ContextMenu entries={() => commandMenu('export')}>
      <p>Film</p>
    </ContextMenu>,
  );
  await page.getByText('Film').click({ button: 'right' });
  const entry = page.getByRole('menuitem', { name: /^Export film/ });
  await expect.element(entry).toHaveAttribute('aria-disabled', 'true');
  const register = () => handleAll((id) => done.push(id));
  const withdraw = register();
  await waitSoon(() => expect(entry.element().ariaDisabled).not.toBe('true'));
  withdraw();
  await expect.element(entry).toHaveAttribute('aria-disabled', 'true');
  await expect.element(entry).toHaveAttribute('title', '“Export film” cannot be done here now.');
  register();
  await entry.click();
  await waitSoon(() => expect(done).toEqual(['film.export']));
});

it('a menu whose last entry is withdrawn says that nothing is left, and Escape closes it', async () => {
  const provided = commands.provide(RICH_CONTEXT);
  onTestFinished(provided.remove);
  const withdraw = handleAll();
  await renderPage(<Menu trigger={<Button>Open</Button>} entries={() => commandMenu('wire')} />);
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  withdraw();
  await expect.element(page.getByText('Nothing can be done here now.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
});

it('a menu that closes shows what it had, whatever the command changes meanwhile', async () => {
  const provided = commands.provide({ ...RICH_CONTEXT, selectedNodes: 1 });
  onTestFinished(provided.remove);
  handleAll();
  const shown: number[] = [];
  await renderPage(
    <Menu
      trigger={<Button>Open</Button>}
      entries={() => {
        const entries = commandMenu('node');
        shown.push(entries.length);
        return entries;
      }}
    />,
  );
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  const { length } = shown;
  provided.replace({ ...RICH_CONTEXT, selectedNodes: 0 });
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  expect(shown).toHaveLength(length);
});

it('every kind of button of a command follows it, and says why where it cannot be pressed', async () => {
  await renderPage(
    <>
      <CommandButton id="editor.duplicate" />
      <CommandWordButton id="edit.undo" word="Back" />
      <CommandTextButton id="project.rename" />
    </>,
  );
  const disabled = () => document.querySelectorAll('button[aria-disabled="true"]').length;
  expect(disabled()).toBe(3);
  const provided = commands.provide(RICH_CONTEXT);
  onTestFinished(provided.remove);
  const withdraw = handleAll();
  await waitSoon(() => expect(disabled()).toBe(0));
  withdraw();
  await waitSoon(() => expect(disabled()).toBe(3));
});

it('the palette keeps the command that is marked while others become usable', async () => {
  const done: string[] = [];
  handleAll((id) => done.push(id), ['edit.undo', 'edit.redo']);
  const provided = commands.provide({ canUndo: false, canRedo: true });
  onTestFinished(provided.remove);
  await renderPage(<CommandPalette open onClose={() => undefined} />);
  const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')];
  const marked = () => options().find((option) => option.getAttribute('aria-selected') === 'true')?.title;
  await expect.element(page.getByRole('combobox')).toHaveFocus();
  await waitSoon(() => expect(options()).toHaveLength(2));
  const [first] = options().map(({ textContent }) => textContent);
  expect(first).toContain('Redo');
  expect(marked()).toBe('');
  provided.replace({ canUndo: true, canRedo: true });
  await waitSoon(() => expect(options()[0]?.textContent).toContain('Undo'));
  await userEvent.keyboard('{Enter}');
  await waitSoon(() => expect(done).toEqual(['edit.redo']));
});
