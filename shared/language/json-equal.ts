/**
 * Whether two JSON values are equal: the sequence of fields does not count, and a field that is undefined equals one that
 * is missing, as in JSON text. Parts that are one object on both sides are not looked into. Packages for deep equality tell
 * an undefined field from a missing one, which a document read from JSON text never has.
 */
export function jsonEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return typeof a === 'number' && typeof b === 'number' && Number.isNaN(a) && Number.isNaN(b);
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    return (
      Array.isArray(a) &&
      Array.isArray(b) &&
      a.length === b.length &&
      a.every((item, index) => jsonEqual(item, b[index]))
    );
  }
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  return (
    Object.keys(left).every((key) => jsonEqual(left[key], fieldOf(right, key))) &&
    Object.keys(right).every((key) => right[key] === undefined || Object.hasOwn(left, key))
  );
}

/** A field of the record itself: `constructor` and the like are not taken from its prototype. */
const fieldOf = (record: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined;
