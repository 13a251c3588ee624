import { isOfComposition, type PressInfo } from './composition.ts';
import { letterOfCode } from './typed-letters.ts';

/** A press, or React's event around one. */
type Press = PressInfo | { readonly nativeEvent: PressInfo };

export const isMacPlatform = (): boolean =>
  typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform);

/** Blanks that do not break and wide ones, as layouts of French and input methods of Japanese type them. */
const BLANK = /^\p{Zs}$/u;

const pressInfoOf = (press: Press): PressInfo => ('nativeEvent' in press ? press.nativeEvent : press);

/**
 * The key of a press, as `event.key` names it: the only way for parts of the page to ask which key was pressed.
 * @returns an empty text for what belongs to an input method or has no key, which no key equals; a plain blank for any other.
 */
export function pressedKey(press: Press): string {
  const info = pressInfoOf(press);
  const { key = '', code = '' } = info;
  if (isOfComposition(info)) return '';
  if (key === PROCESSED) return usKey(code, info.shiftKey);
  return BLANK.test(key) ? ' ' : key;
}

/** What a key is called that an input method looked at and left. */
const PROCESSED = 'Process';

/** The key at a place of a US keyboard: nothing else is known of one that has no name. */
function usKey(code: string, isShifted: boolean): string {
  const [, sign = ''] = /^(?:Key|Digit|Numpad)([A-Z0-9])$/.exec(code) ?? [];
  if (sign !== '') return sign.toLowerCase();
  if (code === 'Space') return ' ';
  if (code === 'NumpadEnter') return 'Enter';
  return SIGN_KEYS[code]?.[isShifted ? 1 : 0] ?? code;
}

/** Signs of the same meaning that some keyboards and input methods type. */
const SAME_SIGN: Readonly<Record<string, string>> = {
  '−': '-',
  '－': '-',
  '＋': '+',
  '＝': '=',
  '／': '/',
  '・': '/',
  '，': ',',
  '．': '.',
  '。': '.',
  '［': '[',
  '］': ']',
  '【': '[',
  '】': ']',
  '「': '[',
  '」': ']',
};

/** What stands on the keys of signs where letters of other scripts stand on them too, plain and with Shift, by `event.code`. */
const SIGN_KEYS: Readonly<Record<string, readonly [plain: string, shifted?: string]>> = {
  Comma: [','],
  Period: ['.'],
  Slash: ['/'],
  Minus: ['-'],
  Equal: ['=', '+'],
  BracketLeft: ['['],
  BracketRight: [']'],
};

/** A letter of a script other than Latin, or the comma of Chinese and Japanese, which lies on several keys. */
const NO_LATIN = /^(?:、|(?![\p{Script=Latin}\p{Script=Common}])[\p{L}\p{M}])$/u;

/** The sign a key stands for, also on layouts that have a letter of another script in its place; else as `pressedKey`. */
export function signOf(press: PressInfo): string {
  const key = pressedKey(press);
  const same = SAME_SIGN[key];
  if (same !== undefined || !NO_LATIN.test(key)) return same ?? key;
  return SIGN_KEYS[press.code ?? '']?.[press.shiftKey ? 1 : 0] ?? key;
}

/** Signs that no layout types with AltGr on the very key that has them plain, by `event.code`: Spanish ones have `[` there. */
const BASE_SIGNS: Readonly<Record<string, string>> = {
  Comma: ',',
  Period: '.',
  Slash: '/',
  Minus: '-',
  Equal: '=',
  Space: ' ',
};

/** Whether a key types what stands on it in plain letters, digits or signs, or a letter of another script in its place. */
function isBaseKey(key: string, code: string): boolean {
  if (/^[a-z]$/i.test(key)) return true;
  if (/^\d$/.test(key)) return !code.startsWith('Key');
  if (BASE_SIGNS[code] === key) return true;
  return /^\p{L}$/u.test(key) && !/^[\p{Script=Latin}\p{Script=Common}]$/u.test(key);
}

/**
 * Whether a press types a sign by keys that else are for commands: AltGr, which Windows reports as Ctrl and Alt, or Option on a Mac.
 * A dead key, which types with the next one, is one of them.
 */
export function typesSign(press: PressInfo, isMac: boolean): boolean {
  const { key = '', code = '', ctrlKey, metaKey, altKey } = press;
  if (isOfComposition(press) || (key.length !== 1 && key !== 'Dead')) return false;
  const isAltGraph = press.getModifierState?.('AltGraph') === true;
  const isModified = isMac ? altKey && !metaKey && !ctrlKey : isAltGraph || (ctrlKey && altKey && !metaKey);
  return isModified && !isBaseKey(key, code);
}

/** The letter or digit a key stands for, also on layouts that have no Latin letters, or with Shift held. */
export function letterOrDigitOf(press: PressInfo): string {
  // The capital of the dotted i becomes two signs.
  const key = pressedKey(press).toLowerCase().replace('\u0307', '');
  const { code = '' } = press;
  if (key === '') return key;
  // Layouts that type digits with Shift may have each on another key.
  if (/^Digit\d$/.test(code)) return /^\d$/.test(key) ? key : code.slice(5);
  const typed = press.altKey && !/^[a-z]$/.test(key) ? letterOfCode(code) : undefined;
  if (typed !== undefined) return typed;
  if (/^Key[A-Z]$/.test(code) && !/^[a-z]$/.test(key)) return code.slice(3).toLowerCase();
  return key;
}
