import type { EditableInputValue } from '#shared/api/index.ts';
import { listItemsOf, type GraphNode } from '#shared/graph/index.ts';

/** Files inside documents: which inputs name files, and which only look as if they did. */

const FILE_TYPES = new Set(['file', 'image', 'video', 'audio']);

/** `file_` + 26 characters + `.` + extension. */
const FILE_ID = /^file_[0-9a-hjkmnp-tv-z]{26}\.[a-z0-9]{1,10}$/;

export const isFileId = (text: string): boolean => FILE_ID.test(text);

/** Whether an input is meant to name a file. */
export const isFileLike = (value: EditableInputValue): boolean =>
  value.type !== null && value.type !== undefined && FILE_TYPES.has(value.type);

/** The file id of a file-like value, in any of the forms it may be written in; null when it holds none. */
export function fileIdOf(value: EditableInputValue): string | null {
  if (!isFileLike(value)) return null;
  const inner = value.value;
  const candidate =
    inner === undefined || inner === null
      ? value['fileId']
      : typeof inner === 'object' && 'fileId' in inner
        ? inner.fileId
        : inner;
  return typeof candidate === 'string' && isFileId(candidate) ? candidate : null;
}

/** The files that a value refers to: its own, or those of the items of a list. */
export function fileIdsOfValue(value: EditableInputValue): string[] {
  const items = listItemsOf(value);
  if (items !== null) return items.flatMap(fileIdsOfValue);
  const fileId = fileIdOf(value);
  return fileId === null ? [] : [fileId];
}

/** The files that a node's inputs refer to. */
export const fileIdsOf = (node: GraphNode): { input: string; fileId: string }[] =>
  Object.entries(node.inputs ?? {}).flatMap(([input, value]) =>
    fileIdsOfValue(value).map((fileId) => ({ input, fileId })),
  );

/**
 * A value as it may leave the service. A file-like value that is no public file id (a path, a storage key, a URL of
 * somebody else's) is not given out.
 */
export function publicValue(value: EditableInputValue): { value: EditableInputValue; redacted: boolean } {
  const items = listItemsOf(value);
  if (items !== null) {
    const published = items.map(publicValue);
    const redacted = published.some((item) => item.redacted);
    return { value: redacted ? { ...value, value: published.map((item) => item.value) } : value, redacted };
  }
  if (!isFileLike(value)) return { value, redacted: false };
  const empty = (value.value ?? value['fileId'] ?? null) === null;
  if (empty || fileIdOf(value) !== null) return { value, redacted: false };
  return { value: { type: value.type, value: null }, redacted: true };
}
