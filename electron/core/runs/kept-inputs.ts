import type { EditableInputValue } from '#shared/api/index.ts';

const MAX_INPUT_TEXT = 4000;

/** A value as far as it is kept: a text that is too long is cut, and of anything else that is too long only its type is left. */
export const truncateValue = (value: EditableInputValue): EditableInputValue =>
  typeof value.value === 'string' && value.value.length > MAX_INPUT_TEXT
    ? { ...value, value: value.value.slice(0, MAX_INPUT_TEXT).toWellFormed() }
    : JSON.stringify(value).length > 2 * MAX_INPUT_TEXT
      ? { type: value.type ?? null, value: null }
      : value;
