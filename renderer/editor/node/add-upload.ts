import type { PinBase } from '#shared/graph/pin-type.ts';
import { formatNote, mediaKindOf, unreadableFormat } from '#renderer/uploads/index.ts';
import { listSlot } from '../model/file-lists.ts';
import { words } from '#renderer/words/index.ts';
import type { EditorSession } from '../session/editor-session.ts';

/**
 * Uploads a file for a pin of a node, and says where nothing here reads its format; it is there all the same, for nodes that take
 * any file.
 */
export async function addUpload(
  session: EditorSession,
  file: File,
  ...target: Parameters<EditorSession['uploads']['add']> extends [File, ...infer Options] ? Options : never
): Promise<void> {
  session.uploads.add(file, ...target);
  const note = (await unreadableFormat(file)) ?? (await formatNote(file));
  if (note !== null) session.ui.notify(note);
}

/** Uploads files into an input for many, behind those that it holds; they stand in the order in which they were given. */
export async function addUploads(
  session: EditorSession,
  files: readonly File[],
  nodeId: string,
  input: string,
  base: PinBase,
): Promise<void> {
  const fitting = files.filter((file) => base === 'file' || mediaKindOf(file) === base);
  const [mismatched] = files.filter((file) => !fitting.includes(file));
  if (mismatched) session.ui.notify(words.editorCanvas.drops.mismatch(mismatched.name, base));
  const first = Date.now() * 1000;
  await Promise.all(
    fitting.map((file, at) => addUpload(session, file, nodeId, listSlot(input, first + at), base)),
  );
}
