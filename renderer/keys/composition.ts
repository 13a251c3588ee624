import { followLayout } from './typed-letters.ts';

/** What is read of a press. A KeyboardEvent is one; a press that is made up may leave out what it has not. */
export interface PressInfo {
  /** Browsers that fill in a form send presses without key and code. */
  readonly key?: string;
  readonly code?: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly isComposing?: boolean;
  readonly keyCode?: number;
  readonly getModifierState?: (name: string) => boolean;
  readonly target?: EventTarget | null;
}

/** The `keyCode` of every key that an input method answers (UI Events, "Legacy Key Models"). */
const INPUT_METHOD_KEY_CODE = 229;

/**
 * Safari reports the key that ends a composition just after the end itself. What is pressed later than this is a press of its own.
 * Milliseconds between the two events, by their own times.
 */
const SAME_PRESS_MS = 100;

/** The end of a composition whose key has not been reported yet. */
let pendingEnd: { target: EventTarget | null; time: number } | null = null;
/** A key of the composition is down. */
let isKeyDown = false;
/** The press that was found to end a composition: several readers ask about it. */
let endingPress: object | null = null;

const EDITABLE = 'input,textarea,[contenteditable]:not([contenteditable="false"])';

/** Whether something can be typed where a press happened; of one that does not say where, it is taken as possible. */
function isEditable({ target = null }: PressInfo): boolean {
  if (target === null || typeof Element === 'undefined') return true;
  return target instanceof Element && target.closest(EDITABLE) !== null;
}

/**
 * Whether a press belongs to the input method of the field: it chooses words, moves among them or gives them up, and means
 * nothing to the page. Knows the orders of Chromium (`isComposing`, key code 229) and of Safari (229, or nothing, after the end).
 * Where nothing can be typed an input method that is on may name its code too, and composes nothing.
 */
export const isOfComposition = (press: PressInfo): boolean =>
  press.isComposing === true ||
  (press.keyCode === INPUT_METHOD_KEY_CODE && isEditable(press)) ||
  press === endingPress;

/** Whether its key has a name, such as Enter, instead of typing a sign. */
const isNamed = ({ key = '' }: PressInfo): boolean => key.length > 1;

function onKeyDown(event: KeyboardEvent): void {
  if (
    pendingEnd !== null &&
    isNamed(event) &&
    pendingEnd.target === event.target &&
    event.timeStamp - pendingEnd.time < SAME_PRESS_MS
  ) {
    endingPress = event;
  }
  pendingEnd = null;
  if (!isOfComposition(event)) return;
  isKeyDown = true;
  // CodeMirror follows compositions by itself.
  const isEditor = event.target instanceof Element && event.target.closest('.cm-editor') !== null;
  // Dialogs, lists and menus of libraries read keys too, each in its own way: the press stays with the field.
  if (!isEditor) event.stopImmediatePropagation();
}

/** Follows compositions, before any part of the page reads keys. */
function followCompositions(target: Window): void {
  const capture = { capture: true };
  target.addEventListener('keydown', onKeyDown, capture);
  target.addEventListener('keyup', () => (isKeyDown = false), capture);
  target.addEventListener(
    'compositionend',
    (event) => {
      // Where its key was reported before, the next one is a press of its own.
      pendingEnd = isKeyDown ? null : { target: event.target, time: event.timeStamp };
    },
    capture,
  );
  for (const type of ['keyup', 'pointerdown', 'focusout'] as const) {
    target.addEventListener(type, () => (pendingEnd = null), capture);
  }
}

if (typeof window !== 'undefined') {
  followCompositions(window);
  followLayout(window);
}
