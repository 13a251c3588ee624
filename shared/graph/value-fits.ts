import type { EditableInputValue } from '../api/schemas/documents.ts';
import { assertNever } from '../language/assert-never.ts';
import { listItemsOf } from './held-value.ts';
import { pinTypesFit, type PinType } from './pin-type.ts';

const COLOR = /^#[0-9a-f]{3,8}$/i;

/**
 * Whether what one input holds can be held by an input of another type, as it is and within its limits.
 * @param from the type of the input that holds it; undefined when nobody knows it.
 */
export function valueFits(value: EditableInputValue, from: PinType | undefined, to: PinType): boolean {
  const items = listItemsOf(value);
  // Where one thing is taken a node runs for each item.
  return items === null ? singleFits(value, from, to) : items.every((item) => valueFits(item, undefined, to));
}

function singleFits(value: EditableInputValue, from: PinType | undefined, to: PinType): boolean {
  const current: unknown = value.value;
  if (current === null || current === undefined) return from === undefined || from.base === to.base;
  if (to.name !== undefined) return from?.name === to.name;
  switch (to.base) {
    case 'any':
      return true;
    case 'number':
      return (
        typeof current === 'number' &&
        current >= (to.min ?? Number.NEGATIVE_INFINITY) &&
        current <= (to.max ?? Number.POSITIVE_INFINITY)
      );
    case 'boolean':
      return typeof current === 'boolean';
    case 'text':
      return typeof current === 'string' && !isFile(value, from);
    case 'color':
      return typeof current === 'string' && COLOR.test(current);
    case 'choice':
      return typeof current === 'string' && (to.choices?.includes(current) ?? false);
    case 'json':
      return from === undefined ? value.type === 'json' : from.base === 'json';
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return isFile(value, from) && (from === undefined || pinTypesFit(from, to));
    default:
      return assertNever(to.base);
  }
}

/** Services write files in more than one way. */
const isFile = (value: EditableInputValue, from: PinType | undefined): boolean =>
  value.type === 'file' ||
  'fileId' in value ||
  ['image', 'video', 'audio', 'file'].includes(from?.base ?? '');
