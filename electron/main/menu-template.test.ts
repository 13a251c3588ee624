import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { commandIds, commandTable, nativeMenuIds } from '#shared/commands/index.ts';
import { accelerator, menuTemplate } from './menu-template.ts';
import { desktopWords } from './words.ts';

const template = (platform: string, state = {}, isPackaged = true, locale = 'en') =>
  menuTemplate({ platform, isPackaged, state, execute: () => {}, words: desktopWords(locale) });

const flat = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);

test.each(['linux', 'win32', 'darwin'])('on %s each command with a menu stands in it once', (platform) => {
  const ids = flat(template(platform)).flatMap(({ id }) => (id === undefined ? [] : [id]));
  const inMenus = commandIds.filter((id) => nativeMenuIds.some((menu) => commandTable[id].menus?.[menu]));
  expect(ids.toSorted()).toEqual(inMenus.toSorted());
});

test('the ways to align stand in one menu of their own, and not among what else can be done with nodes', () => {
  const { submenu } = template('linux').find(({ label }) => label === '&Edit') ?? {};
  const items = Array.isArray(submenu) ? submenu : [];
  const align = items.find(({ label }) => label === 'Align and distribute')?.submenu;
  expect(Array.isArray(align) && align.map(({ id }) => id)).toContain('editor.distribute-y');
  expect(items.some(({ id }) => id?.startsWith('editor.align'))).toBe(false);
});

test('an item can be chosen only when the page says so', () => {
  const items = flat(
    template('linux', { 'run.start': { enabled: true }, 'view.minimap': { checked: true } }),
  );
  expect(items.find(({ id }) => id === 'run.start')?.enabled).toBe(true);
  expect(items.find(({ id }) => id === 'run.cancel')?.enabled).toBe(false);
  expect(items.find(({ id }) => id === 'view.minimap')).toMatchObject({ type: 'checkbox', checked: true });
});

test('keys are shown, but the page alone listens for them', () => {
  const items = flat(template('linux')).filter(({ id, role }) => id !== undefined && role === undefined);
  expect(items.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(true);
  expect(accelerator('Mod+Shift+Enter')).toBe('CommandOrControl+Shift+Return');
  expect(accelerator('F2')).toBe('F2');
});

test('a changed key stands in the menu, and a key taken away does not', () => {
  const items = flat(template('linux', { 'run.start': { key: 'Mod+J' } }));
  expect(items.find(({ id }) => id === 'run.start')?.accelerator).toBe('CommandOrControl+J');
  const without = flat(template('linux', { 'run.start': { key: null } }));
  expect(without.find(({ id }) => id === 'run.start')).not.toHaveProperty('accelerator');
});

test('developer tools are in an unpackaged app only', () => {
  const has = (isPackaged: boolean) =>
    flat(template('linux', {}, isPackaged)).some(({ role }) => role === 'toggleDevTools');
  expect([has(false), has(true)]).toEqual([true, false]);
});

test.each(['linux', 'darwin'])('on %s the menu is in German where the pages are', (platform) => {
  const labels = (locale: string) =>
    flat(template(platform, {}, true, locale)).flatMap(({ label, type }) =>
      type === 'separator' ? [] : [label],
    );
  const german = labels('de-AT');
  expect(german).toEqual(
    expect.arrayContaining(['&Bearbeiten', 'Ausrichten und verteilen', 'Kopieren', 'Vollbild']),
  );
  // What both languages call the same.
  const same = [...(platform === 'darwin' ? ['Patchbay'] : []), 'Graph', 'Storyboard'];
  expect(labels('en').filter((label, at) => label === german[at])).toEqual(same);
  // An item without a label is called by the system in English.
  expect(german).not.toContain(undefined);
});
