import {
  commandMenus,
  commandTable,
  menuGroups,
  type CommandContext,
  type KeyScope,
  type MenuDescription,
  type PageMenuId,
} from '#shared/commands/index.ts';
import { words } from '#renderer/words/index.ts';
import type { MenuEntries, MenuEntry } from '#renderer/ui/index.ts';
import { CommandIconView } from './command-icon.tsx';
import { formatShortcut, isMacPlatform } from '#renderer/keys/index.ts';
import { primaryChord } from './key-commands.ts';
import { commands, type CommandCall, type CommandRegistry, type CommandState } from './registry.ts';

export interface CommandMenuOptions {
  /** Where the focus is while the menu is used: keys of that part are shown. */
  scope?: KeyScope;
  /** What the menu is about, where that is not what the context tells now; `prepare` then makes it so. */
  assumed?: Partial<CommandContext>;
  /** Before a command runs, for example to select what the menu is about. */
  prepare?: () => void;
  call?: CommandCall;
  registry?: CommandRegistry;
}

/** The entries of a menu of the page, made from the command table. */
export function commandMenu(
  menu: PageMenuId,
  { scope, assumed, prepare, call, registry = commands }: CommandMenuOptions = {},
): MenuEntries {
  const isMac = isMacPlatform();
  const { disabled }: MenuDescription = commandMenus[menu];
  const { submenus } = words.commandWords.menus[menu];
  const entryOf = ({ id, title, enabled, disabledReason, checked }: CommandState): MenuEntry => {
    const chord = primaryChord(id, scope);
    return {
      id,
      label: title,
      icon: <CommandIconView id={id} />,
      ...(chord === undefined ? {} : { shortcut: formatShortcut(chord, isMac) }),
      disabled: !enabled,
      ...(disabledReason === undefined ? {} : { detail: disabledReason }),
      ...(enabled || disabledReason !== undefined
        ? {}
        : { disabledReason: registry.reason(id, assumed) ?? undefined }),
      ...(checked === undefined ? {} : { checked }),
      ...(commandTable[id].destructive ? { isDestructive: true } : {}),
      // After the menu has given the focus back, so that the command finds the page as it was.
      onSelect: () =>
        void setTimeout(() => {
          prepare?.();
          registry.run(id, assumed === undefined ? call : { ...call, assumed });
        }),
    };
  };
  let isBelowSubmenu = false;
  const rows = menuGroups(menu)
    .map(({ group, ids }) => ({
      group,
      items: ids
        .map((id) => registry.state(id, assumed))
        .filter(({ enabled }) => enabled || disabled === 'disabled'),
    }))
    .filter(({ items }) => items.length > 0)
    .flatMap(({ group, items }, index): MenuEntry[] => {
      const hasLine = index > 0 && !isBelowSubmenu;
      const submenu = submenus?.[group];
      isBelowSubmenu = submenu !== undefined;
      const entries = items.map(entryOf);
      const [first] = items;
      return [
        ...(hasLine ? [{ kind: 'separator' as const, id: `before ${group}` }] : []),
        ...(submenu !== undefined && first
          ? [
              {
                kind: 'submenu' as const,
                id: `more ${group}`,
                label: submenu,
                icon: <CommandIconView id={first.id} />,
                entries,
              },
            ]
          : entries),
      ];
    });
  const { subscribe, snapshot } = registry;
  return [...rows, { kind: 'source', id: `commands of ${menu}`, subscribe, snapshot }];
}
