import { RunInputValue, type EndpointPin, type PublicTemplateEndpointDocs } from '#shared/api/index.ts';
import type { TemplateForm } from '#shared/administration/index.ts';
import { parsePinType, type PinType } from '#shared/graph/pin-type.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import {
  acceptOf,
  fieldKindOf,
  fieldValueOf,
  runValueOf,
  type DeclaredInput,
  type FieldValue,
} from '#renderer/fields/index.ts';

/** One field of a template's form: how it is declared, and under which name it is sent. */
export interface FormField extends DeclaredInput {
  name: string;
  isRequired: boolean;
}

/** What stands in the fields, by their names; null is left out of the call, so that the template's own value counts. */
export type FormValues = Readonly<Record<string, FieldValue>>;

const COLOR = /^#(?:[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** The values that the template itself has, as the example of its call gives them. */
function examplesOf({ requestExample }: PublicTemplateEndpointDocs): Record<string, RunInputValue | null> {
  const exampleInputs = requestExample['inputs'];
  const examples: Record<string, unknown> =
    typeof exampleInputs === 'object' && exampleInputs !== null ? { ...exampleInputs } : {};
  return Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [name, RunInputValue.safeParse(example).data ?? null]),
  );
}

/**
 * The type of a field by what the API says of it. Of a text it does not say whether it has several lines, so it may have
 * them; a color it calls text as well, so what the template itself holds there tells.
 */
function documentedType({ dataType, kind }: EndpointPin, example: RunInputValue | null): PinType {
  const type = parsePinType(dataType);
  if (fieldKindOf(type) === 'file') return type;
  if (kind === 'file') return { base: 'file' };
  if (fieldKindOf(type) !== 'text') return type;
  const isColor = example?.type === 'string' && COLOR.test(example.value);
  return isColor ? { base: 'color' } : { base: 'text', multiline: true };
}

/** The fields of a form. @param form how the nodes declare its inputs; null where the service does not say it. */
export function fieldsOfForm(docs: PublicTemplateEndpointDocs, form: TemplateForm | null): FormField[] {
  const examples = examplesOf(docs);
  const declared = new Map(form?.inputs.map((input) => [input.fieldName, input]));
  return docs.inputs.map((pin) => {
    const declaredPin = declared.get(pin.fieldName);
    return {
      name: pin.fieldName,
      label: pin.name || pin.fieldName,
      isRequired: declaredPin?.isRequired ?? false,
      type: declaredPin
        ? parsePinType(declaredPin.pinType)
        : documentedType(pin, examples[pin.fieldName] ?? null),
    };
  });
}

/** What a form begins with: the values of the endpoint's own example, where they suit the field. */
export function initialValues(
  docs: PublicTemplateEndpointDocs,
  fields: readonly FormField[],
): Record<string, FieldValue> {
  const examples = examplesOf(docs);
  // An example's file is a stand-in more often than a file.
  return Object.fromEntries(
    fields.map(({ name, type }) => [name, initialValue(type, examples[name] ?? null)]),
  );
}

const initialValue = (type: PinType, value: RunInputValue | null): FieldValue =>
  value === null || value.type === 'file' ? null : fieldValueOf(type, value.value);

/** What a form begins with to show a run: the values that it had. What it left out is as in the template. */
export const valuesOfRun = (
  fields: readonly FormField[],
  inputs: Readonly<Record<string, RunInputValue>>,
): Record<string, FieldValue> =>
  Object.fromEntries(
    fields.map(({ name, type }) => {
      const input = inputs[name] ?? null;
      return [name, fieldKindOf(type) === 'file' ? fileOfRun(type, input) : initialValue(type, input)];
    }),
  );

/** A run names a file by its id alone. */
function fileOfRun(type: PinType, input: RunInputValue | null): FieldValue {
  if (input?.type !== 'file') return null;
  const contentType = acceptOf(type) ?? 'application/octet-stream';
  return { type: 'file', file: { fileId: input.fileId, filename: input.fileId, contentType } };
}

/**
 * What a form begins with. @param inputs what a run had, instead of the template's own values. @param texts what some fields
 * begin with instead, by their name.
 */
export function formValues(
  docs: PublicTemplateEndpointDocs,
  fields: readonly FormField[],
  inputs: Readonly<Record<string, RunInputValue>> | null,
  texts: Readonly<Record<string, string>>,
): Record<string, FieldValue> {
  const values = inputs === null ? initialValues(docs, fields) : valuesOfRun(fields, inputs);
  for (const [name, value] of Object.entries(texts)) values[name] = { type: 'string', value };
  return values;
}

/**
 * What a form holds when its given text goes into another field: the text as it was changed moves along, and all else that was
 * typed stays.
 * @param initial what the fields hold without it. @param before and `after`: the given texts by their field
 */
export function shiftTexts(
  values: FormValues,
  initial: FormValues,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): Record<string, FieldValue> {
  const shifted = { ...values };
  const [from] = Object.keys(before).filter((name) => !(name in after));
  const [to] = Object.keys(after).filter((name) => !(name in before));
  const textIn = (texts: Readonly<Record<string, string>>, name: string): FieldValue => ({
    type: 'string',
    value: texts[name] ?? '',
  });
  const current = from === undefined ? null : (values[from] ?? null);
  const isFree = to !== undefined && jsonEqual(values[to] ?? null, initial[to] ?? null);
  const isUnchanged = from !== undefined && jsonEqual(current, textIn(before, from));
  // Words that were changed stay where no other field takes them.
  if (from !== undefined && (isFree || isUnchanged)) shifted[from] = initial[from] ?? null;
  if (isFree) shifted[to] = from === undefined ? textIn(after, to) : current;
  return shifted;
}

/** The call's inputs. */
export const toInputs = (values: FormValues): Record<string, RunInputValue> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const input = runValueOf(value);
      return input === null ? [] : [[name, input]];
    }),
  );
