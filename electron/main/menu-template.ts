import type { MenuItemConstructorOptions } from 'electron';
import type { MenuState } from '#shared/desk/bridge.ts';
import { commandIds, commandTable, type CommandDescription, type CommandId } from '#shared/desk/commands.ts';

/** The application menu: the shared commands, and what only a system's own menu can do (clipboard, window, quit). */
export function menuTemplate(options: {
  platform: string;
  /** Developer tools are offered in an app that is not packaged. */
  isPackaged: boolean;
  state: MenuState;
  choose: (id: CommandId) => void;
}): MenuItemConstructorOptions[] {
  const isMac = options.platform === 'darwin';
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  const items = (menu: NonNullable<CommandDescription['menu']>) => commandItems(menu, options);
  const editing: MenuItemConstructorOptions[] = [
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
  ];
  const edit = items('edit');
  const firstGap = edit.findIndex((item) => item.type === 'separator');
  return [
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: '&File',
      submenu: [...items('file'), separator, { role: isMac ? 'close' : 'quit' }],
    },
    { label: '&Edit', submenu: edit.toSpliced(firstGap === -1 ? edit.length : firstGap, 0, ...editing) },
    {
      label: '&View',
      submenu: [
        ...items('view'),
        separator,
        { role: 'togglefullscreen' },
        ...(options.isPackaged ? [] : [{ role: 'toggleDevTools' } satisfies MenuItemConstructorOptions]),
      ],
    },
    { label: '&Run', submenu: items('run') },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [...items('help'), ...(isMac ? [] : [separator, { role: 'about' } as const])],
    },
  ];
}

function commandItems(
  menu: NonNullable<CommandDescription['menu']>,
  options: { state: MenuState; choose: (id: CommandId) => void },
): MenuItemConstructorOptions[] {
  const items: MenuItemConstructorOptions[] = [];
  let group: string | undefined;
  for (const id of commandIds) {
    const command = commandTable[id];
    if (command.menu !== menu) continue;
    if (group !== undefined && command.group !== group) items.push({ type: 'separator' });
    group = command.group;
    const { enabled = false, checked = false } = options.state[id] ?? {};
    items.push({
      id,
      label: command.title,
      enabled,
      // The page hears the keys itself: it knows whether a text field has the focus.
      registerAccelerator: false,
      ...(command.shortcut === undefined ? {} : { accelerator: accelerator(command.shortcut) }),
      ...(command.toggle === undefined ? {} : { type: 'checkbox' as const, checked }),
      click: () => options.choose(id),
    });
  }
  return items;
}

/** `Mod+Shift+Z` in Electron's words. */
export function accelerator(shortcut: string): string {
  return shortcut.replace(/^Mod\+/, 'CommandOrControl+').replace('Enter', 'Return');
}
