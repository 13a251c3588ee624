/**
 * Keys named `__proto__` in what came from outside. As own keys they are harmless, but whoever copies them by
 * assignment changes a prototype; so they are dropped, and where they were is noted for those whom it concerns.
 */

type Path = readonly (string | number)[];

/** Places noted of one value: enough to say what is wrong with it. */
const MAX_PLACES = 20;

const places = new WeakMap<object, readonly Path[]>();

/** Takes every key named `__proto__` out of a parsed value, at any depth. */
export function dropPrototypeKeys(root: unknown): void {
  const found: Path[] = [];
  const open: { value: unknown; path: Path }[] = [{ value: root, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value) && Object.hasOwn(value, '__proto__')) {
      Reflect.deleteProperty(value, '__proto__');
      if (found.length < MAX_PLACES) found.push(path);
    }
    for (const [key, child] of Object.entries(value)) {
      if (typeof child !== 'object' || child === null) continue;
      open.push({ value: child, path: [...path, Array.isArray(value) ? Number(key) : key] });
    }
  }
  if (found.length > 0 && typeof root === 'object' && root !== null) places.set(root, found);
}

/** The paths of the objects of a parsed value from which a key named `__proto__` was dropped; the first twenty. */
export const placesOfPrototypeKeys = (root: unknown): readonly Path[] =>
  typeof root === 'object' && root !== null ? (places.get(root) ?? []) : [];
