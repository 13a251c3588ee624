import type { EditorSession } from './editor-session.ts';

/** Milliseconds of the flight to a bookmark. */
const FLIGHT = 250;

/** Remembers the part of the graph in view under a digit, for everybody who has the project. One undo step. */
export function setBookmark(session: EditorSession, digit: string): void {
  const { view, ui } = session;
  const { x, y } = view.center;
  const item = { position: { x: Math.round(x), y: Math.round(y) }, zoom: view.view.zoom };
  const isSet = session.apply(`set bookmark ${digit}`, [], {
    canvas: [{ op: 'setCanvasItem', kind: 'bookmarks', id: digit, item }],
  });
  if (isSet) ui.notify(`Bookmark ${digit} is here. Alt+${digit} comes back to it.`);
}

/** Goes to the place remembered under a digit. */
export function goToBookmark({ store, view, ui }: EditorSession, digit: string): void {
  const bookmark = store.canvas.items.bookmarks[digit];
  if (!bookmark) {
    ui.notify(`There is no bookmark ${digit} yet. Alt+Shift+${digit} sets it to what is in view.`);
    return;
  }
  const { position, zoom } = bookmark;
  const { width, height } = view.size;
  view.set({ x: width / 2 - position.x * zoom, y: height / 2 - position.y * zoom, zoom }, FLIGHT);
}
