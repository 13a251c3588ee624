import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { pressEveryEntry } from '#renderer/testing/press-menus.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import type { EditorSession } from '../session/editor-session.ts';
import { openSession } from '../session/open-session.ts';
import { standIn } from '../testing/editor-stand-in.ts';
import { PalettePanel } from './palette-panel.tsx';

let desk: DeskStandIn;
let session: EditorSession;
beforeEach(() => {
  desk = standInForDesk();
});
async function show(): ReturnType<typeof renderPage> {
  session = await openSession(standIn({ nodes: [], connections: [] }));
  await vi.waitFor(() => expect(session.catalog.pinsOf('input/text')).toBeDefined());
  session.view.resize({ left: 0, top: 0, width: 1200, height: 800 });
  return renderPage(<PalettePanel session={session} />);
}
afterEach(() => {
  session.dispose();
  desk.restore();
});

const types = () => session.store.getGraph().nodes.map(({ type }) => type);

it('a press adds a node, a double press no second one', async () => {
  await show();
  const blur = page.getByRole('button', { name: 'Blur' });
  await blur.click();
  expect(types()).toEqual(['image/blur']);
  await blur.dblClick();
  expect(types()).toEqual(['image/blur', 'image/blur']);
});

it('the arrow keys lead from the search through what was found and back; Enter and Space add', async () => {
  await show();
  const search = page.getByRole('textbox', { name: 'Search nodes' });
  await search.fill('blur');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('button', { name: 'Blur' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard(' ');
  expect(types()).toEqual(['image/blur', 'image/blur']);
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(search).toHaveFocus();
});

it('Tab goes past the list of node types with one press, and comes back to where one was', async () => {
  await show();
  const tabStops = (): number => document.querySelectorAll('[data-palette-row][tabindex="0"]').length;
  await expect.element(page.getByRole('button', { name: 'Blur' })).toBeVisible();
  expect(tabStops()).toBe(1);
  await userEvent.click(page.getByRole('textbox', { name: 'Search nodes' }));
  await userEvent.keyboard('{Tab}{ArrowDown}');
  const row = document.activeElement;
  expect(row?.matches('[data-node-type]')).toBe(true);
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement?.matches('[data-palette-row]')).toBe(false);
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  expect(document.activeElement).toBe(row);
  await userEvent.keyboard('{End}');
  expect([...document.querySelectorAll('[data-palette-row]')].at(-1)).toBe(document.activeElement);
  await userEvent.keyboard('{ArrowLeft}');
  expect(document.activeElement?.hasAttribute('aria-expanded')).toBe(true);
  await page.getByRole('textbox', { name: 'Search nodes' }).fill('blur');
  await vi.waitFor(() => expect(tabStops()).toBe(1));
});

it('an entry of the menu of a node type says why it cannot be used: editor/panels/palette-panel.tsx', async () => {
  let shown: Awaited<ReturnType<typeof show>>;
  // The canvas, which does these commands, is not on this page.
  const pressed = await pressEveryEntry({
    show: async () => (shown = await show()),
    leave: () => shown.unmount(),
    target: () => document.querySelector('[data-node-type="image/blur"]'),
  });
  expect(pressed).toEqual(['Add this node', 'Add behind the selected node', 'Put into the selected wire']);
});
