import type { JsonValue } from '../definition.ts';
import { invalid } from '../pin-values.ts';

/** The fields that a model fills in: as a person writes them, as a schema for the model, and as checks of what it wrote. */

const TYPES = ['text', 'number', 'whole number', 'yes or no'] as const;
type ScalarType = (typeof TYPES)[number];

export interface DataField {
  name: string;
  type: ScalarType | 'choice';
  choices: readonly string[];
  isList: boolean;
  /** What should be in it, in the words of a person; empty for none. */
  hint: string;
}

const MAX_FIELDS = 50;
/** Letters, digits, spaces, dashes and underscores of any language: what all services take as a name. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_ -]{0,59}$/u;
const SYNONYMS: Readonly<Record<string, ScalarType>> = {
  string: 'text',
  texts: 'text',
  numbers: 'number',
  integer: 'whole number',
  'whole numbers': 'whole number',
  boolean: 'yes or no',
  'yes/no': 'yes or no',
};

/**
 * Reads `name: type (what should be in it)`, one field a line; types are text, number, whole number, yes or no, one of a, b, c,
 * and list of each. Without a type it is text.
 * @throws NodeFailure with the line that cannot be understood
 */
export function readFields(text: string): DataField[] {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (lines.length === 0)
    throw invalid('Fields is empty. Write one in each line, such as title: text, or price: number.');
  if (lines.length > MAX_FIELDS)
    throw invalid(`There are ${lines.length} fields; at most ${MAX_FIELDS} fit.`);
  const fields = lines.map(readField);
  const names = fields.map(({ name }) => name);
  const double = names.find((name, at) => names.indexOf(name) !== at);
  if (double !== undefined) throw invalid(`There are two fields called ${double}. Give one another name.`);
  return fields;
}

function readField(line: string, at: number): DataField {
  const colon = line.indexOf(':');
  const name = (colon < 0 ? line : line.slice(0, colon)).trim();
  if (!NAME.test(name))
    throw invalid(
      `Line ${at + 1} of Fields does not begin with a name. Write it as title: text, with letters, digits and spaces.`,
    );
  const declared = colon < 0 ? 'text' : line.slice(colon + 1).trim();
  const hint = /\(([^()]*)\)$/.exec(declared)?.[1]?.trim() ?? '';
  const full = declared.replace(/\s*\([^()]*\)$/, '').trim() || 'text';
  const isList = /^list of /i.test(full);
  const single = full.replace(/^list of /i, '').trim();
  const choices = /^one of /i.test(single)
    ? single
        .slice('one of '.length)
        .split(/[,|]/)
        .map((option) => option.trim())
        .filter((option) => option !== '')
    : [];
  if (choices.length > 0) return { name, type: 'choice', choices, isList, hint };
  const folded = single.toLowerCase();
  const type = TYPES.find((known) => known === folded) ?? SYNONYMS[folded];
  if (type === undefined)
    throw invalid(
      `Line ${at + 1} of Fields: ${single.slice(0, 40)} is no type. Use text, number, whole number, yes or no, one of a, b, c, or list of text.`,
    );
  return { name, type, choices, isList, hint };
}

export interface JsonSchema {
  type: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  description?: string;
  enum?: string[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: false;
}

const SCHEMA_TYPES: Readonly<Record<DataField['type'], JsonSchema['type']>> = {
  text: 'string',
  choice: 'string',
  number: 'number',
  'whole number': 'integer',
  'yes or no': 'boolean',
};

function schemaOfField({ type, choices, isList, hint }: DataField): JsonSchema {
  const single: JsonSchema = {
    type: SCHEMA_TYPES[type],
    ...(choices.length > 0 && { enum: [...choices] }),
  };
  const described = hint === '' ? {} : { description: hint };
  return isList ? { type: 'array', items: single, ...described } : { ...single, ...described };
}

/** @param isMultiple whether any number of such records is wanted, in `items`. */
export function schemaOf(fields: readonly DataField[], isMultiple: boolean): JsonSchema {
  const record: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOfField(field)])),
    required: fields.map(({ name }) => name),
    additionalProperties: false,
  };
  if (!isMultiple) return record;
  return {
    type: 'object',
    properties: { items: { type: 'array', items: record } },
    required: ['items'],
    additionalProperties: false,
  };
}

/** For models that do not follow schemas: what is wanted, in words. */
export function describeFields(fields: readonly DataField[], isMultiple: boolean): string {
  const lines = fields.map(({ name, type, choices, isList, hint }) => {
    const single = type === 'choice' ? `one of ${choices.join(', ')}` : type;
    return `- "${name}": ${isList ? 'list of ' : ''}${single}${hint === '' ? '' : ` (${hint})`}`;
  });
  const shape = isMultiple
    ? 'one JSON object with the field "items", a list of objects with exactly these fields'
    : 'one JSON object with exactly these fields';
  return `Answer with ${shape}, and nothing else:\n${lines.join('\n')}`;
}

type Checked = { ok: true; value: JsonValue } | { ok: false; reason: string };

function isOf({ type, choices }: DataField, value: unknown): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string';
    case 'choice':
      return typeof value === 'string' && choices.includes(value);
    case 'number':
      return typeof value === 'number';
    case 'whole number':
      return Number.isInteger(value);
    case 'yes or no':
      return typeof value === 'boolean';
    default:
      return type satisfies never;
  }
}

function checkRecord(fields: readonly DataField[], value: JsonValue, context: string): Checked {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { ok: false, reason: `${context} is no record` };
  const entries: [string, JsonValue][] = [];
  for (const field of fields) {
    const found = Object.hasOwn(value, field.name) ? value[field.name] : undefined;
    if (found === undefined || found === null)
      return { ok: false, reason: `${field.name} is missing in ${context}` };
    const items = field.isList ? found : [found];
    if (!Array.isArray(items) || !items.every((item) => isOf(field, item)))
      return { ok: false, reason: `${field.name} in ${context} is not what was asked for` };
    entries.push([field.name, found]);
  }
  return { ok: true, value: Object.fromEntries(entries) };
}

/** Whether a model wrote what was asked for. What it added is left out. @returns the record, or all of them */
export function checkData(fields: readonly DataField[], isMultiple: boolean, value: JsonValue): Checked {
  if (!isMultiple) return checkRecord(fields, value, 'the answer');
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  const items = isRecord ? value['items'] : value;
  if (!Array.isArray(items)) return { ok: false, reason: 'the answer has no list of items' };
  const records: JsonValue[] = [];
  for (const [at, item] of items.entries()) {
    const checked = checkRecord(fields, item, `item ${at + 1}`);
    if (!checked.ok) return checked;
    records.push(checked.value);
  }
  return { ok: true, value: records };
}
