import {
  commandIds,
  commandTable,
  keyScopeIds,
  keyScopes,
  nativeMenuIds,
  type Chord,
  type CommandId,
  type KeyScope,
} from '#shared/commands/index.ts';
import { canChangeKeys, type KeyMap } from '#shared/commands/key-changes.ts';
import { words } from '#renderer/words/index.ts';

const t = words.appPages.shortcutSections;

export interface ShortcutRow {
  id: string;
  title: string;
  chords: readonly Chord[];
  /** The command whose keys these are, where a person may change them. */
  change: { id: CommandId; scope: KeyScope } | null;
  isChanged: boolean;
}

export interface ShortcutSection {
  title: string;
  rows: readonly ShortcutRow[];
}

const tableChords = (id: CommandId, scope: KeyScope): readonly Chord[] =>
  commandTable[id].keys?.[scope] ?? [];

function commandRow(map: KeyMap, id: CommandId, scope: KeyScope): ShortcutRow {
  const chords = map.chordsOf(id, scope);
  return {
    id: `${scope} ${id}`,
    title: words.commandWords.commands[id].title,
    chords,
    change: canChangeKeys(id, scope) ? { id, scope } : null,
    isChanged: chords.join(' ') !== tableChords(id, scope).join(' '),
  };
}

/** Commands that have keys in a scope, now or in the table. */
const commandsOf = (map: KeyMap, scope: KeyScope): CommandId[] =>
  commandIds.filter((id) => map.chordsOf(id, scope).length > 0 || tableChords(id, scope).length > 0);

/** All keys: those that work everywhere by menu, then those of the parts of a page, then what may be given keys. */
export function shortcutSections(map: KeyMap): ShortcutSection[] {
  const ofScopes = new Map(keyScopeIds.map((scope) => [scope, commandsOf(map, scope)]));
  const everywhere = ofScopes.get('page') ?? [];
  const isIn = (menu: (typeof nativeMenuIds)[number]) => (id: CommandId) =>
    commandTable[id].menus?.[menu] !== undefined;
  const rowsOf = (ids: readonly CommandId[], scope: KeyScope) => ids.map((id) => commandRow(map, id, scope));
  const byMenu = nativeMenuIds.map((menu) => ({
    title: words.commandWords.menus[menu].title,
    rows: rowsOf(everywhere.filter(isIn(menu)), 'page'),
  }));
  const remaining = everywhere.filter((id) => !nativeMenuIds.some((menu) => isIn(menu)(id)));
  const byScope = keyScopeIds.map((scope) => ({
    title: words.commandWords.scopes[scope].title,
    rows: [
      ...rowsOf(scope === 'page' ? remaining : (ofScopes.get(scope) ?? []), scope),
      ...keyScopes[scope].keys.map(({ title, keys }, index) => ({
        id: `${scope} ${title}`,
        title: words.commandWords.scopes[scope].keys[index] ?? title,
        chords: keys,
        change: null,
        isChanged: false,
      })),
    ],
  }));
  const bound = new Set([...ofScopes.values()].flat());
  const unbound = commandIds.filter((id) => commandTable[id].palette !== false && !bound.has(id));
  return [...byMenu, ...byScope, { title: t.commandsKeys, rows: rowsOf(unbound, 'page') }].filter(
    ({ rows }) => rows.length > 0,
  );
}
