/**
 * Keys named `__proto__` in what came from outside. As own keys they are harmless, but whoever copies them by
 * assignment changes a prototype; so they are dropped, and where they were is noted for those whom it concerns.
 */

type Path = readonly (string | number)[];

/** Places noted of one value: enough to say what is wrong with it. */
const MAX_PLACES = 20;

const places = new WeakMap<object, readonly Path[]>();

/** A value on the way, and how it was reached: paths are written out only where there is something to say. */
interface Step {
  value: unknown;
  key: string | number | null;
  parent: Step | null;
}

function pathTo(step: Step): Path {
  const keys: (string | number)[] = [];
  for (let at: Step | null = step; at !== null; at = at.parent) if (at.key !== null) keys.unshift(at.key);
  return keys;
}

/** Takes every key named `__proto__` out of a parsed value, at any depth. */
export function dropPrototypeKeys(root: unknown): void {
  const found: Path[] = [];
  const open: Step[] = [{ value: root, key: null, parent: null }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value) && Object.hasOwn(value, '__proto__')) {
      Reflect.deleteProperty(value, '__proto__');
      if (found.length < MAX_PLACES) found.push(pathTo(next));
    }
    for (const [key, child] of Object.entries(value)) {
      if (typeof child !== 'object' || child === null) continue;
      open.push({ value: child, key: Array.isArray(value) ? Number(key) : key, parent: next });
    }
  }
  if (found.length > 0 && typeof root === 'object' && root !== null) places.set(root, found);
}

/** The paths of the objects of a parsed value from which a key named `__proto__` was dropped; the first twenty. */
export const placesOfPrototypeKeys = (root: unknown): readonly Path[] =>
  typeof root === 'object' && root !== null ? (places.get(root) ?? []) : [];
