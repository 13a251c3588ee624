import type { EditorSession } from '../session/editor-session.ts';
import { addFiles } from './drops.ts';

/** The clipboard belongs to the canvas while nothing that takes text has the focus. */
const isForCanvas = (stage: Element): boolean => {
  const focus = document.activeElement;
  if (focus?.closest('input,textarea,[contenteditable="true"],[role="dialog"]')) return false;
  return focus === document.body || focus === null || stage.contains(focus);
};

/** Copy and cut: the selected nodes as text. */
export function giveCopy(session: EditorSession, event: ClipboardEvent, stage: Element): void {
  if (!isForCanvas(stage) || !event.clipboardData) return;
  const text = session.clipboard.text();
  if (text === null) return;
  event.clipboardData.setData('text/plain', text);
  event.preventDefault();
  if (event.type === 'cut') session.deleteSelection();
  else
    session.ui.say(
      session.store.selectedNodes.size === 1
        ? 'Copied the node'
        : `Copied ${session.store.selectedNodes.size} nodes`,
    );
}

/** Paste: files, or nodes copied here or in another project. */
export function takePaste(session: EditorSession, event: ClipboardEvent, stage: Element): void {
  if (!isForCanvas(stage) || !event.clipboardData) return;
  const files = [...event.clipboardData.files];
  if (files.length > 0) {
    event.preventDefault();
    const { pointer } = session.view;
    void addFiles(session, files, pointer ? session.view.toGraph(pointer) : session.view.centre);
    return;
  }
  const text = event.clipboardData.getData('text/plain');
  if (text === '') return;
  event.preventDefault();
  session.clipboard.pasteText(text);
}
