import { randomBytes } from 'node:crypto';

/** Crockford's base32 in lower case: sorts like the number it writes. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_BITS = 80n;

const base32 = (value: bigint, characters: number): string => {
  let text = '';
  for (let remaining = value, i = 0; i < characters; i += 1, remaining >>= 5n)
    text = ALPHABET[Number(remaining & 31n)] + text;
  return text;
};

/**
 * Makes ids that sort by the time they were made: `prefix` + 10 characters of milliseconds + 16 of randomness.
 * Ids of one millisecond ascend too.
 */
export function createIds(getTime: () => number): (prefix: string) => string {
  let lastTime = -1;
  let lastRandom = 0n;
  return (prefix) => {
    const time = Math.max(getTime(), lastTime);
    if (time > lastTime) {
      // The top bit stays clear, so that counting up within a millisecond never overflows.
      lastRandom = BigInt(`0x${randomBytes(10).toString('hex')}`) >> 1n;
      lastTime = time;
    } else {
      lastRandom += 1n + BigInt(randomBytes(3).readUIntBE(0, 3));
    }
    return `${prefix}_${base32(BigInt(time), 10)}${base32(lastRandom & ((1n << RANDOM_BITS) - 1n), 16)}`;
  };
}

/** An id of `createIds`, with its prefix. */
export const isId = (prefix: string, text: string): boolean =>
  new RegExp(`^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`).test(text);
