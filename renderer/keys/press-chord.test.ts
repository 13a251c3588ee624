import { expect, test } from 'vitest';
import { commandIds, commandTable, isChord } from '#shared/commands/index.ts';
import type { PressInfo } from './composition.ts';
import { matchesShortcut } from './hotkeys.ts';
import { chordOfPress } from './press-chord.ts';

const press = (key: string, held: Partial<PressInfo> = {}): PressInfo => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : /^\d$/.test(key) ? `Digit${key}` : '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

test.each([
  [press('d', { ctrlKey: true }), 'Mod+D'],
  [press('D', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+D'],
  [press('+', { ctrlKey: true, shiftKey: true }), 'Mod+Plus'],
  [press('!', { code: 'Digit1', shiftKey: true, altKey: true }), 'Alt+Shift+1'],
  [press('F9'), 'F9'],
  [press(' ', { code: 'Space', shiftKey: true }), 'Shift+Space'],
  [press('ArrowLeft', { altKey: true }), 'Alt+ArrowLeft'],
])('a press is the chord that it matches', (event, chord) => {
  expect(chordOfPress(event, false)).toBe(chord);
  expect(matchesShortcut(event, chord, false)).toBe(true);
});

test('a letter that is on no key of the table is refused', () => {
  expect(chordOfPress(press('ж', { code: 'Semicolon' }), false)).toMatchObject({
    error: expect.stringContaining('Choose another'),
  });
});

test('while only Ctrl is held nothing is chosen; needed keys and those of browsers are refused', () => {
  expect(chordOfPress(press('Control', { ctrlKey: true }), false)).toBeNull();
  expect(chordOfPress(press('Tab'), false)).toMatchObject({ error: expect.stringContaining('everywhere') });
  expect(chordOfPress(press('w', { ctrlKey: true }), false)).toMatchObject({
    error: expect.stringContaining('Browsers'),
  });
  expect(chordOfPress(press('d', { metaKey: true }), false)).toMatchObject({
    error: expect.stringContaining('cannot be used'),
  });
  expect(chordOfPress(press('d', { metaKey: true }), true)).toBe('Mod+D');
});

test('letters and digits of the table can be pressed again', () => {
  const simple = commandIds
    .flatMap((id) => Object.values(commandTable[id].keys ?? {}).flat())
    .filter(
      (chord) => isChord(chord) && /(^|\+)[A-Z0-9]$/.test(chord) && !/^Mod\+(Shift\+)?[WTNQ]$/.test(chord),
    );
  expect(simple.length).toBeGreaterThan(10);
  for (const chord of simple) {
    const event = press(chord.at(-1)!.toLowerCase(), {
      ctrlKey: chord.includes('Mod'),
      altKey: chord.includes('Alt'),
      shiftKey: chord.includes('Shift'),
    });
    expect(chordOfPress(event, false)).toBe(chord);
  }
});
