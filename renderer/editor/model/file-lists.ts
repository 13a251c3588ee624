import type { EditableInputValue } from '#shared/api/index.ts';
import { fileIdOf } from './editing.ts';

/** Inputs that hold a list of files, and uploads that go into one. */

/** The files that an input for many holds, in order; one file is a list of one. */
export function fileIdsIn(input: EditableInputValue | undefined): readonly string[] {
  if (!input) return [];
  const single = fileIdOf(input);
  if (single !== null) return [single];
  const values: unknown = input.value;
  if (!Array.isArray(values)) return [];
  return values.flatMap((value: unknown) => {
    if (typeof value !== 'object' || value === null) return [];
    return fileIdOf({ ...value }) ?? [];
  });
}

/** The same as an input holds it. */
export const listOfFiles = (fileIds: readonly string[]): EditableInputValue =>
  fileIds.length === 0
    ? { type: 'null', value: null }
    : { type: 'list', value: fileIds.map((value) => ({ type: 'file', value })) };

const SLOT = /^(.*)\[\+(\d{1,16})\]$/s;

/** Where an upload into a list goes: files of one input arrive in any order, and each has a number to be put in its place. */
export const listSlot = (input: string, order: number): string => `${input}[+${order}]`;

/** A place in a list taken apart; null for an input that takes one file. */
export function splitListSlot(input: string): { input: string; order: number } | null {
  const [, name, order] = SLOT.exec(input) ?? [];
  return name === undefined || order === undefined ? null : { input: name, order: Number(order) };
}

/** A list with a file that arrived: before the first of those that were added after it. */
export function withUploadedFile(
  fileIds: readonly string[],
  fileId: string,
  orders: ReadonlyMap<string, number>,
): string[] {
  const order = orders.get(fileId) ?? Infinity;
  const next = fileIds.findIndex((id) => (orders.get(id) ?? -1) > order);
  return next < 0 ? [...fileIds, fileId] : fileIds.toSpliced(next, 0, fileId);
}
