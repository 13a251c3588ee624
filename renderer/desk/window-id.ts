/** This page among the pages of all browsers on this computer; another one after every load. */
export const windowId: string = crypto.randomUUID();

const KEY = 'patchbay-earlier-windows';
/** How many loads of one tab are remembered. */
const MAX_STORED = 50;

/**
 * What this tab was before it was loaded anew, newest last; for the person it is one window. It lies in the storage only
 * from one page to the next, so that a copy of the tab does not take itself for this one.
 */
export const previousWindowIds: readonly string[] = typeof document === 'undefined' ? [] : restoreWindowIds();

function restoreWindowIds(): string[] {
  const previous = read();
  clear();
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(KEY, [...previous, windowId].slice(-MAX_STORED).join(' '));
    } catch {
      // Without storage each load is a window of its own.
    }
  });
  addEventListener('pageshow', clear);
  return previous;
}

function read(): string[] {
  try {
    return (sessionStorage.getItem(KEY) ?? '').split(' ').filter((id) => id !== '');
  } catch {
    return [];
  }
}

function clear(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There is nothing to forget.
  }
}
