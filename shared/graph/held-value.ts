import type { EditableInputValue } from '../api/schemas/documents.ts';

const FILE_TYPES: ReadonlySet<unknown> = new Set(['file', 'image', 'video', 'audio']);

/**
 * The items of a list that an input holds: `{ type: 'list', value: [{ type: 'file', value: 'file_…' }, …] }`, each as an input
 * holds it. Null for what is no list.
 */
export function listItemsOf(input: EditableInputValue | undefined): EditableInputValue[] | null {
  if (input?.type !== 'list' || !Array.isArray(input.value)) return null;
  return input.value.map((item: unknown) => {
    const isInput = typeof item === 'object' && item !== null && !Array.isArray(item);
    return isInput ? (item as EditableInputValue) : { value: item };
  });
}

/** What an input of a document holds: a file by its id, in any of its spellings, or a value; null for one that is not set. */
export function inputSource(
  input: EditableInputValue | undefined,
): { kind: 'file' | 'value'; value: unknown } | null {
  if (input === undefined) return null;
  if (!FILE_TYPES.has(input.type)) {
    return input.value === undefined || input.value === null ? null : { kind: 'value', value: input.value };
  }
  const initial = input.value ?? input['fileId'] ?? null;
  const fileId =
    typeof initial === 'object' && initial !== null && 'fileId' in initial ? initial.fileId : initial;
  return fileId === null || fileId === undefined ? null : { kind: 'file', value: fileId };
}
