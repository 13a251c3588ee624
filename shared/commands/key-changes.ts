import { isChord, type Chord } from './chord.ts';
import { keyScopeIds, keyScopes, type KeyScope } from './key-scopes.ts';
import { commandIds, commandTable, type CommandId } from './index.ts';

/** Keys that a person changed: what a command has in a scope instead of the table's, by `scope command`. */
export type KeyChanges = Readonly<Record<string, readonly string[]>>;

export interface KeyBinding {
  id: CommandId;
  chord: Chord;
}

/** Which keys commands have now. */
export interface KeyMap {
  /** Of one command in one scope; the first is shown in menus. */
  chordsOf(id: CommandId, scope: KeyScope): readonly Chord[];
  /** All of a scope, in the order of the table. */
  bindingsOf(scope: KeyScope): readonly KeyBinding[];
}

const nameOf = (scope: KeyScope, id: CommandId): string => `${scope} ${id}`;

const tableChords = (id: CommandId, scope: KeyScope): readonly Chord[] =>
  commandTable[id].keys?.[scope] ?? [];

/** Whether a person may give a command other keys: not where the key says where to, closes things, or is the system's. */
export function canChangeKeys(id: CommandId, scope: KeyScope): boolean {
  const { nativeRole, fixedKeys } = commandTable[id];
  return nativeRole === undefined && fixedKeys !== true && !tableChords(id, scope).includes('Escape');
}

/** @param changes what is stored; names and keys that are not known, and commands whose keys are fixed, are left as the table has them. */
export function keyMapOf(changes: KeyChanges): KeyMap {
  const chordsOf = (id: CommandId, scope: KeyScope): readonly Chord[] => {
    const own = Object.hasOwn(changes, nameOf(scope, id)) ? changes[nameOf(scope, id)] : undefined;
    return own === undefined || !canChangeKeys(id, scope) ? tableChords(id, scope) : own.filter(isChord);
  };
  const bindings = new Map(
    keyScopeIds.map((scope) => [
      scope,
      commandIds.flatMap((id) => chordsOf(id, scope).map((chord) => ({ id, chord }))),
    ]),
  );
  return { chordsOf, bindingsOf: (scope) => bindings.get(scope) ?? [] };
}

/** What a chord means in a scope: a command, or a key of the scope itself by its index there; null when it is free. */
export function meaningOf(map: KeyMap, scope: KeyScope, chord: Chord): CommandId | { index: number } | null {
  const command = map.bindingsOf(scope).find((binding) => binding.chord === chord);
  if (command) return command.id;
  const keys: readonly { keys: readonly Chord[]; held?: true }[] = keyScopes[scope].keys;
  const index = keys.findIndex((key) => !key.held && key.keys.includes(chord));
  return index === -1 ? null : { index };
}

/**
 * Gives a command keys in a scope. A key that another command has there is taken from it.
 * @param chords null gives it the keys of the table again.
 */
export function withKeys(
  changes: KeyChanges,
  scope: KeyScope,
  id: CommandId,
  chords: readonly Chord[] | null,
): KeyChanges {
  const map = keyMapOf(changes);
  const next: Record<string, readonly string[]> = { ...changes };
  const set = (candidate: CommandId, input: readonly Chord[]): void => {
    const name = nameOf(scope, candidate);
    if (sameChords(input, tableChords(candidate, scope))) delete next[name];
    else next[name] = input;
  };
  const initial = chords ?? tableChords(id, scope);
  for (const second of commandIds) {
    const before = map.chordsOf(second, scope);
    if (second === id || !before.some((chord) => initial.includes(chord))) continue;
    set(
      second,
      before.filter((chord) => !initial.includes(chord)),
    );
  }
  set(id, initial);
  return next;
}

const sameChords = (a: readonly Chord[], b: readonly Chord[]): boolean =>
  a.length === b.length && a.every((chord, index) => chord === b[index]);
