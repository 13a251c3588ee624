import { commandTable, type Chord, type CommandId, type KeyScope } from '#shared/commands/index.ts';
import {
  belongsToFocus,
  focusKind,
  isMacPlatform,
  isOfComposition,
  matchesShortcut,
  selectReadText,
  type PressInfo,
} from '#renderer/keys/index.ts';
import type { KeyBinding } from '#shared/commands/key-changes.ts';
import { words } from '#renderer/words/index.ts';
import { keyMap } from './key-map.ts';
import { commands, type CommandCall, type CommandRegistry } from './registry.ts';
import { showDisabledReason } from './say-why-not.ts';

/** The key that is shown beside a command in a part of the page: that of the part, else one that works everywhere. */
export const primaryChord = (id: CommandId, scope: KeyScope = 'page'): Chord | undefined =>
  keyMap().chordsOf(id, scope)[0] ?? keyMap().chordsOf(id, 'page')[0];

/** A press as the pages get it, from React or from the browser. */
export type PressEvent = PressInfo & { repeat: boolean; preventDefault: () => void };

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
  const bound = boundTo(scope, press);
  const enabled = bound.find(({ id }) => registry.state(id).enabled);
  if (enabled) {
    press.preventDefault();
    return registry.run(enabled.id, { ...call, chord: enabled.chord });
  }
  for (const { id } of bound) {
    const { disabled } = commandTable[id];
    const reason =
      registry.state(id).disabledReason ??
      (disabled === undefined ? undefined : words.commandWords.reasons[disabled]);
    if (!registry.isHandled(id) || reason === undefined) continue;
    press.preventDefault();
    showDisabledReason(id, reason, registry);
    return true;
  }
  return false;
}

/** The commands of a press in a part of the page; only where it is no key of theirs exactly, those it comes near to. */
function boundTo(scope: KeyScope, press: PressEvent): readonly KeyBinding[] {
  const isMac = isMacPlatform();
  const bindings = keyMap()
    .bindingsOf(scope)
    // The browser turns keys with a native role into events of the clipboard.
    .filter(({ id }) => !commandTable[id].nativeRole && (!press.repeat || commandTable[id].repeats));
  const exact = bindings.filter(({ chord }) => matchesShortcut(press, chord, isMac));
  return exact.length > 0
    ? exact
    : bindings.filter(({ chord }) => matchesShortcut(press, chord, isMac, true));
}

/** Listens for the keys that work on the whole page. @returns a function that stops it. */
export function listenForHotkeys(target: Window = window): () => void {
  const isMac = isMacPlatform();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || isOfComposition(event)) return;
    const isHandled = !belongsToFocus(event, focusKind(event.target), isMac) && runKeyCommand('page', event);
    if (!isHandled) selectReadText(event);
  };
  /** Before the library of messages, which takes this key for itself while there are any. */
  const onPaneKey = (event: KeyboardEvent): void => {
    const chords = keyMap().chordsOf('view.pane', 'page');
    if (!chords.some((chord) => matchesShortcut(event, chord, isMac))) return;
    if (event.defaultPrevented || belongsToFocus(event, focusKind(event.target), isMac)) return;
    if (runKeyCommand('page', event)) event.stopImmediatePropagation();
  };
  target.addEventListener('keydown', onPaneKey, { capture: true });
  target.addEventListener('keydown', onKeyDown);
  return () => {
    target.removeEventListener('keydown', onPaneKey, { capture: true });
    target.removeEventListener('keydown', onKeyDown);
  };
}
