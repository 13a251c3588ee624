import { expect, it } from 'vitest';
import { belongsToFocus, matchesShortcut, pressedKey } from './index.ts';

/** Presses where an input method is on and nothing is composed, as Safari and Chromium on Windows report them. */
const REPORTS = [
  ['Safari', ' ', 'Space', 'Space'],
  ['Chromium', 'Process', 'Space', 'Space'],
  ['Chromium', 'Process', 'KeyK', 'K'],
  ['Chromium', 'Process', 'Digit1', '1'],
  ['Chromium', 'Process', 'Comma', ','],
  ['Chromium', 'Process', 'Enter', 'Enter'],
  ['Chromium', 'Process', 'ArrowLeft', 'ArrowLeft'],
] as const;

function pressOn(target: Element, key: string, code: string): KeyboardEvent {
  document.body.append(target);
  const event = new KeyboardEvent('keydown', { key, code, keyCode: 229, bubbles: true });
  target.dispatchEvent(event);
  return event;
}

it.each(REPORTS)(
  '%s: %s of %s is a key of the page where nothing can be typed',
  (_browser, key, code, chord) => {
    const received: string[] = [];
    const listen = (event: Event) => received.push(event.type);
    document.addEventListener('keydown', listen);
    const button = document.createElement('button');
    const event = pressOn(button, key, code);
    expect(matchesShortcut(event, chord, false)).toBe(true);
    expect(received).toEqual(['keydown']);
    document.removeEventListener('keydown', listen);
    button.remove();
  },
);

it('the same presses in a field belong to the input method', () => {
  for (const field of [document.createElement('input'), document.createElement('textarea')]) {
    for (const [, key, code, chord] of REPORTS) {
      const event = pressOn(field, key, code);
      expect([pressedKey(event), matchesShortcut(event, chord, false)]).toEqual(['', false]);
      expect(belongsToFocus(event, 'text', false)).toBe(true);
    }
    field.remove();
  }
});
