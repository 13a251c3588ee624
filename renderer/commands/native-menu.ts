import type { MenuState, PatchbayBridge } from '#shared/desk/bridge.ts';
import { commandIds, commandTable, type Chord, type CommandId } from '#shared/commands/index.ts';
import { keyMap, onKeyMapChange } from './key-map.ts';
import { commands, type CommandRegistry } from './registry.ts';

/** A marquee over many nodes changes what can be used at each move; the menu is built once after it. */
const MENU_UPDATE_DELAY_MS = 60;

/** What the application menu should show now. */
export function menuState(registry: CommandRegistry = commands): MenuState {
  const state: MenuState = {};
  for (const id of commandIds) {
    const { enabled, checked } = registry.state(id);
    state[id] = {
      enabled,
      ...(checked === undefined ? {} : { checked }),
      ...changedKey(id),
    };
  }
  return state;
}

/** The key beside a command in the menu, where it is another than the table's. */
function changedKey(id: CommandId): { key?: Chord | null } {
  const keys = commandTable[id].keys;
  const defaultChord = keys?.page?.[0] ?? keys?.canvas?.[0];
  const currentChord = keyMap().chordsOf(id, 'page')[0] ?? keyMap().chordsOf(id, 'canvas')[0];
  return currentChord === defaultChord ? {} : { key: currentChord ?? null };
}

/** Ties the commands to the desktop window's menu, where there is one. @returns a function that unties them. */
export function bindNativeMenu(
  bridge: Pick<PatchbayBridge, 'onCommand' | 'setMenuState'> | undefined = window.patchbay,
  registry: CommandRegistry = commands,
): () => void {
  if (!bridge) return () => undefined;
  let lastPayload = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = (): void => {
    timer = undefined;
    const state = menuState(registry);
    const text = JSON.stringify(state);
    if (text === lastPayload) return;
    lastPayload = text;
    void bridge.setMenuState(state);
  };
  const schedule = (): void => {
    timer ??= setTimeout(send, MENU_UPDATE_DELAY_MS);
  };
  const cleanups = [
    bridge.onCommand((id) => registry.run(id)),
    registry.subscribe(schedule),
    onKeyMapChange(schedule),
  ];
  schedule();
  return () => {
    clearTimeout(timer);
    for (const dispose of cleanups) dispose();
  };
}
