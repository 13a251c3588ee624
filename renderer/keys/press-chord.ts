import { isChord, type Chord } from '#shared/commands/index.ts';
import { words } from '#renderer/words/index.ts';
import type { PressInfo } from './composition.ts';
import { pressedKey, letterOrDigitOf, signOf, typesSign } from './press.ts';

const t = words.keys.pressChord;

const SIGNS = new Set([',', '.', '/', '-', '=', '[', ']']);
const NAMED: Record<string, string> = { ' ': 'Space', '+': 'Plus' };
const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph']);

/** Keys that the browser answers before a page hears of them. */
const BROWSERS: ReadonlySet<string> = new Set<Chord>([
  'Mod+W',
  'Mod+T',
  'Mod+N',
  'Mod+Q',
  'Mod+Shift+W',
  'Mod+Shift+T',
  'Mod+Shift+N',
]);

/** Keys that dialogs, fields and people without a mouse need everywhere. */
const NEEDED: ReadonlySet<string> = new Set<Chord>(['Escape', 'Tab', 'Shift+Tab', 'Enter']);

/** Whether a press is for the dialog or field that has the focus, whatever keys are asked for. */
export const isNeeded = (press: PressInfo): boolean =>
  !press.ctrlKey && !press.metaKey && !press.altKey && NEEDED.has(pressedKey(press));

/**
 * The chord of a press, for a command that is to have it.
 * @returns null while only Ctrl, Shift or Alt is held; a sentence where a command cannot have the key.
 */
export function chordOfPress(press: PressInfo, isMac: boolean): Chord | { error: string } | null {
  const typed = signOf(press);
  if (typed === '' || MODIFIERS.has(typed)) return null;
  if (typesSign(press, isMac) && !isMac) {
    return { error: t.altgrKeyTypesSign };
  }
  const mod = isMac ? press.metaKey : press.ctrlKey;
  const secondary = isMac ? press.ctrlKey : press.metaKey;
  const isSign = SIGNS.has(typed) || typed === '+';
  const key = NAMED[typed] ?? (isSign ? typed : named(letterOrDigitOf(press)));
  // Whether a sign needs Shift is a matter of the keyboard's layout.
  const shift = press.shiftKey && !isSign;
  const chord = `${mod ? 'Mod+' : ''}${press.altKey ? 'Alt+' : ''}${shift ? 'Shift+' : ''}${key}`;
  if (secondary || !isChord(chord)) return { error: t.keyCannotUsedAnother };
  if (NEEDED.has(chord)) return { error: t.keyNeededEverywhereAnother };
  if (BROWSERS.has(chord)) {
    return { error: t.browsersKeyThemselvesAnother };
  }
  return chord;
}

const NAMES = new Map(
  [
    'Delete',
    'Backspace',
    'Home',
    'End',
    'Escape',
    'Tab',
    'Enter',
    'ArrowLeft',
    'ArrowRight',
    'ArrowUp',
    'ArrowDown',
  ].map((name) => [name.toLowerCase(), name]),
);

const named = (key: string): string => NAMES.get(key) ?? key.toUpperCase();
