/** Reading pin types: a base, and limits in parentheses (`number(1..8192 step 1)`, `choice(cover|contain)`). */

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

function parse(text: string): PinType {
  const match = /^([^(]*)(?:\((.*)\))?$/s.exec(text.trim());
  const raw = (match?.[1] ?? '').trim().toLowerCase();
  const limits = match?.[2]?.trim() ?? '';
  const base = isBase(raw) ? raw : Object.hasOwn(ALIASES, raw) ? ALIASES[raw] : undefined;
  if (!base) return raw === '' ? ANY : { base: 'any', name: raw };
  switch (base) {
    case 'number':
      return { base, ...numberLimits(limits) };
    case 'choice':
      return { base, choices: limits === '' ? [] : limits.split('|').map((choice) => choice.trim()) };
    case 'text':
      return limits === 'multiline' ? { base, multiline: true } : { base };
    default:
      return { base };
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

/** Whether a value of the first type may be plugged into an input of the second. */
export function pinTypesFit(from: PinType, to: PinType): boolean {
  const source = baseOf(from);
  const target = baseOf(to);
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

/** A type's name for people: `image`, `choice`. */
export const pinTypeName = (type: PinType): string => type.name ?? type.base;
