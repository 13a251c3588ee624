/**
 * What a person can ask the app to do. Menus, context menus, keys, toolbars, the command palette and the Shortcuts page
 * are all made from this table; the parts of the pages bring the handlers (`renderer/commands`).
 */
import { arrangeCommands } from './arrange-commands.ts';
import { canvasItemCommands } from './canvas-item-commands.ts';
import { clipCommands } from './clip-commands.ts';
import type { CommandDescription, CommandProvider } from './description.ts';
import { commandMenus, type MenuId } from './menus.ts';
import { editCommands } from './edit-commands.ts';
import { fileCommands } from './file-commands.ts';
import { outputCommands } from './output-commands.ts';
import { filmCommands } from './film-commands.ts';
import { gridCommands } from './grid-commands.ts';
import { groupCommands } from './group-commands.ts';
import { galleryCommands } from './gallery-commands.ts';
import { timelineCommands } from './timeline-commands.ts';
import { runCommands } from './run-commands.ts';
import { runListCommands } from './run-list-commands.ts';
import { storyboardCommands } from './storyboard-commands.ts';
import { trackCommands } from './track-commands.ts';
import { viewCommands } from './view-commands.ts';

export { isChord, type Chord } from './chord.ts';
export { emptyContext, type CommandContext } from './context.ts';
export type { CommandDescription, CommandProvider } from './description.ts';
export { keyScopeIds, keyScopes, type KeyScope } from './key-scopes.ts';
export {
  commandMenus,
  nativeMenuIds,
  type MenuDescription,
  type MenuId,
  type NativeMenuId,
  type PageMenuId,
} from './menus.ts';

const table = {
  ...fileCommands,
  ...editCommands,
  ...arrangeCommands,
  ...canvasItemCommands,
  ...groupCommands,
  ...viewCommands,
  ...runCommands,
  ...runListCommands,
  ...outputCommands,
  ...galleryCommands,
  ...gridCommands,
  ...filmCommands,
  ...clipCommands,
  ...timelineCommands,
  ...trackCommands,
  ...storyboardCommands,
} as const satisfies Record<string, CommandDescription>;

export type CommandTable = typeof table;
type Table = CommandTable;

export type CommandId = keyof Table;
export type CommandIcon = Table[CommandId]['icon'];

/** The commands that one part of the pages has to handle. */
export type CommandsOf<Provider extends CommandProvider> = {
  [Id in CommandId]: Provider extends Table[Id]['handledBy'][number] ? Id : never;
}[CommandId];

export const commandTable: { readonly [Id in CommandId]: CommandDescription & { icon: CommandIcon } } = table;

/** In the order of the table, which is the order within a group of a menu. */
export const commandIds = Object.keys(table) as readonly CommandId[];

export function isCommandId(text: string): text is CommandId {
  return Object.hasOwn(table, text);
}

/**
 * What stands in a menu: its commands, group by group.
 * @returns the groups that have commands, in the order of the menu.
 */
export function menuGroups(menu: MenuId): { group: string; ids: CommandId[] }[] {
  return commandMenus[menu].groups
    .map((group) => ({ group, ids: commandIds.filter((id) => commandTable[id].menus?.[menu] === group) }))
    .filter(({ ids }) => ids.length > 0);
}
