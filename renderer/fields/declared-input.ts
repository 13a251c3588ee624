import type { RunInputValue } from '#shared/api/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import type { PinBase, PinType } from '#shared/graph/pin-type.ts';
import { limitsOf } from '#renderer/model/number-limits.ts';
import { words } from '#renderer/words/index.ts';

/**
 * An input as it is declared. What kind of field it gets follows from this alone and never from what the field holds, so
 * that no field turns into another one while somebody types.
 */
export interface DeclaredInput {
  label: string;
  type: PinType;
}

export type FieldKind = 'text' | 'number' | 'boolean' | 'choice' | 'color' | 'json' | 'file';

/** A file with what a person knows it by. */
export interface FieldFile {
  fileId: string;
  filename: string;
  contentType: string;
}

/** What stands in a field; null while nothing does. */
export type FieldValue =
  | Exclude<RunInputValue, { type: 'file' } | { type: 'null' }>
  | { type: 'file'; file: FieldFile }
  | null;

const MEDIA: ReadonlySet<PinBase> = new Set(['image', 'video', 'audio']);

export function fieldKindOf({ base, choices = [] }: PinType): FieldKind {
  switch (base) {
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return 'file';
    case 'choice':
      return choices.length === 0 ? 'text' : 'choice';
    case 'any':
    case 'text':
      return 'text';
    case 'number':
    case 'boolean':
    case 'color':
    case 'json':
      return base;
    default:
      return assertNever(base);
  }
}

/** The media types of an input, for the choice of a file; undefined for any file. */
export const acceptOf = ({ base }: PinType): string | undefined =>
  MEDIA.has(base) ? `${base}/*` : undefined;

/** What a person should know to fill in a field; null where the field itself says enough. */
export function hintOf(type: PinType): string | null {
  switch (fieldKindOf(type)) {
    case 'number': {
      const limits = limitsOf(type);
      return limits === null ? null : `${limits}.`;
    }
    case 'json':
      return words.fields.aboutJson;
    case 'file':
      if (type.base === 'image') return words.fields.aPicture;
      if (type.base === 'video') return words.fields.aVideo;
      return type.base === 'audio' ? words.fields.aSound : null;
    default:
      return null;
  }
}

/** A held value as the field of an input shows it; what does not suit the kind of field is nothing. */
export function fieldValueOf(type: PinType, value: unknown): FieldValue {
  switch (fieldKindOf(type)) {
    case 'number':
      return typeof value === 'number' ? { type: 'number', value } : null;
    case 'boolean':
      return typeof value === 'boolean' ? { type: 'boolean', value } : null;
    case 'json':
      return isObject(value) ? { type: 'json', value } : null;
    case 'file':
      return null;
    default:
      return textValueOf(value);
  }
}

function textValueOf(value: unknown): FieldValue {
  if (typeof value === 'string') return { type: 'string', value };
  if (typeof value === 'number' || typeof value === 'boolean')
    return { type: 'string', value: String(value) };
  return isObject(value) ? { type: 'string', value: JSON.stringify(value) } : null;
}

/** A value as a run takes it; null for none. */
export function runValueOf(value: FieldValue): RunInputValue | null {
  return value?.type === 'file' ? { type: 'file', fileId: value.file.fileId } : value;
}

export const isObject = (value: unknown): value is Record<string, unknown> | unknown[] =>
  typeof value === 'object' && value !== null;
