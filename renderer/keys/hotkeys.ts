/** Shortcuts as text: `Mod+Shift+Z`, where Mod is Cmd on a Mac and Ctrl elsewhere. */
import { isOfComposition, type PressInfo } from './composition.ts';
import { words } from '#renderer/words/index.ts';
import { isMacPlatform, pressedKey, letterOrDigitOf, signOf, typesSign } from './press.ts';

const t = words.keys.hotkeys;

export interface Chord {
  mod: boolean;
  shift: boolean;
  alt: boolean;
  /** `event.key` in lower case, or a digit. */
  key: string;
}

const NAMED: Record<string, string> = { space: ' ', esc: 'escape', plus: '+' };

export function parseShortcut(text: string): Chord {
  const tokens = text.split('+').map((token) => token.toLowerCase());
  const last = tokens.pop() ?? '';
  return {
    mod: tokens.includes('mod'),
    shift: tokens.includes('shift'),
    alt: tokens.includes('alt'),
    key: NAMED[last] ?? last,
  };
}

/**
 * @param isLenient where no shortcut is met exactly: a digit that the layout types with Shift, as a French one does, is met without it.
 */
export function matchesShortcut(
  press: PressInfo,
  shortcut: string,
  isMac: boolean,
  isLenient = false,
): boolean {
  if (isOfComposition(press)) return false;
  const chord = parseShortcut(shortcut);
  const isTyped = typesSign(press, isMac);
  if (isSign(chord.key)) {
    // Whether a sign needs Shift or AltGr is a matter of the keyboard's layout.
    const modifiers = isTyped ? { mod: false, unmapped: false, alt: false } : modifiersOf(press, isMac);
    return (
      !modifiers.unmapped &&
      modifiers.mod === chord.mod &&
      modifiers.alt === chord.alt &&
      signOf(press) === chord.key
    );
  }
  const pressed = modifiersOf(press, isMac);
  // On a Mac a letter with Option may be a sign or a shortcut; AltGr is no Ctrl and no Alt.
  if ((isTyped && !isMac) || pressed.unmapped || pressed.mod !== chord.mod || pressed.alt !== chord.alt)
    return false;
  if (letterOrDigitOf(press) !== chord.key) return false;
  if (press.shiftKey === chord.shift) return true;
  return isLenient && !chord.shift && /^\d$/.test(chord.key) && pressedKey(press) === chord.key;
}

const modifiersOf = ({ ctrlKey, metaKey, altKey }: PressInfo, isMac: boolean) => ({
  mod: isMac ? metaKey : ctrlKey,
  unmapped: isMac ? ctrlKey : metaKey,
  alt: altKey,
});

const isSign = (key: string): boolean => key.length === 1 && !/[a-z0-9 ]/.test(key);

const MAC: Record<string, string> = { mod: '⌘', shift: '⇧', alt: '⌥' };
const KEYS: Record<string, string> = {
  ' ': t.space,
  escape: t.escape,
  enter: t.enter,
  delete: t.delete,
  backspace: t.backspace,
  home: t.home,
  end: t.end,
  tab: t.tab,
  arrowleft: '←',
  arrowright: '→',
  arrowup: '↑',
  arrowdown: '↓',
};

/** Modifiers as menus of each system have them; Mac: Apple, Human Interface Guidelines, “Keyboards”. */
const MODIFIERS = ['mod', 'alt', 'shift'] as const;
const MAC_MODIFIERS = ['alt', 'shift', 'mod'] as const;

/** `Ctrl+Shift+Z`, or `⇧⌘Z` on a Mac. */
export function formatShortcut(shortcut: string, isMac: boolean): string {
  const chord = parseShortcut(shortcut);
  const key = KEYS[chord.key] ?? chord.key.toUpperCase();
  const modifiers = (isMac ? MAC_MODIFIERS : MODIFIERS).filter((name) => chord[name]);
  if (isMac) return [...modifiers.map((name) => MAC[name]), chord.key === 'enter' ? '↩' : key].join('');
  return [...modifiers.map((name) => t[name]), key].join('+');
}

/** Chords that mean something inside a text field; they stay the field's while one is focused. */
const TEXT_CHORDS = new Set(['a', 'c', 'v', 'x', 'z', 'y', 'backspace', 'delete', 'arrowleft', 'arrowright']);

/**
 * Whether a press belongs to the element it happened on: typing, moving in a menu, pressing a button.
 * @param focus what has the focus.
 */
export function belongsToFocus(
  press: PressInfo,
  focus: 'text' | 'widget' | 'popup' | 'none',
  isMac: boolean,
): boolean {
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const key = letterOrDigitOf(press);
  if (isOfComposition(press)) return focus !== 'none';
  switch (focus) {
    case 'text':
      return (!mod && key !== 'f6') || typesSign(press, isMac) || TEXT_CHORDS.has(key);
    case 'popup':
      return !(mod && key === 'k');
    case 'widget':
      return !mod && (key === ' ' || key === 'enter' || key.startsWith('arrow'));
    case 'none':
      return false;
    default: {
      const unknown: never = focus;
      return unknown;
    }
  }
}

/** Keeps what is typed in a field from the keys around it; chords that mean nothing in a field, as Mod+K, go on. */
export function keepTyping(event: { nativeEvent: PressInfo; stopPropagation: () => void }): void {
  if (belongsToFocus(event.nativeEvent, 'text', isMacPlatform())) event.stopPropagation();
}

/** Whether something can be typed in an element. */
export const isTextField = (element: Element): boolean =>
  element.closest('textarea,[contenteditable]:not([contenteditable="false"])') !== null ||
  (element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(element.type));

/** What kind of thing has the focus. @param container the dialog whose own keys are asked for: what stands in it is in no popup. */
export function focusKind(
  target: EventTarget | null,
  container: EventTarget | null = null,
): 'text' | 'widget' | 'popup' | 'none' {
  if (!(target instanceof Element)) return 'none';
  // A part of the page with keys of its own handles them first; what it leaves is for the page.
  if (target.matches('[data-key-scope]')) return 'none';
  const popup = target.closest('[role="dialog"],[role="alertdialog"],[role="menu"],[role="listbox"]');
  // One that closes keeps the focus for a frame; what is pressed then is meant for the page below.
  // A message covers nothing: the keys of the page work in it.
  if (popup && popup !== container && !popup.closest('[data-toasts]'))
    return popup.hasAttribute('data-closed') ? 'none' : 'popup';
  if (isTextField(target)) return 'text';
  if (
    target.closest(
      'button,a[href],select,summary,[role="tab"],[role="switch"],[role="checkbox"],[role="slider"]',
    )
  ) {
    return 'widget';
  }
  return 'none';
}
