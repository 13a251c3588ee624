import { isTextField, matchesShortcut } from './hotkeys.ts';
import { isMacPlatform } from './press.ts';

/** Texts that are shown to be read and taken elsewhere as a whole. */
const TEXT = 'pre';
const POPUP = '[role="dialog"],[role="alertdialog"]';

/** The text that a press is about: the one that was clicked last, else the only one where the focus is. */
function textFor(target: Element): Element | null {
  const root = target.closest(POPUP) ?? target.ownerDocument.body;
  const anchor = getSelection()?.anchorNode ?? null;
  const clicked = (anchor instanceof Element ? anchor : anchor?.parentElement)?.closest(TEXT);
  if (clicked && root.contains(clicked)) return clicked;
  const texts = root.matches(POPUP) ? root.querySelectorAll(TEXT) : [];
  return texts.length === 1 ? (texts[0] ?? null) : null;
}

/**
 * Answers Select all where no part of the page did: browsers would mark the words of all controls. Fields keep it, and a text that is
 * shown to be read is marked as a whole.
 */
export function selectReadText(event: KeyboardEvent): void {
  const { target } = event;
  if (!matchesShortcut(event, 'Mod+A', isMacPlatform())) return;
  if (!(target instanceof Element) || isTextField(target)) return;
  event.preventDefault();
  const text = textFor(target);
  if (text) getSelection()?.selectAllChildren(text);
}
