import type { MenuItemConstructorOptions } from 'electron';
import type { MenuState } from '#shared/desk/bridge.ts';
import type { DesktopWords, MenuWords } from './words.ts';
import {
  commandTable,
  menuGroups,
  type Chord,
  type CommandId,
  type NativeMenuId,
} from '#shared/commands/index.ts';

/** The application menu: the shared commands, and what only a system's own menu can do (clipboard, window, quit). */
export function menuTemplate(options: {
  platform: string;
  /** Developer tools are offered in an app that is not packaged. */
  isPackaged: boolean;
  state: MenuState;
  execute: (id: CommandId) => void;
  words: MenuWords;
}): MenuItemConstructorOptions[] {
  const isMac = options.platform === 'darwin';
  const t = options.words.menu;
  const items = (menu: NativeMenuId) => commandItems(menu, options);
  return [
    ...(isMac ? [macAppMenu(t)] : []),
    {
      label: t.file,
      submenu: [
        ...items('file'),
        separator,
        isMac ? { role: 'close', label: t.close } : { role: 'quit', label: t.quit },
      ],
    },
    { label: t.edit, submenu: items('edit') },
    {
      label: t.view,
      submenu: [
        ...items('view'),
        separator,
        { role: 'togglefullscreen', label: t.fullScreen },
        ...(options.isPackaged
          ? []
          : [{ role: 'toggleDevTools', label: t.developerTools } satisfies MenuItemConstructorOptions]),
      ],
    },
    { label: t.run, submenu: items('run') },
    windowMenu(t, isMac),
    {
      role: 'help',
      label: t.help,
      submenu: [
        ...items('help'),
        ...(isMac ? [] : [separator, { role: 'about', label: t.information } as const]),
      ],
    },
  ];
}

const separator: MenuItemConstructorOptions = { type: 'separator' };

/** The menus that a system makes itself are in English whatever the app's language: their items are named here. */
const macAppMenu = (t: DesktopWords['menu']): MenuItemConstructorOptions => ({
  role: 'appMenu',
  label: 'Patchbay',
  submenu: [
    { role: 'about', label: t.information },
    separator,
    { role: 'services', label: t.services },
    separator,
    { role: 'hide', label: t.hide },
    { role: 'hideOthers', label: t.hideApps },
    { role: 'unhide', label: t.showAll },
    separator,
    { role: 'quit', label: t.quit },
  ],
});

const windowMenu = (t: DesktopWords['menu'], isMac: boolean): MenuItemConstructorOptions => ({
  role: 'windowMenu',
  label: t.window,
  submenu: [
    { role: 'minimize', label: t.minimize },
    { role: 'zoom', label: t.zoom },
    ...(isMac
      ? [separator, { role: 'front', label: t.allToFront } as const]
      : [{ role: 'close', label: t.close } as const]),
  ],
});

interface ItemOptions {
  state: MenuState;
  execute: (id: CommandId) => void;
  words: MenuWords;
}

function commandItems(menu: NativeMenuId, options: ItemOptions): MenuItemConstructorOptions[] {
  const { submenus } = options.words.commands.menus[menu];
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

function commandItem(id: CommandId, { state, execute, words }: ItemOptions): MenuItemConstructorOptions {
  const command = commandTable[id];
  const { title } = words.commands.commands[id];
  // The system's own item acts in text fields too, so it can always be chosen.
  if (command.nativeRole) return { id, role: command.nativeRole, label: title };
  const { enabled = false, checked = false, key = nativeChord(id) } = state[id] ?? {};
  return {
    id,
    label: title,
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
