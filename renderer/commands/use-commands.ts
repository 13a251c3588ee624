import { useEffect, useRef, useSyncExternalStore } from 'react';
import { commandIds, commandTable } from '#shared/desk/commands.ts';
import type { MenuState } from '#shared/desk/bridge.ts';
import { belongsToFocus, focusKind, isMacPlatform, matchesShortcut } from './hotkeys.ts';
import { commands, type Command } from './registry.ts';

/**
 * Offers commands while the component is mounted. What a command does and when it can be done is always that of the
 * newest render; only another set of ids registers anew.
 */
export function useCommands(list: readonly Command[]): void {
  const latest = useRef(list);
  useEffect(() => {
    latest.current = list;
  });
  const ids = list.map((command) => command.id).join(' ');
  useEffect(() => {
    const find = (id: string) => latest.current.find((command) => command.id === id);
    const standing = ids.split(' ').map((id): Command => ({
      id,
      title: find(id)?.title ?? id,
      shortcut: find(id)?.shortcut,
      when: () => find(id)?.when?.() ?? true,
      checked: () => find(id)?.checked?.() ?? false,
      run: () => find(id)?.run(),
    }));
    return commands.register(standing);
  }, [ids]);
}

export const useCommandList = (): readonly Command[] =>
  useSyncExternalStore(commands.subscribe, commands.list);

/** Listens for shortcuts on the whole page. @returns a function that stops it. */
export function listenForHotkeys(target: Window = window): () => void {
  const isMac = isMacPlatform();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (belongsToFocus(event, focusKind(event.target), isMac)) return;
    for (const command of commands.list()) {
      if (!command.shortcut || !matchesShortcut(event, command.shortcut, isMac)) continue;
      if (command.when?.() === false) continue;
      event.preventDefault();
      command.run();
      return;
    }
  };
  target.addEventListener('keydown', onKeyDown);
  return () => target.removeEventListener('keydown', onKeyDown);
}

/** What the application menu should show now. */
export function menuState(): MenuState {
  const state: MenuState = {};
  for (const id of commandIds) {
    const command = commands.find(id);
    state[id] = {
      enabled: command !== undefined && command.when?.() !== false,
      ...('toggle' in commandTable[id] ? { checked: command?.checked?.() ?? false } : {}),
    };
  }
  return state;
}

/** Ties the commands to the desktop window's menu, where there is one. @returns a function that unties them. */
export function bindNativeMenu(): () => void {
  const bridge = window.patchbay;
  if (!bridge) return () => undefined;
  let sent = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = () => {
    const state = menuState();
    const text = JSON.stringify(state);
    if (text === sent) return;
    sent = text;
    void bridge.setMenuState(state);
  };
  // What can be done changes with every gesture; a moment after one is soon enough for a menu.
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(send, 120);
  };
  const stopCommands = bridge.onCommand((id) => commands.run(id));
  const stopList = commands.subscribe(soon);
  window.addEventListener('pointerup', soon);
  window.addEventListener('keyup', soon);
  soon();
  return () => {
    clearTimeout(timer);
    stopCommands();
    stopList();
    window.removeEventListener('pointerup', soon);
    window.removeEventListener('keyup', soon);
  };
}
