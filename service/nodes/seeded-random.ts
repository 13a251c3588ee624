/** Numbers from 0 up to 1 that only depend on the seed (mulberry32): the same everywhere, good enough for pictures. */
export function seededRandom(seed: number): () => number {
  // Through the bits of the double, so that 1.5 and 1.25 are seeds of their own.
  const bits = new Uint32Array(new Float64Array([seed]).buffer);
  let state =
    Math.imul((bits[0] ?? 0) ^ Math.imul((bits[1] ?? 0) ^ 0x9e3779b9, 0x85ebca6b), 0xc2b2ae35) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What a seed field holds: any whole number up to here. */
export const SEED_LIMIT = 999_999_999;
