// @module-tag long
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Settings } from '#shared/desk/index.ts';
import { settingsWith } from '#shared/testing/settings.ts';
import { keyMap, setKeyChanges } from '#renderer/commands/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ShortcutsPage } from './shortcuts-page.tsx';

let desk: DeskStandIn;
let settings: Settings;
beforeEach(() => {
  settings = settingsWith({ theme: 'light' });
  desk = standInForDesk();
  desk.desk('getSettings', () => settings);
  desk.desk('changeSettings', ({ body }) => {
    settings = { ...settings, ...(body as Partial<Settings>) };
    setKeyChanges(settings.keys);
    return settings;
  });
});
afterEach(() => {
  desk.restore();
  setKeyChanges({});
});

const row = (title: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(title, { exact: true }) });

it('a command gets another key, which is taken from the command that had it, and back', async () => {
  await renderPage(<ShortcutsPage />);
  await page.getByRole('button', { name: 'Change the keys of “Tidy up”' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('textbox', { name: 'New keys' })).toHaveFocus();
  await userEvent.keyboard('{Control>}d{/Control}');
  await expect.element(dialog.getByText('“Duplicate” has this key now and loses it.')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(keyMap().chordsOf('editor.tidy', 'page')).toEqual(['Mod+D']);
  expect(keyMap().chordsOf('editor.duplicate', 'page')).toEqual([]);
  await expect.element(row('Duplicate').getByText('changed')).toBeVisible();
  await page.getByRole('button', { name: 'Reset all keys' }).click();
  await expect.element(page.getByText('changed')).not.toBeInTheDocument();
  expect(settings.keys).toEqual({});
});

it('a key that cannot be had is refused in words', async () => {
  await renderPage(<ShortcutsPage />);
  await page.getByRole('button', { name: 'Change the keys of “Duplicate”' }).click();
  await expect.element(page.getByRole('textbox', { name: 'New keys' })).toHaveFocus();
  await userEvent.keyboard('{Control>}w{/Control}');
  const dialog = page.getByRole('dialog');
  await expect
    .element(dialog.getByText('Browsers take this key for themselves. Choose another.'))
    .toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'No key' }).click();
  expect(settings.keys).toEqual({ 'page editor.duplicate': [] });
});
