import { commandTable, type Chord, type CommandId, type KeyScope } from '#shared/desk/commands/index.ts';
import { sayBriefly } from '#renderer/ui/index.ts';
import { belongsToFocus, focusKind, isMacPlatform, matchesShortcut, type KeyPress } from './hotkeys.ts';
import { keyMap } from './key-map.ts';
import { commands, type CommandCall, type CommandRegistry } from './registry.ts';

/** The key that is shown beside a command in a part of the page: that of the part, else one that works everywhere. */
export const shownChord = (id: CommandId, scope: KeyScope = 'page'): Chord | undefined =>
  keyMap().chordsOf(id, scope)[0] ?? keyMap().chordsOf(id, 'page')[0];

/** A press as the pages get it, from React or from the browser. */
export type PressEvent = KeyPress & { repeat: boolean; preventDefault: () => void };

/**
 * Runs the command that a key has in a part of the page, if it can be used now. Else it says why not, where the table has
 * words for that.
 * @returns whether one ran or was spoken of; the press is answered then.
 */
export function runKeyCommand(
  scope: KeyScope,
  press: PressEvent,
  call: CommandCall = {},
  registry: CommandRegistry = commands,
): boolean {
  const isMac = isMacPlatform();
  let unusable: { id: CommandId; why: string } | undefined;
  for (const { id, chord } of keyMap().bindingsOf(scope)) {
    // The browser turns these keys into events of the clipboard.
    if (commandTable[id].nativeRole) continue;
    if (press.repeat && !commandTable[id].repeats) continue;
    if (!matchesShortcut(press, chord, isMac)) continue;
    if (!registry.state(id).usable) {
      const why = registry.state(id).whyNot ?? commandTable[id].unusable;
      if (registry.isHandled(id) && why !== undefined) unusable ??= { id, why };
      continue;
    }
    press.preventDefault();
    return registry.run(id, { ...call, chord });
  }
  if (unusable === undefined) return false;
  press.preventDefault();
  sayWhyNot(unusable.id, unusable.why, registry);
  return true;
}

let stopWatching = (): void => {};

/** Says why a command cannot be used, until it can. */
function sayWhyNot(id: CommandId, why: string, registry: CommandRegistry): void {
  stopWatching();
  const takeAway = sayBriefly(why, registry.context().canvasCovered);
  stopWatching = registry.subscribe(() => {
    if (!registry.state(id).usable) return;
    stopWatching();
    takeAway();
  });
}

/** Listens for the keys that work on the whole page. @returns a function that stops it. */
export function listenForHotkeys(target: Window = window): () => void {
  const isMac = isMacPlatform();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    if (belongsToFocus(event, focusKind(event.target), isMac)) return;
    runKeyCommand('page', event);
  };
  target.addEventListener('keydown', onKeyDown);
  return () => target.removeEventListener('keydown', onKeyDown);
}
