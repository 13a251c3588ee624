import { words } from '#renderer/words/index.ts';
import { fileIdOf } from '../model/editing.ts';
import type { EditorEnvironment } from '../session/editor-context.ts';
import { previewSourceOf, wordsOutputOf } from './preview-source.ts';

/** Looks closely at what a node's preview shows. @returns false when there is nothing to look at. */
export function openPreview(
  { session, runTable, onOpenOutput, onOpenFile }: EditorEnvironment,
  nodeId: string,
): boolean {
  const source = previewSourceOf(session, runTable, nodeId);
  if (source === null) {
    const output = wordsOutputOf(session, runTable, nodeId);
    if (output !== null) onOpenOutput(output.nodeId, output.pin);
    return output !== null;
  }
  if (source.kind === 'file' && source.output !== null) {
    onOpenOutput(source.output.nodeId, source.output.pin);
    return true;
  }
  // A picture that is shown before its upload ends has a file only once it has ended.
  const fileId = source.kind === 'file' ? source.fileId : inputFile(session.store.getNode(nodeId)?.inputs);
  if (fileId === null) return false;
  onOpenFile(fileId);
  return true;
}

/** Looks closely at what the only selected node made, or says that there is nothing. @returns whether there was something. */
export function previewSelected(editor: EditorEnvironment): boolean {
  const { store, ui } = editor.session;
  const [nodeId, ...remaining] = store.selectedNodes;
  const isSingle = nodeId !== undefined && remaining.length === 0;
  if (isSingle && openPreview(editor, nodeId)) return true;
  ui.notify(isSingle ? words.canvas.nothingToLookAt : words.canvas.selectToLook);
  return false;
}

function inputFile(inputs: Parameters<typeof Object.values>[0] | undefined): string | null {
  for (const input of Object.values(inputs ?? {})) {
    const fileId = fileIdOf(input as Parameters<typeof fileIdOf>[0]);
    if (fileId) return fileId;
  }
  return null;
}
