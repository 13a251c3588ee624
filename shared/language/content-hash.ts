/**
 * MurmurHash3 (x86, 128 bit) over the UTF-16 units of a text, as 28 letters and digits. For telling contents apart where
 * nobody gains from a collision: it answers at once, in a page as in a service, and is no seal.
 */
export function contentHash(text: string): string {
  const { length } = text;
  let h1 = length;
  let h2 = 0x9e3779b9 | 0;
  let h3 = 0x85ebca6b | 0;
  let h4 = 0xc2b2ae35 | 0;
  for (let at = 0; at < length; at += UNITS) {
    h1 ^= Math.imul(rotate(Math.imul(wordAt(text, at), C1), 15), C2);
    h1 = (Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0;
    h2 ^= Math.imul(rotate(Math.imul(wordAt(text, at + 2), C2), 16), C3);
    h2 = (Math.imul((rotate(h2, 17) + h3) | 0, 5) + 0x0bcaa747) | 0;
    h3 ^= Math.imul(rotate(Math.imul(wordAt(text, at + 4), C3), 17), C4);
    h3 = (Math.imul((rotate(h3, 15) + h4) | 0, 5) + 0x96cd1c35) | 0;
    h4 ^= Math.imul(rotate(Math.imul(wordAt(text, at + 6), C4), 18), C1);
    h4 = (Math.imul((rotate(h4, 13) + h1) | 0, 5) + 0x32ac3b17) | 0;
  }
  h1 = (h1 + h2 + h3 + h4) | 0;
  h2 = avalanche((h2 + h1) | 0);
  h3 = avalanche((h3 + h1) | 0);
  h4 = avalanche((h4 + h1) | 0);
  h1 = (avalanche(h1) + h2 + h3 + h4) | 0;
  return raw(h1) + raw((h2 + h1) | 0) + raw((h3 + h1) | 0) + raw((h4 + h1) | 0);
}

/** UTF-16 units in one block of 128 bits. */
const UNITS = 8;

const C1 = 0x239b961b;
const C2 = 0xab0e9789 | 0;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93 | 0;

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

/** Two units as one number; beyond the end of the text they are zero, which its length at the start tells apart. */
function wordAt(text: string, at: number): number {
  if (at + 1 < text.length) return text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16);
  return at < text.length ? text.charCodeAt(at) : 0;
}

function avalanche(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

const raw = (value: number): string => (value >>> 0).toString(36).padStart(7, '0');
