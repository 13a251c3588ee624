import { withPinNote, type LengthUnit, type PinRole } from '#shared/graph/pin-roles.ts';
import { parseColor, type Color } from '#shared/language/color.ts';
import {
  isAnyList,
  isListValue,
  LIST_KIND,
  type FileValue,
  type JsonValue,
  type ListValue,
  type NodeValue,
  type StoredList,
} from './definition.ts';
import {
  invalid,
  readBoolean,
  readChoice,
  readColor,
  readFile,
  readJson,
  readMedia,
  readNumber,
  readText,
  type MediaKind,
} from './pin-values.ts';

export { describeValue, invalid } from './pin-values.ts';

/** Longest text an input takes, in UTF-16 units: more would fill the database and every event that carries it. */
export const TEXT_LIMIT = 5_000_000;

/**
 * One input of a node type: how it is shown, and how its value is read. `read` gets a value that is set, gives it in the
 * type the node's code works with, and throws `NodeFailure` with a sentence for people.
 */
export interface InputPin<T> {
  label: string;
  /** Pin type with its limits, as `PinDefinition.type`. */
  type: string;
  default?: JsonValue;
  optional?: boolean;
  exposed?: boolean;
  read(value: NodeValue, label: string): T;
}

export interface OutputPin {
  label: string;
  type: string;
}

interface PinVisibility {
  /** False keeps a rarely used setting off the canvas: it has a field, but takes no wire. */
  exposed?: boolean;
}

interface NumberLimits extends PinVisibility {
  min: number;
  max: number;
  step?: number;
  default?: number;
}

/** A number from `min` to `max`. With `step: 1` other values are rounded, because wires carry computed sizes. */
export function number(label: string, limits: NumberLimits): InputPin<number> {
  const { min, max, step } = limits;
  return {
    label,
    type: step === undefined ? `number(${min}..${max})` : `number(${min}..${max} step ${step})`,
    default: limits.default,
    exposed: limits.exposed,
    read: (value, label) => readNumber(value, label, { min, max, step }),
  };
}

/** Any finite number. */
export function anyNumber(
  label: string,
  options: PinVisibility & { default?: number } = {},
): InputPin<number> {
  return { label, type: 'number', ...options, read: (value, label) => readNumber(value, label) };
}

/** Text. Numbers and booleans become text; other values become their JSON. */
export function text(
  label: string,
  options: PinVisibility & { default?: string; multiline?: boolean; maxLength?: number } = {},
): InputPin<string> {
  const { multiline, maxLength = TEXT_LIMIT, ...displayed } = options;
  return {
    label,
    type: multiline === true ? 'text(multiline)' : 'text',
    ...displayed,
    read: (value, label) => atMost(readText(value, label), label, maxLength),
  };
}

export function boolean(
  label: string,
  options: PinVisibility & { default?: boolean } = {},
): InputPin<boolean> {
  return {
    label,
    type: 'boolean',
    ...options,
    read: readBoolean,
  };
}

/** One of a fixed list of words. */
export function choice<const C extends string>(
  label: string,
  choices: readonly C[],
  options: PinVisibility & { default: NoInfer<C> },
): InputPin<C> {
  return {
    label,
    type: `choice(${choices.join('|')})`,
    ...options,
    read: (value, label) => readChoice(value, label, choices),
  };
}

/** A color as `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa` or a CSS name. */
export function color(label: string, options: PinVisibility & { default?: string } = {}): InputPin<Color> {
  return {
    label,
    type: 'color',
    ...options,
    read: (value, label) => readColor(value, label, parseColor),
  };
}

/** Any JSON value, null included. */
export function json(
  label: string,
  options: PinVisibility & { default?: JsonValue } = {},
): InputPin<JsonValue> {
  return {
    label,
    type: 'json',
    ...options,
    read: readJson,
  };
}

/** Curves of tones as JSON, drawn by hand; read by `shared/tone/curves.ts`. */
export const curves = (label: string, options: { default: JsonValue }): InputPin<JsonValue> => ({
  ...json(label, options),
  type: 'json(curves)',
});

/** Whatever comes over the wire. */
export function any(
  label: string,
  options: PinVisibility & { default?: JsonValue } = {},
): InputPin<NodeValue> {
  return { label, type: 'any', ...options, read: (value) => value };
}

/** A file of any type. */
export function file(label: string, expected?: MediaKind): InputPin<FileValue> {
  return {
    label,
    type: 'file',
    read: (value, label) =>
      expected === undefined ? readFile(value, label) : readMedia(value, label, expected),
  };
}

export function image(label: string): InputPin<FileValue> {
  return media(label, 'image');
}

export function audio(label: string): InputPin<FileValue> {
  return media(label, 'audio');
}

export function video(label: string): InputPin<FileValue> {
  return media(label, 'video');
}

/** An input that may be left out: the node's code then gets undefined. */
export function optional<T>(pin: InputPin<T>): InputPin<T | undefined> {
  return { ...pin, optional: true };
}

/** An input that changes something of a picture, so that it has a handle there. @param unit of a length. */
export const withRole = <T>(role: PinRole, pin: InputPin<T>, unit: LengthUnit = 'pixels'): InputPin<T> => ({
  ...pin,
  type: withPinNote(pin.type, `role ${role}${unit === 'share' ? ' share' : ''}`),
});

/** An input that the type did not have at first: while it holds its default, results from before are still its results. */
export const added = <T>(pin: InputPin<T>): InputPin<T> => ({ ...pin, type: withPinNote(pin.type, 'added') });

/**
 * An input that takes a list as one value, too: of JSON as an array, of others as a list whose items the code reads.
 * Without it a node that is given a list runs for each item.
 */
export function acceptingLists<T>(pin: InputPin<T>): InputPin<T | ListValue> {
  return {
    ...pin,
    type: `${pin.type}(list)`,
    read: (value, label) => (isListValue(value) ? value : pin.read(value, label)),
  };
}

/** One of several inputs of which a node takes one, by its `branchOf`: anything, and nothing where nothing is plugged in. */
export const branch = (label: string): InputPin<NodeValue> => ({
  ...any(label, { default: null }),
  type: 'any(branch)',
});

/** A list; one thing is a list of one. */
export function list<T>(pin: InputPin<T>): InputPin<ListInput<T>> {
  return {
    label: pin.label,
    type: `list(${pin.type})`,
    read: (value, label) => ({ label, value: listOf(value), read: (item, name) => pin.read(item, name) }),
  };
}

/** A list that a node was given; `readItems` in `list-values.ts` reads what is in it. */
export interface ListInput<T> {
  label: string;
  value: ListValue | StoredList;
  read: (value: NodeValue, label: string) => T;
}

const listOf = (value: NodeValue): ListValue | StoredList =>
  isAnyList(value)
    ? value
    : { kind: LIST_KIND, items: (Array.isArray(value) ? value : [value]).map((item) => ({ value: item })) };

function media(label: string, kind: MediaKind): InputPin<FileValue> {
  return { label, type: kind, read: (value, label) => readMedia(value, label, kind) };
}

function atMost(text: string, label: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  throw invalid(
    `${label} is ${text.length.toLocaleString('en')} characters long; at most ${maxLength.toLocaleString('en')} fit.`,
  );
}
