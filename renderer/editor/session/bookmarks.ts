import { words } from '#renderer/words/index.ts';
import type { EditorSession } from './editor-session.ts';

const t = words.editorSession.bookmarks;

/** Milliseconds of the flight to a bookmark. */
const FLIGHT = 250;

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;
/** Where each open project went last. */
const visited = new WeakMap<EditorSession, string>();

/**
 * Remembers the part of the graph in view under a digit, for everybody who has the project. One undo step.
 * @param requested null for the first digit that is free.
 */
export function setBookmark(session: EditorSession, requested: string | null): void {
  const { view, ui, store } = session;
  const digit = requested ?? DIGITS.find((candidate) => !store.canvas.items.bookmarks[candidate]);
  if (digit === undefined) {
    ui.notify(t.allNineBookmarksSet);
    return;
  }
  const { x, y } = view.center;
  const item = { position: { x: Math.round(x), y: Math.round(y) }, zoom: view.view.zoom };
  const isSet = session.apply(t.setBookmark(digit), [], {
    canvas: [{ op: 'setCanvasItem', kind: 'bookmarks', id: digit, item }],
  });
  if (isSet) ui.notify(t.bookmarkAltBack(digit, digit));
}

/**
 * Goes to the place remembered under a digit.
 * @param requested null for the next after the one it went to last, around the end.
 */
export function goToBookmark(session: EditorSession, requested: string | null): void {
  const { store, view, ui } = session;
  const digit = requested ?? nextBookmark(session) ?? '1';
  visited.set(session, digit);
  const bookmark = store.canvas.items.bookmarks[digit];
  if (!bookmark) {
    ui.notify(t.noBookmarkYetAlt(digit, digit));
    return;
  }
  const { position, zoom } = bookmark;
  const { width, height } = view.size;
  view.set({ x: width / 2 - position.x * zoom, y: height / 2 - position.y * zoom, zoom }, FLIGHT);
}

function nextBookmark(session: EditorSession): string | undefined {
  const { bookmarks } = session.store.canvas.items;
  const last = visited.get(session) ?? '0';
  const set = DIGITS.filter((digit) => bookmarks[digit]);
  return set.find((digit) => digit > last) ?? set[0];
}
