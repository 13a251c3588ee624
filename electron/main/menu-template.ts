import type { MenuItemConstructorOptions } from 'electron';
import type { MenuState } from '#shared/desk/bridge.ts';
import {
  commandMenus,
  commandTable,
  menuGroups,
  type Chord,
  type CommandId,
  type MenuDescription,
  type NativeMenuId,
} from '#shared/commands/index.ts';

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
  const items = (menu: NativeMenuId) => commandItems(menu, options);
  return [
    ...(isMac ? [{ role: 'appMenu' } satisfies MenuItemConstructorOptions] : []),
    {
      label: '&File',
      submenu: [...items('file'), separator, { role: isMac ? 'close' : 'quit' }],
    },
    { label: '&Edit', submenu: items('edit') },
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
  menu: NativeMenuId,
  options: { state: MenuState; choose: (id: CommandId) => void },
): MenuItemConstructorOptions[] {
  const { submenus }: MenuDescription = commandMenus[menu];
  let isBelowSubmenu = false;
  return menuGroups(menu).flatMap(({ group, ids }, index): MenuItemConstructorOptions[] => {
    const hasLine = index > 0 && !isBelowSubmenu;
    const submenu = submenus?.[group];
    isBelowSubmenu = submenu !== undefined;
    const items = ids.map((id) => commandItem(id, options));
    return [
      ...(hasLine ? [{ type: 'separator' as const }] : []),
      ...(submenu === undefined ? items : [{ label: submenu, submenu: items }]),
    ];
  });
}

function commandItem(
  id: CommandId,
  { state, choose: execute }: { state: MenuState; choose: (id: CommandId) => void },
): MenuItemConstructorOptions {
  const command = commandTable[id];
  // The system's own item acts in text fields too, so it can always be chosen.
  if (command.nativeRole) return { id, role: command.nativeRole };
  const { enabled = false, checked = false, key = nativeChord(id) } = state[id] ?? {};
  return {
    id,
    label: command.title,
    enabled,
    // The page listens for the keys itself: it knows whether a text field has the focus.
    registerAccelerator: false,
    ...(key === undefined || key === null ? {} : { accelerator: accelerator(key) }),
    ...(command.checked === undefined ? {} : { type: 'checkbox' as const, checked }),
    click: () => execute(id),
  };
}

/** The key beside a command: one of the whole page, else the first that works on the canvas. */
const nativeChord = (id: CommandId): Chord | undefined =>
  commandTable[id].keys?.page?.[0] ?? commandTable[id].keys?.canvas?.[0];

/** `Mod+Shift+Z` in Electron's words. */
export function accelerator(chord: Chord): string {
  return chord.replace(/^Mod\+/, 'CommandOrControl+').replace('Enter', 'Return');
}
