import type { KeyboardEvent } from 'react';
import { belongsToFocus, isMacPlatform, pressedKey } from '#renderer/keys/index.ts';

const FIELDS = 'input, textarea, [role="slider"], [role="combobox"]';
const PRESSED = 'button, [role="menu"], [role="listbox"]';

/** Whether a key belongs to the control within the viewer that has the focus: fields and sliders move by it, buttons are pressed. */
export function belongsToControl({ target, nativeEvent }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest(PRESSED) && !target.matches(FIELDS))
    return [' ', 'Enter'].includes(pressedKey(nativeEvent));
  return belongsToFocus(nativeEvent, target.matches(FIELDS) ? 'widget' : 'none', isMacPlatform());
}
