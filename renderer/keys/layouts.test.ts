import { describe, expect, test } from 'vitest';
import { keyMapOf } from '#shared/commands/key-changes.ts';
import { keyScopeIds, type CommandId } from '#shared/commands/index.ts';
import type { PressInfo } from './composition.ts';
import { belongsToFocus, matchesShortcut } from './hotkeys.ts';
import { chordOfPress } from './press-chord.ts';
import { pressedKey, typesSign } from './press.ts';
import { learnLetter } from './typed-letters.ts';

/**
 * What AltGr types on six layouts, by the place of the key: the national layouts of Windows, which those of Linux have too.
 * `Dead` types with the next key.
 */
const ALT_GR: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  German: {
    KeyQ: '@',
    KeyE: '€',
    KeyM: 'µ',
    Digit2: '²',
    Digit3: '³',
    Digit7: '{',
    Digit8: '[',
    Digit9: ']',
    Digit0: '}',
    Minus: '\\',
    BracketRight: '~',
    IntlBackslash: '|',
  },
  French: {
    Digit2: 'Dead',
    Digit3: '#',
    Digit4: '{',
    Digit5: '[',
    Digit6: '|',
    Digit7: 'Dead',
    Digit8: '\\',
    Digit9: '^',
    Digit0: '@',
    Minus: ']',
    Equal: '}',
    KeyE: '€',
    BracketRight: '¤',
  },
  Spanish: {
    Digit1: '|',
    Digit2: '@',
    Digit3: '#',
    Digit4: '~',
    Digit6: '¬',
    KeyE: '€',
    BracketLeft: '[',
    BracketRight: ']',
    Quote: '{',
    Backslash: '}',
    Backquote: '\\',
  },
  Polish: {
    KeyA: 'ą',
    KeyC: 'ć',
    KeyE: 'ę',
    KeyL: 'ł',
    KeyN: 'ń',
    KeyO: 'ó',
    KeyS: 'ś',
    KeyX: 'ź',
    KeyZ: 'ż',
    KeyU: '€',
  },
  Czech: {
    KeyQ: '\\',
    KeyW: '|',
    KeyE: '€',
    KeyF: '[',
    KeyG: ']',
    KeyX: '#',
    KeyC: '&',
    KeyV: '@',
    KeyB: '{',
    KeyN: '}',
    Digit1: '~',
    Digit2: 'Dead',
    Digit3: '^',
    Comma: '<',
    Period: '>',
    Slash: '*',
    Semicolon: '$',
  },
  Hungarian: {
    KeyQ: '\\',
    KeyW: '|',
    KeyF: '[',
    KeyG: ']',
    KeyX: '#',
    KeyC: '&',
    KeyV: '@',
    KeyB: '{',
    KeyN: '}',
    KeyD: 'Đ',
    KeyS: 'đ',
    KeyK: 'ł',
    KeyL: 'Ł',
    KeyI: 'Í',
    KeyA: 'ä',
    KeyE: 'Ä',
    Digit1: '~',
    Comma: ';',
    Period: '>',
    Slash: '*',
  },
};

/** What Option types on a Mac: US letters, German and French signs. */
const OPTION: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: { KeyF: 'ƒ', KeyL: '¬', KeyV: '√', KeyN: 'Dead', KeyE: 'Dead', Digit8: '•', Slash: '÷' },
  German: {
    KeyL: '@',
    Digit5: '[',
    Digit6: ']',
    Digit7: '|',
    Digit8: '{',
    Digit9: '}',
    KeyN: 'Dead',
    KeyG: '©',
  },
  French: { Digit5: '{', Minus: '}', KeyL: '¬', KeyN: 'Dead' },
  // Letters lie elsewhere, and Option types what it types with that letter on a US keyboard.
  Dvorak: {
    KeyY: 'ƒ',
    KeyP: '¬',
    Period: '√',
    KeyL: 'Dead',
    KeyD: 'Dead',
    KeyA: 'å',
    KeyS: 'ø',
    Semicolon: 'ß',
    KeyN: '∫',
    KeyM: 'µ',
    BracketLeft: '÷',
    Quote: '–',
  },
};

const press = (key: string, code: string, held: Partial<PressInfo> = {}): PressInfo => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

const altGraph = { getModifierState: (name: string) => name === 'AltGraph' };

/** One press of AltGr, as each system and browser reports it. */
const REPORTS: Readonly<Record<string, Partial<PressInfo>>> = {
  'as Ctrl and Alt (Windows)': { ctrlKey: true, altKey: true },
  'as Ctrl and Alt with AltGraph (Firefox on Windows)': { ctrlKey: true, altKey: true, ...altGraph },
  'as AltGraph alone (Chromium, Linux)': altGraph,
};

const bindings = keyScopeIds.flatMap((scope) =>
  keyMapOf({})
    .bindingsOf(scope)
    .map((binding) => ({ scope, ...binding })),
);

/** The commands that a press comes to, exactly or nearly, but for those whose key is the very sign. */
const wrongCommands = (facts: PressInfo, isMac: boolean): CommandId[] =>
  bindings
    .filter(({ chord }) => matchesShortcut(facts, chord, isMac) || matchesShortcut(facts, chord, isMac, true))
    .filter(({ chord }) => chord !== facts.key)
    .map(({ id }) => id);

describe.each(Object.entries(REPORTS))('AltGr %s', (_name, held) => {
  test.each(Object.entries(ALT_GR))('%s: each sign is typed, and no command has it', (_layout, signs) => {
    for (const [code, key] of Object.entries(signs)) {
      for (const shiftKey of [false, true]) {
        const facts = press(key, code, { ...held, shiftKey });
        expect([code, typesSign(facts, false)]).toEqual([code, true]);
        expect([code, belongsToFocus(facts, 'text', false)]).toEqual([code, true]);
        expect([code, wrongCommands(facts, false)]).toEqual([code, []]);
      }
    }
  });
});

test('a sign that is a key of its own works where the layout types it with AltGr', () => {
  for (const held of Object.values(REPORTS)) {
    expect(matchesShortcut(press('[', 'Digit8', held), '[', false)).toBe(true);
  }
  expect(matchesShortcut(press('[', 'Digit5', { altKey: true }), '[', true)).toBe(true);
});

test.each(Object.entries(OPTION))('Option on a Mac, %s: a field has its signs', (_layout, signs) => {
  for (const [code, key] of Object.entries(signs)) {
    const facts = press(key, code, { altKey: true });
    expect([code, typesSign(facts, true), belongsToFocus(facts, 'text', true)]).toEqual([code, true, true]);
  }
});

test('Ctrl and Alt with a plain letter stay a shortcut, on layouts without Latin letters too', () => {
  const held = { ctrlKey: true, altKey: true };
  for (const key of ['f', 'F', 'ф', 'а', 'φ', 'ב']) {
    expect([key, matchesShortcut(press(key, 'KeyF', held), 'Mod+Alt+F', false)]).toEqual([key, true]);
  }
  expect(matchesShortcut(press('ƒ', 'KeyF', { metaKey: true, altKey: true }), 'Mod+Alt+F', true)).toBe(true);
  expect(matchesShortcut(press('Ò', 'KeyL', { altKey: true, shiftKey: true }), 'Alt+Shift+L', true)).toBe(
    true,
  );
});

test('Option and a letter on a Mac go by the letter that the key types, on Dvorak and German keyboards', () => {
  const held = { metaKey: true, altKey: true };
  // The same sign stands on other letters: a German K types what a J does elsewhere.
  for (const [code, letter, typed] of [
    ['KeyY', 'f', 'ƒ'],
    ['KeyP', 'l', '¬'],
    ['Period', 'v', '√'],
    ['KeyC', 'j', '∆'],
    ['KeyK', 'k', '∆'],
    ['KeyY', 'z', 'Ω'],
  ] as const) {
    const facts = press(typed, code, held);
    learnLetter(press(letter, code));
    expect([typed, matchesShortcut(facts, `Mod+Alt+${letter.toUpperCase()}`, true)]).toEqual([typed, true]);
    expect([typed, chordOfPress(facts, true)]).toEqual([typed, `Mod+Alt+${letter.toUpperCase()}`]);
  }
  // Of a key that nobody has pressed its place on a US keyboard counts.
  expect(matchesShortcut(press('†', 'KeyT', held), 'Mod+Alt+T', true)).toBe(true);
});

/** The commands on every page that a press is for: as it is read, exactly before nearly. */
function pageCommands(facts: PressInfo): string[] {
  const ofPage = bindings.filter(({ scope }) => scope === 'page');
  const exact = ofPage.filter(({ chord }) => matchesShortcut(facts, chord, false));
  const found =
    exact.length > 0 ? exact : ofPage.filter(({ chord }) => matchesShortcut(facts, chord, false, true));
  return found.map(({ id }) => id);
}

test.each([
  ['US, Ctrl and =', '=', 'Equal', false],
  ['US, Ctrl, Shift and =', '+', 'Equal', true],
  ['German, Ctrl and +', '+', 'BracketRight', false],
  ['French, Ctrl, Shift and =', '+', 'Equal', true],
  ['Japanese, Ctrl, Shift and ;', '+', 'Semicolon', true],
  ['Czech, Ctrl and +', '+', 'Digit1', false],
  ['Swedish, Ctrl and +', '+', 'Minus', false],
  ['number pad', '+', 'NumpadAdd', false],
  ['full width', '＋', 'Equal', true],
])('zooms in: %s', (_name, key, code, shiftKey) => {
  expect(pageCommands(press(key, code, { ctrlKey: true, shiftKey }))).toEqual(['view.zoom-in']);
});

test.each([
  ['US', '-', 'Minus', false],
  ['German', '-', 'Slash', false],
  ['French', '-', 'Digit6', false],
  ['number pad', '-', 'NumpadSubtract', false],
  ['minus sign', '−', 'Minus', false],
])('zooms out: %s', (_name, key, code, shiftKey) => {
  expect(pageCommands(press(key, code, { ctrlKey: true, shiftKey }))).toEqual(['view.zoom-out']);
});

test.each([
  ['US', '0', 'Digit0', false],
  ['French', 'à', 'Digit0', false],
  ['French with Shift', '0', 'Digit0', true],
  ['Czech', 'é', 'Digit0', false],
  ['number pad', '0', 'Numpad0', false],
])('zooms to 100 %%: %s', (_name, key, code, shiftKey) => {
  expect(pageCommands(press(key, code, { ctrlKey: true, shiftKey }))).toEqual(['view.zoom-reset']);
});

/** The keys of signs on layouts that have letters of another script in their places, by `event.code`; national layouts of Windows. */
const LETTERS_ON_SIGNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Russian: { Comma: 'б', Period: 'ю', BracketLeft: 'х', BracketRight: 'ъ' },
  Hebrew: { Comma: 'ת', Period: 'ץ' },
  Arabic: { Comma: 'و', Period: 'ز', Slash: 'ظ', BracketLeft: 'ج', BracketRight: 'د' },
  Thai: {
    Comma: 'ม',
    Period: 'ใ',
    Slash: 'ฝ',
    Minus: 'ข',
    Equal: 'ช',
    BracketLeft: 'บ',
    BracketRight: 'ล',
  },
  'Chinese, with its own signs': {
    Comma: '，',
    Period: '。',
    Slash: '、',
    BracketLeft: '【',
    BracketRight: '】',
  },
  'Japanese, with its own signs': {
    Comma: '、',
    Period: '。',
    Slash: '・',
    BracketRight: '「',
    Backslash: '」',
  },
};
const SIGN_OF_CODE: Readonly<Record<string, string>> = {
  Comma: ',',
  Period: '.',
  Slash: '/',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
};
/** Of a Japanese keyboard, where the brackets lie one key further right. */
const JAPANESE: Readonly<Record<string, string>> = { ...SIGN_OF_CODE, BracketRight: '[', Backslash: ']' };

test.each(Object.entries(LETTERS_ON_SIGNS))(
  '%s: keys of signs work, alone and with Ctrl',
  (layout, letters) => {
    const signs = layout.startsWith('Japanese') ? JAPANESE : SIGN_OF_CODE;
    for (const [code, key] of Object.entries(letters)) {
      const sign = signs[code] ?? '';
      expect([key, matchesShortcut(press(key, code), sign, false)]).toEqual([key, true]);
      expect([key, matchesShortcut(press(key, code, { ctrlKey: true }), `Mod+${sign}`, false)]).toEqual([
        key,
        true,
      ]);
      expect([key, chordOfPress(press(key, code), false)]).toEqual([key, sign]);
      // In a field it is a letter, and with Shift it is no sign at all.
      expect([key, belongsToFocus(press(key, code), 'text', false)]).toEqual([key, true]);
    }
  },
);

test('zooms in by Ctrl, Shift and = on a Thai keyboard, and takes no capital for a sign', () => {
  expect(pageCommands(press('ซ', 'Equal', { ctrlKey: true, shiftKey: true }))).toEqual(['view.zoom-in']);
  expect(matchesShortcut(press('Б', 'Comma', { shiftKey: true }), ',', false)).toBe(false);
  // Latin letters in these places are letters, and what types a comma elsewhere is a comma.
  for (const [key, code] of [
    ['ü', 'BracketLeft'],
    ['ç', 'Comma'],
    ['å', 'BracketLeft'],
    ['¡', 'Equal'],
  ] as const)
    expect([
      key,
      Object.values(SIGN_OF_CODE).filter((sign) => matchesShortcut(press(key, code), sign, false)),
    ]).toEqual([key, []]);
  expect(matchesShortcut(press(',', 'Slash', { shiftKey: true }), ',', false)).toBe(true);
});

test('each digit of a French keyboard is the digit, with and without Shift', () => {
  const row = ['à', '&', 'é', '"', "'", '(', '-', 'è', '_', 'ç'];
  for (const [digit, sign] of row.entries()) {
    const own = press(sign, `Digit${digit}`, { ctrlKey: true });
    const shifted = press(String(digit), `Digit${digit}`, { ctrlKey: true, shiftKey: true });
    expect(matchesShortcut(own, `Mod+${digit}`, false)).toBe(true);
    expect(matchesShortcut(shifted, `Mod+Shift+${digit}`, false)).toBe(true);
    expect(matchesShortcut(shifted, `Mod+${digit}`, false, true)).toBe(true);
  }
  // The number pad has the same digits, with Shift where the system leaves it there.
  expect(pageCommands(press('1', 'Numpad1', { shiftKey: true }))).toEqual(['view.fit']);
  // What needs Shift goes before what the layout needs Shift for.
  expect(pageCommands(press('1', 'Digit1', { shiftKey: true }))).toEqual(['view.fit']);
});

/** What a row of digits types with Shift where it has signs without it: each key with its sign and its digit. */
const PROGRAMMER_DVORAK = [
  ['Digit1', '&', '%'],
  ['Digit2', '[', '7'],
  ['Digit3', '{', '5'],
  ['Digit4', '}', '3'],
  ['Digit5', '(', '1'],
  ['Digit6', '=', '9'],
  ['Digit7', '*', '0'],
  ['Digit8', ')', '2'],
  ['Digit9', '+', '4'],
  ['Digit0', ']', '6'],
] as const;

test('a digit that is typed is that digit, wherever its key is', () => {
  for (const [code, , typed] of PROGRAMMER_DVORAK.slice(1)) {
    const facts = press(typed, code, { ctrlKey: true, shiftKey: true });
    const met = '0123456789'.split('').filter((digit) => matchesShortcut(facts, `Mod+${digit}`, false, true));
    expect([code, met]).toEqual([code, [typed]]);
    expect(chordOfPress(facts, false)).toBe(`Mod+Shift+${typed}`);
  }
  expect(pageCommands(press('0', 'Digit7', { ctrlKey: true, shiftKey: true }))).toEqual(['view.zoom-reset']);
});

test('what belongs to an input method is no key, no shortcut and no typing for the page', () => {
  for (const held of [{ isComposing: true }, { keyCode: 229 }]) {
    for (const key of ['Enter', 'Escape', 'Tab', 'Process', 'ArrowDown', 'a', ' ']) {
      const facts = press(key, key.length === 1 ? 'KeyA' : key, held);
      expect(pressedKey(facts)).toBe('');
      expect(belongsToFocus(facts, 'text', false)).toBe(true);
      expect(bindings.filter(({ chord }) => matchesShortcut(facts, chord, false, true))).toEqual([]);
    }
  }
});
