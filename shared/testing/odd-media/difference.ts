/** How far pictures may be apart: levels on average, and the share of pixels that are more than `FAR` levels off. */
interface Difference {
  mean: number;
  far: number;
}
const FAR = 16;
/** Edges between colors of half the resolution differ by decoder; what was encoded anew is compressed as well. */
const BOUNDS = { original: { mean: 2.5, far: 0.04 }, encoded: { mean: 5, far: 0.1 } } as const;

/** @param a and @param b pixels of four bytes, whose transparency does not count */
function differenceOf(a: Uint8ClampedArray | Uint8Array, b: Uint8ClampedArray | Uint8Array): Difference {
  let [sum, far] = [0, 0];
  for (let at = 0; at < a.length; at += 4) {
    let most = 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const apart = Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0));
      sum += apart;
      most = Math.max(most, apart);
    }
    if (most > FAR) far += 1;
  }
  return { mean: sum / ((a.length / 4) * 3), far: far / (a.length / 4) };
}

/** How two pictures differ, to be compared with `{ isNear: true }`, so that a failure shows by how much. */
export function compared(
  a: Uint8ClampedArray | Uint8Array,
  b: Uint8ClampedArray | Uint8Array,
  kind: keyof typeof BOUNDS,
): Difference & { isNear: boolean } {
  const found = differenceOf(a, b);
  const bounds = BOUNDS[kind];
  const isNear = a.length === b.length && found.mean <= bounds.mean && found.far <= bounds.far;
  return { ...found, isNear };
}
