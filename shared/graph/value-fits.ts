import type { EditableInputValue } from '../api/schemas/documents.ts';
import { assertNever } from '../language/assert-never.ts';
import { pinTypesFit, type PinType } from './pin-type.ts';

const COLOR = /^#[0-9a-f]{3,8}$/i;

/**
 * Whether what one input holds can be held by an input of another type, as it is and within its limits.
 * @param from the type of the input that holds it; undefined when nobody knows it.
 */
export function valueFits(value: EditableInputValue, from: PinType | undefined, to: PinType): boolean {
  const held: unknown = value.value;
  if (held === null || held === undefined) return from === undefined || from.base === to.base;
  if (to.name !== undefined) return from?.name === to.name;
  switch (to.base) {
    case 'any':
      return true;
    case 'number':
      return (
        typeof held === 'number' &&
        held >= (to.min ?? Number.NEGATIVE_INFINITY) &&
        held <= (to.max ?? Number.POSITIVE_INFINITY)
      );
    case 'boolean':
      return typeof held === 'boolean';
    case 'text':
      return typeof held === 'string' && !isFile(value, from);
    case 'color':
      return typeof held === 'string' && COLOR.test(held);
    case 'choice':
      return typeof held === 'string' && (to.choices?.includes(held) ?? false);
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
