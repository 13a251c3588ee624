import type { MenuItemConstructorOptions } from 'electron';
import { expect, test } from 'vitest';
import { commandIds, commandTable } from '#shared/desk/commands.ts';
import { accelerator, menuTemplate } from './menu-template.ts';

const template = (platform: string, state = {}, isPackaged = true) =>
  menuTemplate({ platform, isPackaged, state, choose: () => {} });

const flat = (items: readonly MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])]);

test.each(['linux', 'win32', 'darwin'])('on %s each command with a menu stands in it once', (platform) => {
  const ids = flat(template(platform)).flatMap(({ id }) => (id === undefined ? [] : [id]));
  expect(ids.toSorted()).toEqual(commandIds.filter((id) => commandTable[id].menu !== undefined).toSorted());
});

test('an item can be chosen only when the page says so', () => {
  const items = flat(
    template('linux', { 'run.start': { enabled: true }, 'view.minimap': { checked: true } }),
  );
  expect(items.find(({ id }) => id === 'run.start')?.enabled).toBe(true);
  expect(items.find(({ id }) => id === 'run.cancel')?.enabled).toBe(false);
  expect(items.find(({ id }) => id === 'view.minimap')).toMatchObject({ type: 'checkbox', checked: true });
});

test('keys are shown, but heard by the page alone', () => {
  const items = flat(template('linux')).filter(({ id }) => id !== undefined);
  expect(items.every(({ registerAccelerator }) => registerAccelerator === false)).toBe(true);
  expect(accelerator('Mod+Shift+Enter')).toBe('CommandOrControl+Shift+Return');
  expect(accelerator('F2')).toBe('F2');
});

test('shortcuts are unique', () => {
  const shortcuts = commandIds.flatMap((id) => commandTable[id].shortcut ?? []);
  expect(new Set(shortcuts).size).toBe(shortcuts.length);
});

test('developer tools are in an unpackaged app only', () => {
  const has = (isPackaged: boolean) =>
    flat(template('linux', {}, isPackaged)).some(({ role }) => role === 'toggleDevTools');
  expect([has(false), has(true)]).toEqual([true, false]);
});
