import { SLICE_STEPS, type Slices } from './slices.ts';

/**
 * Keys named `__proto__` in what came from outside. As own keys they are harmless, but whoever copies them by
 * assignment changes a prototype; so they are dropped, and where they were is noted for those whom it concerns.
 */

type Path = readonly (string | number)[];

/** Places noted of one value: enough to say what is wrong with it. */
const MAX_PATHS = 20;

const positions = new WeakMap<object, readonly Path[]>();

/** A list or object on the way down, and how far its entries have been looked at. */
interface Level {
  value: Record<string | number, unknown>;
  /** Null for a list. */
  keys: string[] | null;
  length: number;
  at: number;
}

const levelOf = (value: object): Level => {
  const keys = Array.isArray(value) ? null : Object.keys(value);
  const length = Array.isArray(value) ? value.length : keys!.length;
  return { value: value as Level['value'], keys, length, at: -1 };
};

const keyOf = ({ keys, at }: Level): string | number => (keys === null ? at : keys[at]!);

/** Takes every key named `__proto__` out of a parsed value, at any depth; pauses after every few hundred entries, so that the caller can let others go first. */
export function* dropPrototypeKeysInSlices(root: unknown): Slices<void> {
  if (typeof root !== 'object' || root === null) return;
  const found: Path[] = [];
  const open: Level[] = [];
  const enter = (value: object): void => {
    if (!Array.isArray(value) && Object.hasOwn(value, '__proto__')) {
      Reflect.deleteProperty(value, '__proto__');
      if (found.length < MAX_PATHS) found.push(open.map(keyOf));
    }
    open.push(levelOf(value));
  };
  enter(root);
  let steps = 0;
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    steps += 1;
    if (steps % SLICE_STEPS === 0) yield;
    level.at += 1;
    if (level.at >= level.length) {
      open.pop();
      continue;
    }
    const child = level.value[keyOf(level)];
    if (typeof child === 'object' && child !== null) enter(child);
  }
  if (found.length > 0) positions.set(root, found);
}

/** The paths of the objects of a parsed value from which a key named `__proto__` was dropped; the first twenty. */
export const pathsOfPrototypeKeys = (root: unknown): readonly Path[] =>
  typeof root === 'object' && root !== null ? (positions.get(root) ?? []) : [];
