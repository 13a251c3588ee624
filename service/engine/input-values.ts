import { parsePinType, isIntegerType, type PinType } from '#shared/graph/pin-type.ts';
import {
  isAnyList,
  isListValue,
  isMissing,
  isStoredList,
  LIST_KIND,
  NodeFailure,
  type JsonValue,
  type ListItem,
  type ListValue,
  type NodeValue,
  type PinDefinition,
  type StoredList,
} from '#service/nodes/definition.ts';
import {
  describeValue,
  invalid,
  readBoolean,
  readChoice,
  readColor,
  readFile,
  readJson,
  readMedia,
  readNumber,
  readText,
  requireInteger,
} from '#service/nodes/pin-values.ts';
import { traceOf } from './item-plan.ts';

/** A value that does not suit its pin: a sentence for people. */
export interface Mismatch {
  code: 'INPUT_MISSING' | 'INPUT_INVALID';
  reason: string;
}

export type Fitted =
  /** @property note a sentence, where the value is another one than was given. */
  { ok: true; value: NodeValue | undefined; note?: string } | { ok: false; mismatch: Mismatch };

/**
 * Turns a value into what a pin carries: number to text, text to number, checks
 * limits and choices. What is set is taken as it is or refused; what a wire brings may be computed, and a fraction is rounded
 * where the pin has `step 1`. An absent value gives the default, undefined when the pin is optional, else a misfit.
 */
export function fitToPin(
  value: NodeValue | undefined,
  pin: PinDefinition,
  origin: 'set' | 'wire' = 'set',
): Fitted {
  const type = parsePinType(pin.type);
  const acceptsNull = (type.base === 'any' || type.base === 'json') && type.list === undefined;
  const provided = value === null && !acceptsNull ? undefined : value;
  if (provided === undefined) {
    if (pin.default !== undefined) return { ok: true, value: pin.default };
    if (pin.optional === true) return { ok: true, value: undefined };
    return mismatch('INPUT_MISSING', `${pin.label} is not set. Plug something in, or give it a value.`);
  }
  try {
    if (type.list !== undefined)
      return { ok: true, value: readList(provided, { label: pin.label, type, depth: type.list }) };
    if (isAnyList(provided)) return { ok: true, value: acceptList(provided, pin.label, type) };
    if (type.base !== 'number') return { ok: true, value: read(provided, pin.label, type) };
    if (origin === 'set') requireInteger(provided, pin.label, isIntegerType(type));
    const numberInput = readNumber(provided, pin.label, type);
    if (numberInput === Number(provided)) return { ok: true, value: numberInput };
    return {
      ok: true,
      value: numberInput,
      note: `${pin.label} takes whole numbers: ${Number(provided)} was rounded to ${numberInput}.`,
    };
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error;
    return mismatch('INPUT_INVALID', error.message);
  }
}

const mismatch = (code: Mismatch['code'], reason: string): Fitted => ({
  ok: false,
  mismatch: { code, reason },
});

interface ListPin {
  label: string;
  type: PinType;
  /** Lists that stand around its values. */
  depth: number;
}

/** A list with all its items read; one thing is a list of one, and an array of JSON a list. @throws NodeFailure */
function readList(value: NodeValue, { label, type, depth }: ListPin): NodeValue {
  // What lies in a file is read by whoever takes it.
  if (isStoredList(value)) return value;
  const items: readonly ListItem[] = isListValue(value)
    ? value.items
    : (Array.isArray(value) ? value : [value]).map((item) => ({ value: item }));
  return {
    kind: LIST_KIND,
    items: items.map((item, at): ListItem => {
      if (isMissing(item)) return item;
      const itemLabel = `${label}, ${traceOf(item, at).join(' × ')},`;
      const inner =
        depth > 1
          ? readList(item.value, { label: itemLabel, type, depth: depth - 1 })
          : readItemValue(item.value, itemLabel, type);
      return { ...item, value: inner };
    }),
  };
}

function readItemValue(value: NodeValue, label: string, type: PinType): NodeValue {
  if (isAnyList(value) && type.base !== 'any')
    throw invalid(
      `${label} must be one thing, but is ${describeValue(value)}. Give a list without lists in it.`,
    );
  return read(value, label, type);
}

/** A whole list at a pin that takes one thing or a list. @throws NodeFailure at one that takes one thing */
function acceptList(value: ListValue | StoredList, label: string, type: PinType): NodeValue {
  if (type.isBranch === true) return value;
  if (type.acceptsLists !== true)
    throw invalid(`${label} takes one thing, but is ${describeValue(value)}. Take one item of it with Pick.`);
  if (type.base !== 'json') {
    if (type.base !== 'any' && isListValue(value)) return readList(value, { label, type, depth: 1 });
    return value;
  }
  if (isStoredList(value))
    throw invalid(
      `${label} is ${describeValue(value)}, which is too long for JSON. Take a part of it with Slice.`,
    );
  return value.items.map((item) => (isMissing(item) ? null : jsonOf(item.value, label)));
}

/** A value of a list as JSON, lists as arrays. @throws NodeFailure for a file */
function jsonOf(value: NodeValue, label: string): JsonValue {
  if (!isListValue(value)) return readJson(value, label);
  return value.items.map((item) => (isMissing(item) ? null : jsonOf(item.value, label)));
}

function read(value: NodeValue, label: string, type: PinType): NodeValue {
  switch (type.base) {
    case 'any':
      return value;
    case 'json':
      return readJson(value, label);
    case 'text':
      return readText(value, label);
    case 'color':
      // Which names are colors is for the node to say.
      return readColor(value, label, (text) => (text.trim() === '' ? null : text));
    case 'choice':
      return readChoice(value, label, type.choices ?? []);
    case 'boolean':
      return readBoolean(value, label);
    case 'number':
      return readNumber(value, label, type);
    case 'file':
      return readFile(value, label);
    case 'image':
    case 'audio':
    case 'video':
      return readMedia(value, label, type.base);
    default:
      return type.base satisfies never;
  }
}
