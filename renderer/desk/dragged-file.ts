import type { FileRecord } from '#shared/desk/index.ts';

/** The kind under which a drag carries a file of the library, as JSON. */
export const DRAG_FILE = 'application/x-patchbay-file';

/** Puts a file of the library on a drag, for a canvas or a pin to take. */
export const setDraggedFile = (transfer: DataTransfer, file: FileRecord): void =>
  transfer.setData(DRAG_FILE, JSON.stringify(file));
