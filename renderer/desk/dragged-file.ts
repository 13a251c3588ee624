import type { FileRecord } from '#shared/desk/index.ts';

/** The kind under which a drag carries a file of the library, as JSON. */
export const DRAG_FILE = 'application/x-patchbay-file';

/** Puts a file of the library on a drag, for a canvas or a pin to take. */
export const setDraggedFile = (transfer: DataTransfer, file: FileRecord): void =>
  transfer.setData(DRAG_FILE, JSON.stringify(file));

/** Several files of the library, as a list; what takes one file finds the first under `DRAG_FILE`. */
export const DRAG_FILES = 'application/x-patchbay-files';

/** Puts files of the library on a drag: all for what takes several, the first for what takes one. */
export function setDraggedFiles(transfer: DataTransfer, files: readonly FileRecord[]): void {
  const [first] = files;
  if (!first) return;
  setDraggedFile(transfer, first);
  if (files.length > 1) transfer.setData(DRAG_FILES, JSON.stringify(files));
}
