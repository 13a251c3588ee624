import type { KeyboardEvent } from 'react';
import { pressedKey } from '#renderer/keys/index.ts';
import { tabStopsIn } from './panes.ts';

/**
 * Keeps Tab within a popover that has no trigger that the library knows, which would lead the focus to a guard without a
 * name. For `onKeyDown` of the popover.
 */
export function loopTab(event: KeyboardEvent<HTMLElement>): void {
  if (pressedKey(event) !== 'Tab') return;
  const stops = tabStopsIn(event.currentTarget);
  const [end, opposite] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const { activeElement } = document;
  if (activeElement !== end && !(event.shiftKey && activeElement === event.currentTarget)) return;
  event.preventDefault();
  opposite?.focus();
}
