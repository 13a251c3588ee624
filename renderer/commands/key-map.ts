import { useSyncExternalStore } from 'react';
import { keyMapOf, type KeyChanges, type KeyMap } from '#shared/commands/key-changes.ts';

let changes: KeyChanges = {};
let map: KeyMap = keyMapOf(changes);
const listeners = new Set<() => void>();

/** The keys that commands have now: those of the table, with what the person changed. */
export const keyMap = (): KeyMap => map;

/** Takes over what the person changed. */
export function setKeyChanges(next: KeyChanges): void {
  if (JSON.stringify(next) === JSON.stringify(changes)) return;
  changes = next;
  map = keyMapOf(next);
  for (const listener of listeners) listener();
}

/** @returns a function that stops it. */
export function onKeyMapChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The keys now, for what shows them. */
export const useKeyMap = (): KeyMap => useSyncExternalStore(onKeyMapChange, keyMap);
