const BUCKETS = 4096;
/** Keys remembered in one bucket: what a document repeats is a few dozen, and five of them in one bucket are rare. */
const WAYS = 8;
const MAX_KEY_BYTES = 64;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * Counts keys that were not met before: engines build a shape for each, which takes a hundred times what a key takes that
 * is in every node. Remembers some thousand keys by their hash; one that was forgotten, is long, or is cut off by the end
 * of a piece counts again.
 */
export class DistinctKeys {
  readonly #maximum: number;
  readonly #seen = new Int32Array(BUCKETS * WAYS);
  readonly #seed: number;
  #count = 0;

  /** @param seed a whole number that nobody outside knows, so that they cannot prepare keys that are taken for each other. */
  constructor(maximum: number, seed: number) {
    this.#maximum = maximum;
    this.#seed = seed;
  }

  /**
   * @param start index after the opening quote.
   * @param isLarge the key is in an object that has no shape; each counts there.
   * @returns false when there are more than the maximum.
   */
  add(bytes: Uint8Array, start: number, isLarge: boolean): boolean {
    const hash = isLarge ? 0 : this.#hash(bytes, start);
    if (hash === 0 || !this.#isKnown(hash)) this.#count += 1;
    return this.#count <= this.#maximum;
  }

  /** @returns 0 for a key that is not told from others. */
  #hash(bytes: Uint8Array, start: number): number {
    let hash = this.#seed;
    const end = Math.min(bytes.length, start + MAX_KEY_BYTES);
    for (let at = start; at < end; at += 1) {
      const code = bytes[at]!;
      if (code === QUOTE) return hash | 0 || 1;
      if (code === BACKSLASH) return 0;
      hash = Math.imul(hash ^ code, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return 0;
  }

  /** The key is the first of its bucket afterwards; the one that was met longest ago goes. */
  #isKnown(hash: number): boolean {
    const seen = this.#seen;
    const first = (hash & (BUCKETS - 1)) * WAYS;
    let moved = hash;
    for (let at = first; at < first + WAYS; at += 1) {
      const other = seen[at]!;
      seen[at] = moved;
      if (other === hash) return true;
      moved = other;
    }
    return false;
  }
}
