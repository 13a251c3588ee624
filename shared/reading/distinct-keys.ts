/** The table begins small: most texts have a few keys, and one of full size for each would keep the collector busy. */
const FIRST_BUCKETS = 16;
const MAX_BUCKETS = 4096;
/** Keys remembered in one bucket: what a document repeats is a few dozen, and five of them in one bucket are rare. */
const ASSOCIATIVITY = 8;
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
  /** Hashes by bucket, in each the last met first; 0 where there is none. */
  #observed = new Int32Array(FIRST_BUCKETS * ASSOCIATIVITY);
  #buckets = FIRST_BUCKETS;
  #stored = 0;
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
    if (hash === 0 || !this.#isCached(hash)) this.#count += 1;
    return this.#count <= this.#maximum;
  }

  /** @returns 0 for a key that is not told from others. */
  #hash(bytes: Uint8Array, start: number): number {
    let hash = this.#seed;
    const end = Math.min(bytes.length, start + MAX_KEY_BYTES);
    for (let at = start; at < end; at += 1) {
      const code = bytes[at]!;
      if (code === QUOTE) return spread(hash) || 1;
      if (code === BACKSLASH) return 0;
      hash = Math.imul(hash ^ code, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return 0;
  }

  /** The key is the first of its bucket afterwards; the one that was met longest ago goes. */
  #isCached(hash: number): boolean {
    const table = this.#observed;
    const first = (hash & (this.#buckets - 1)) * ASSOCIATIVITY;
    let shifted = hash;
    for (let at = first; at < first + ASSOCIATIVITY; at += 1) {
      const candidate = table[at]!;
      table[at] = shifted;
      if (candidate === hash) return true;
      shifted = candidate;
    }
    this.#stored += 1;
    // With a key in each bucket on average, hardly one of them is full.
    if (this.#stored > this.#buckets && this.#buckets < MAX_BUCKETS) this.#grow();
    return false;
  }

  #grow(): void {
    const before = this.#observed;
    const buckets = this.#buckets * 4;
    const table = new Int32Array(buckets * ASSOCIATIVITY);
    // A bucket's keys go to buckets that took none from elsewhere, so they fit, and in their order.
    const filled = new Uint8Array(buckets);
    for (const hash of before) {
      if (hash === 0) continue;
      const bucket = hash & (buckets - 1);
      table[bucket * ASSOCIATIVITY + filled[bucket]!] = hash;
      filled[bucket]! += 1;
    }
    this.#observed = table;
    this.#buckets = buckets;
  }
}

/** Lets each bit depend on all others: keys that differ in their last character would share few buckets else. */
function spread(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}
