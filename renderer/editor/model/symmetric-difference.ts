/** What is in one of two sets and not in the other. */
export function symmetricDifference<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> {
  if (a.size === 0) return b;
  if (b.size === 0) return a;
  const only = new Set<T>();
  for (const item of a) if (!b.has(item)) only.add(item);
  for (const item of b) if (!a.has(item)) only.add(item);
  return only;
}
