import { dismissToast, showToast } from './toasts.tsx';

/** Shows a sentence in passing, in place of the one before it. @returns what takes it away, where it still stands. */
type BriefHandler = (text: string) => () => void;

const handlers: BriefHandler[] = [];
const TOAST_ID = 'brief';
const TOAST_TIME = 3000;

/** A page says short words in a place of its own while it is shown; of several the newest counts. @returns what ends it. */
export function registerBriefHandler(handler: BriefHandler): () => void {
  handlers.push(handler);
  return () => void handlers.splice(handlers.indexOf(handler), 1);
}

/**
 * Says a sentence in passing, in the place where the page says such things, else as a message that replaces itself.
 * @param isCovered the page's own place is behind something.
 * @returns what takes it away as soon as it is no longer true.
 */
export function showBriefly(text: string, isCovered = false): () => void {
  const handler = isCovered ? undefined : handlers.at(-1);
  if (handler) return handler(text);
  showToast({ id: TOAST_ID, title: text, timeout: TOAST_TIME });
  return () => dismissToast(TOAST_ID);
}
