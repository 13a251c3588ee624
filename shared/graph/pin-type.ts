/**
 * Reading pin types: a base, and limits in parentheses (`number(1..8192 step 1)`, `choice(cover|contain)`). A list has the type
 * of its items in them (`list(image)`, `list(list(text))`); `any(list)`, `json(list)` and `file(list)` take a whole list as well.
 * `any(branch)` is one of several inputs of which a node takes one: what feeds the others is not run. `json(curves)` is curves of tones.
 * Notes stand last, each behind a semicolon: what the input changes of a picture (`pin-roles.ts`), and `added` for one that the type did
 * not always have.
 */
import { readPinNotes, type RoleOfPin } from './pin-roles.ts';

export const PIN_BASES = [
  'image',
  'video',
  'audio',
  'text',
  'number',
  'boolean',
  'json',
  'file',
  'color',
  'choice',
  'any',
] as const;
export type PinBase = (typeof PIN_BASES)[number];

export interface PinType {
  base: PinBase;
  min?: number;
  max?: number;
  step?: number;
  choices?: readonly string[];
  multiline?: boolean;
  /** How many lists stand around a value of the base; missing for a single value. */
  list?: number;
  /** A pin for a single value that takes a whole list too, instead of one item after the other. */
  acceptsLists?: true;
  /** JSON that is curves of tones, which have a field of their own. */
  isCurves?: true;
  /** One of several inputs of which a node takes one, as others of its inputs say. */
  isBranch?: true;
  /** What it changes of a picture. */
  role?: RoleOfPin;
  /** The type did not have it at first: while it holds its default, results are those from before. */
  isAdded?: true;
  /** A type this program does not know, kept by name: its base is `any`, and it fits only its own kind. */
  name?: string;
}

/** Names that other services are likely to use for our bases. */
const ALIASES: Readonly<Record<string, PinBase>> = {
  string: 'text',
  str: 'text',
  int: 'number',
  integer: 'number',
  float: 'number',
  bool: 'boolean',
  object: 'json',
  array: 'json',
  colour: 'color',
  enum: 'choice',
  '*': 'any',
};

const ANY: PinType = { base: 'any' };
const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:e-?\d+)?`;
const RANGE = new RegExp(`^(${NUMBER})?\\s*\\.\\.\\s*(${NUMBER})?(?:\\s+step\\s+(${NUMBER}))?$`, 'i');
const STEP_ONLY = new RegExp(`^step\\s+(${NUMBER})$`, 'i');

/** Lists within lists that are read; what is deeper counts as so deep. */
const MAX_LIST_DEPTH = 8;

const isBase = (text: string): text is PinBase => PIN_BASES.some((base) => base === text);

/** @param text such as `0..10 step 2`; each part may be left out. */
function numberLimits(text: string): Pick<PinType, 'min' | 'max' | 'step'> {
  const [, min, max, stepOfRange] = RANGE.exec(text) ?? [];
  const step = stepOfRange ?? STEP_ONLY.exec(text)?.[1];
  return {
    ...(min !== undefined && { min: Number(min) }),
    ...(max !== undefined && { max: Number(max) }),
    ...(step !== undefined && { step: Number(step) }),
  };
}

/** Takes the lists away from around a type: `list(list(text))` is `text`, twice. */
function unwrap(text: string): { inner: string; depth: number } {
  let inner = text.trim();
  let depth = 0;
  for (;;) {
    const match = /^list(?:\((.*)\))?$/is.exec(inner);
    if (match === null) return { inner, depth };
    inner = (match[1] ?? '').trim();
    depth = Math.min(MAX_LIST_DEPTH, depth + 1);
  }
}

function parse(text: string): PinType {
  const { inner, depth } = unwrap(text);
  const single = parseSingle(inner);
  return depth === 0 ? single : { ...single, list: depth };
}

function parseSingle(text: string): PinType {
  const match = /^([^(]*)(?:\((.*)\))?$/s.exec(text);
  const raw = (match?.[1] ?? '').trim().toLowerCase();
  const { limits, ...notes } = readPinNotes(match?.[2]?.trim() ?? '');
  const base = isBase(raw) ? raw : Object.hasOwn(ALIASES, raw) ? ALIASES[raw] : undefined;
  if (!base) return raw === '' ? ANY : { base: 'any', name: raw };
  return { ...typeOf(base, limits), ...notes };
}

function typeOf(base: PinBase, limits: string): PinType {
  switch (base) {
    case 'number':
      return { base, ...numberLimits(limits) };
    case 'choice':
      return { base, choices: limits === '' ? [] : limits.split('|').map((choice) => choice.trim()) };
    case 'text':
      return limits === 'multiline' ? { base, multiline: true } : { base };
    default:
      if (base === 'json' && limits === 'curves') return { base, isCurves: true };
      if (limits === 'branch') return { base, isBranch: true };
      return limits === 'list' ? { base, acceptsLists: true } : { base };
  }
}

const parsed = new Map<string, PinType>();

/**
 * Reads a pin type. A missing type is `any`; limits that cannot be read are left out.
 * The response is shared: do not change it.
 */
export function parsePinType(text: string | null | undefined): PinType {
  if (text === null || text === undefined) return ANY;
  let type = parsed.get(text);
  if (!type) {
    type = parse(text);
    // A catalog has few distinct types; the bound is for a server that makes them up.
    if (parsed.size > 2000) parsed.clear();
    parsed.set(text, type);
  }
  return type;
}

/** Whether a pin takes whole numbers alone: its steps are whole, and so is where they begin. */
export const isIntegerType = ({ base, min = 0, step }: PinType): boolean =>
  base === 'number' && step !== undefined && step >= 1 && Number.isInteger(step) && Number.isInteger(min);

const baseOf = (type: PinType): PinBase | 'other' => {
  if (type.name !== undefined) return 'other';
  return type.base === 'choice' ? 'text' : type.base;
};

/** Types whose values JSON can hold. */
const SCALARS: ReadonlySet<PinBase | 'other'> = new Set(['text', 'number', 'boolean', 'color', 'json']);

/**
 * Whether a value of the first type may be plugged into an input of the second. Of lists the items have to fit: where one thing
 * is taken the node runs for each item, and where a list is taken one thing is a list of one.
 */
export function pinTypesFit(from: PinType, to: PinType): boolean {
  const source = baseOf(from);
  const target = baseOf(to);
  // What an array holds is seen when it is there.
  if (to.list !== undefined && from.base === 'json' && SCALARS.has(target)) return true;
  if (source === 'any' || target === 'any') return true;
  if (source === 'other' || target === 'other') return from.name === to.name;
  if (source === target) return true;
  switch (target) {
    case 'text':
      return source === 'number' || source === 'boolean' || source === 'color';
    case 'file':
      return source === 'image' || source === 'video' || source === 'audio';
    case 'color':
      return source === 'text';
    case 'json':
      return source === 'number' || source === 'boolean' || source === 'text';
    default:
      return false;
  }
}

/** A type's name for people: `image`, `choice`, `list of image`. */
export const pinTypeName = (type: PinType): string =>
  `${'list of '.repeat(type.list ?? 0)}${type.name ?? type.base}`;
