import { RunInputValue, type EndpointPin, type PublicTemplateEndpointDocs } from '#shared/api/index.ts';
import { parsePinType, type PinBase } from '#shared/graph/pin-type.ts';
import { limitsOf } from '#renderer/model/number-limits.ts';
import { readTypedJson } from '#renderer/model/read-json.ts';

/** What stands in one field of an endpoint's form; null is left out of the call, so that the template's own value counts. */
export type FieldValue =
  | { kind: 'text'; value: string | null }
  | { kind: 'number'; value: number | null }
  | { kind: 'boolean'; value: boolean | null }
  | { kind: 'json'; text: string }
  | { kind: 'file'; file: { fileId: string; filename: string; contentType: string } | null };

type FieldKind = FieldValue['kind'];

/** How a pin is asked for. */
function fieldKindOf(pin: EndpointPin): FieldKind {
  const { base } = parsePinType(pin.dataType);
  if (pin.kind === 'file') return 'file';
  switch (base) {
    case 'image':
    case 'video':
    case 'audio':
    case 'file':
      return 'file';
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'json':
      return 'json';
    default:
      return 'text';
  }
}

/** The media types a file field takes, for the file picker. */
export function acceptOf(pin: EndpointPin): string | undefined {
  const { base } = parsePinType(pin.dataType);
  return base === 'image' || base === 'video' || base === 'audio' ? `${base}/*` : undefined;
}

const MEDIA: Partial<Record<PinBase, string>> = {
  image: 'A picture.',
  video: 'A video.',
  audio: 'A sound.',
};

/** What a person should know to fill in a field; null where the field itself says enough. */
export function hintOf(pin: EndpointPin, value: FieldValue): string | null {
  const type = parsePinType(pin.dataType);
  switch (value.kind) {
    case 'text':
      return type.choices && type.choices.length > 0 ? `One of ${type.choices.join(', ')}.` : null;
    case 'number': {
      const limits = limitsOf(type);
      const own = value.value === null ? 'As in the template when empty.' : null;
      return [limits && `${limits}.`, own].filter((part) => part !== null).join(' ') || null;
    }
    case 'boolean':
      return value.value === null ? 'As in the template until you switch it.' : null;
    case 'json':
      return 'JSON: an object { } or a list [ ].';
    case 'file':
      return MEDIA[type.base] ?? null;
    default: {
      const unknown: never = value;
      return unknown;
    }
  }
}

/** What a form begins with to show a run: the values that it had. What it left out is as in the template. */
export const valuesOfRun = (
  docs: PublicTemplateEndpointDocs,
  inputs: Readonly<Record<string, RunInputValue>>,
): Record<string, FieldValue> =>
  Object.fromEntries(
    docs.inputs.map((pin) => {
      const kind = fieldKindOf(pin);
      const input = inputs[pin.fieldName] ?? null;
      return [pin.fieldName, kind === 'file' ? fileOfRun(pin, input) : begin(kind, input)];
    }),
  );

/** A run names a file by its id alone. */
function fileOfRun(pin: EndpointPin, input: RunInputValue | null): FieldValue {
  if (input?.type !== 'file') return { kind: 'file', file: null };
  const contentType = acceptOf(pin) ?? 'application/octet-stream';
  return { kind: 'file', file: { fileId: input.fileId, filename: input.fileId, contentType } };
}

/** What a form begins with: the values of the endpoint's own example, where they suit the field. */
export function initialValues(docs: PublicTemplateEndpointDocs): Record<string, FieldValue> {
  const given = docs.requestExample['inputs'];
  const examples = typeof given === 'object' && given !== null ? given : {};
  return Object.fromEntries(
    docs.inputs.map((pin) => {
      const kind = fieldKindOf(pin);
      const parsed = RunInputValue.safeParse((examples as Record<string, unknown>)[pin.fieldName]);
      const example = parsed.success ? parsed.data : null;
      return [pin.fieldName, begin(kind, example)];
    }),
  );
}

/**
 * What a form begins with. @param inputs what a run had, instead of the template's own values. @param texts what some fields
 * begin with instead, by their name.
 */
export function formValues(
  docs: PublicTemplateEndpointDocs,
  inputs: Readonly<Record<string, RunInputValue>> | null,
  texts: Readonly<Record<string, string>>,
): Record<string, FieldValue> {
  const values = inputs === null ? initialValues(docs) : valuesOfRun(docs, inputs);
  for (const [name, value] of Object.entries(texts)) values[name] = { kind: 'text', value };
  return values;
}

function begin(kind: FieldKind, example: RunInputValue | null): FieldValue {
  switch (kind) {
    case 'text':
      return { kind, value: example?.type === 'string' ? example.value : null };
    case 'number':
      return { kind, value: example?.type === 'number' ? example.value : null };
    case 'boolean':
      return { kind, value: example?.type === 'boolean' ? example.value : null };
    case 'json':
      return { kind, text: example?.type === 'json' ? JSON.stringify(example.value, null, 2) : '' };
    case 'file':
      // An example's file is a stand-in more often than a file.
      return { kind, file: null };
    default: {
      const unknown: never = kind;
      return unknown;
    }
  }
}

/** Why a field cannot be sent as it is, in a sentence; null when it can. */
export function whyNotSend(value: FieldValue): string | null {
  if (value.kind !== 'json' || value.text.trim() === '') return null;
  const read = readTypedJson(value.text);
  if (!read.ok) return read.problem.message;
  return typeof read.value === 'object' && read.value !== null ? null : 'Enter an object { } or a list [ ].';
}

/** The call's inputs. @throws Error for JSON that `whyNotSend` has something against. */
export function toInputs(values: Readonly<Record<string, FieldValue>>): Record<string, RunInputValue> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const input = toInput(value);
      return input === null ? [] : [[name, input]];
    }),
  );
}

function jsonInput(text: string): RunInputValue {
  const read = readTypedJson(text);
  if (!read.ok) throw new Error(read.problem.message);
  return RunInputValue.parse({ type: 'json', value: read.value });
}

function toInput(value: FieldValue): RunInputValue | null {
  switch (value.kind) {
    case 'text':
      return value.value === null ? null : { type: 'string', value: value.value };
    case 'number':
      return value.value === null ? null : { type: 'number', value: value.value };
    case 'boolean':
      return value.value === null ? null : { type: 'boolean', value: value.value };
    case 'json':
      return value.text.trim() === '' ? null : jsonInput(value.text);
    case 'file':
      return value.file === null ? null : { type: 'file', fileId: value.file.fileId };
    default: {
      const unknown: never = value;
      return unknown;
    }
  }
}
