import { formatNote, unreadableFormat } from '#renderer/uploads/index.ts';
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
