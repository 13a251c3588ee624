import { useSyncExternalStore } from 'react';
import type { EditorSession } from '../session/editor-session.ts';

/** Fields of text; what can be set with one press is not held on to. */
const FIELDS = 'textarea, select, [contenteditable="true"], input:not([type="radio"], [type="checkbox"])';
/** Places whose fields are part of the document. */
const DOCUMENT = '[data-editor-stage], [data-inspector]';

function isEditing(): boolean {
  const field = document.activeElement;
  if (!field?.matches(FIELDS)) return false;
  // The editor of a JSON value stands above everything else.
  return field.closest(DOCUMENT) !== null || field.matches('[contenteditable="true"]');
}

const ENDINGS = ['focusin', 'focusout', 'pointerup', 'pointercancel'] as const;

function subscribe(listener: () => void): () => void {
  // Where the focus goes is known only after the event that takes it away; a gesture ends in its own listener.
  const defer = (): void => void setTimeout(listener, 0);
  for (const type of ENDINGS) document.addEventListener(type, defer);
  return () => {
    for (const type of ENDINGS) document.removeEventListener(type, defer);
  };
}

/** Whether the person neither writes in a field of the document nor holds anything with the pointer. */
export const useIsIdle = (session: EditorSession): boolean =>
  useSyncExternalStore(
    subscribe,
    () => !isEditing() && !session.sync.isPaused && !session.store.history.marked,
  );
