import { describe, expect, it } from 'vitest';
import type { PressInfo } from './composition.ts';
import { belongsToFocus, formatShortcut, matchesShortcut } from './hotkeys.ts';

const press = (key: string, held: Partial<PressInfo> = {}): PressInfo => ({
  key,
  code: /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : '',
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('matchesShortcut', () => {
  it('takes Ctrl for Mod on most systems and Cmd on a Mac, and never the other', () => {
    expect(matchesShortcut(press('k', { ctrlKey: true }), 'Mod+K', false)).toBe(true);
    expect(matchesShortcut(press('k', { metaKey: true }), 'Mod+K', false)).toBe(false);
    expect(matchesShortcut(press('k', { metaKey: true }), 'Mod+K', true)).toBe(true);
    expect(matchesShortcut(press('k', { ctrlKey: true }), 'Mod+K', true)).toBe(false);
  });

  it('tells shifted chords apart', () => {
    expect(matchesShortcut(press('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Z', false)).toBe(false);
    expect(matchesShortcut(press('Z', { ctrlKey: true, shiftKey: true }), 'Mod+Shift+Z', false)).toBe(true);
  });

  it('goes by Shift alone while Caps Lock is on, which turns capitals round', () => {
    for (const isMac of [false, true]) {
      const held = isMac ? { metaKey: true } : { ctrlKey: true };
      expect(matchesShortcut(press('Z', held), 'Mod+Z', isMac)).toBe(true);
      expect(matchesShortcut(press('Z', held), 'Mod+Shift+Z', isMac)).toBe(false);
      expect(matchesShortcut(press('z', { ...held, shiftKey: true }), 'Mod+Shift+Z', isMac)).toBe(true);
      expect(matchesShortcut(press('z', { ...held, shiftKey: true }), 'Mod+Z', isMac)).toBe(false);
    }
    expect(matchesShortcut(press('M'), 'M', false)).toBe(true);
    expect(matchesShortcut(press('m', { shiftKey: true }), 'M', false)).toBe(false);
  });

  it('finds digits under Shift and letters on layouts without Latin ones', () => {
    expect(matchesShortcut(press('!', { code: 'Digit1', shiftKey: true }), 'Shift+1', false)).toBe(true);
    expect(matchesShortcut(press('я', { code: 'KeyZ', ctrlKey: true }), 'Mod+Z', false)).toBe(true);
  });

  it('finds signs on layouts that need Shift for them', () => {
    const slash = { ...press('/', { shiftKey: true }), code: 'Digit7' };
    expect(matchesShortcut(slash, '/', false)).toBe(true);
    expect(matchesShortcut({ ...slash, ctrlKey: true }, 'Mod+/', false)).toBe(true);
    expect(matchesShortcut({ ...slash, ctrlKey: true }, '/', false)).toBe(false);
  });

  it('finds the dotted I of Turkish, small and as a capital', () => {
    expect(matchesShortcut(press('i', { code: 'Quote', ctrlKey: true }), 'Mod+I', false)).toBe(true);
    const capital = press('İ', { code: 'Quote', ctrlKey: true, shiftKey: true });
    expect(matchesShortcut(capital, 'Mod+Shift+I', false)).toBe(true);
  });

  it('takes every blank for Space: some layouts and input methods type another', () => {
    for (const blank of ['\u00A0', '\u202F', '\u3000'])
      expect(matchesShortcut(press(blank, { code: 'Space' }), 'Space', false)).toBe(true);
  });

  it('is met by no press without a key, as browsers send when they fill in a form', () => {
    const { key: _key, code: _code, ...filled } = press('');
    expect(matchesShortcut(filled, 'Mod+K', false)).toBe(false);
    expect(matchesShortcut(filled, '/', false)).toBe(false);
    expect(belongsToFocus(filled, 'text', false)).toBe(true);
    expect(belongsToFocus(filled, 'none', false)).toBe(false);
  });

  it('knows keys with names', () => {
    expect(matchesShortcut(press(' '), 'Space', false)).toBe(true);
    expect(matchesShortcut(press('Enter', { ctrlKey: true }), 'Mod+Enter', false)).toBe(true);
    expect(matchesShortcut(press('Delete'), 'Delete', false)).toBe(true);
  });
});

describe('belongsToFocus', () => {
  it('leaves typing and text editing to the field', () => {
    expect(belongsToFocus(press('a'), 'text', false)).toBe(true);
    expect(belongsToFocus(press('z', { ctrlKey: true }), 'text', false)).toBe(true);
    expect(belongsToFocus(press('Enter', { ctrlKey: true }), 'text', false)).toBe(false);
  });

  it('lets a focused button have Space and Enter, and nothing else', () => {
    expect(belongsToFocus(press(' '), 'widget', false)).toBe(true);
    expect(belongsToFocus(press('F2'), 'widget', false)).toBe(false);
  });

  it('keeps everything but the palette inside dialogs and menus', () => {
    expect(belongsToFocus(press('Delete'), 'popup', false)).toBe(true);
    expect(belongsToFocus(press('k', { ctrlKey: true }), 'popup', false)).toBe(false);
  });
});

describe('formatShortcut', () => {
  it('writes a key of its own by its name', () => {
    expect(formatShortcut('Space', false)).toBe('Space');
  });

  it.each([
    ['Mod+Shift+Z', 'Ctrl+Shift+Z', '⇧⌘Z'],
    ['Mod+Alt+F', 'Ctrl+Alt+F', '⌥⌘F'],
    ['Mod+Alt+Shift+ArrowLeft', 'Ctrl+Alt+Shift+←', '⌥⇧⌘←'],
    ['Alt+Shift+1', 'Alt+Shift+1', '⌥⇧1'],
    ['Mod+Enter', 'Ctrl+Enter', '⌘↩'],
  ])('writes %s with its modifiers in the order of each system’s own menus', (chord, elsewhere, onMac) => {
    expect([formatShortcut(chord, false), formatShortcut(chord, true)]).toEqual([elsewhere, onMac]);
  });
});
