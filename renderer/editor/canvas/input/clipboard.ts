import type { EditorSession } from '../../session/editor-session.ts';
import { isPictureOfWords } from '#renderer/uploads/index.ts';
import { addFiles } from './drops.ts';

/** The clipboard belongs to the canvas while nothing that takes text has the focus. */
const isForCanvas = (stage: Element): boolean => {
  const focus = document.activeElement;
  if (focus?.closest('input,textarea,[contenteditable="true"],[role="dialog"]')) return false;
  return focus === document.body || focus === null || stage.contains(focus);
};

/** Copy and cut: the selected nodes as text. */
export function handleCopy(session: EditorSession, event: ClipboardEvent, stage: Element): void {
  if (!isForCanvas(stage) || !event.clipboardData) return;
  const { clipboard } = session;
  const isHandled =
    event.type === 'cut'
      ? clipboard.cutToTransfer(event.clipboardData)
      : clipboard.copyToTransfer(event.clipboardData);
  if (isHandled) event.preventDefault();
}

/** Paste: files, or nodes copied here or in another project. */
export function handlePaste(session: EditorSession, event: ClipboardEvent, stage: Element): void {
  if (!isForCanvas(stage) || !event.clipboardData) return;
  const files = [...event.clipboardData.files];
  // Cells of a spreadsheet come with a picture of how they look.
  if (files.length > 0 && !isPictureOfWords(event.clipboardData)) {
    event.preventDefault();
    const { pointer } = session.view;
    void addFiles(session, files, pointer ? session.view.toGraph(pointer) : null);
    return;
  }
  const text = event.clipboardData.getData('text/plain');
  if (text === '') return;
  event.preventDefault();
  session.clipboard.pasteText(text);
}
