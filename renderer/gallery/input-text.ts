import type { EditableInputValue, RunInputValue } from '#shared/api/index.ts';
import { readTypedJson } from '#renderer/model/read-json.ts';

/** The value of an input as a person edits it. */
export function inputText({ value }: EditableInputValue): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

const isObject = (value: unknown): value is Record<string, unknown> | unknown[] =>
  typeof value === 'object' && value !== null;

/**
 * Reads an edited value as one of the kind it was.
 * @returns why it cannot be, in a sentence.
 */
export function readInputText(text: string, before: EditableInputValue): { value: RunInputValue } | string {
  const { value, type } = before;
  if (typeof value === 'number' || type === 'number') {
    const number = Number(text.trim());
    if (text.trim() === '' || !Number.isFinite(number)) return 'Write a number.';
    return { value: { type: 'number', value: number } };
  }
  if (typeof value === 'boolean' || type === 'boolean') {
    if (!/^(true|false)$/.test(text.trim())) return 'Write true or false.';
    return { value: { type: 'boolean', value: text.trim() === 'true' } };
  }
  if (isObject(value) || type === 'json') {
    const read = readTypedJson(text);
    return read.ok && isObject(read.value)
      ? { value: { type: 'json', value: read.value } }
      : 'Write an object or a list as JSON.';
  }
  return { value: { type: 'string', value: text } };
}
