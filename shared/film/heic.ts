/** Brands of photos that are compressed as HEVC is. Source: ISO/IEC 23008-12, annex B. */
const BRANDS: ReadonlySet<string> = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
/** Brands of a container of pictures, which say no codec. */
const OPEN: ReadonlySet<string> = new Set(['mif1', 'msf1', 'mif2']);

/** Bytes that tell. */
export const HEIC_HEAD_BYTES = 64;

/**
 * Whether a file is a photo as iPhones make them, whatever it is called; no decoder of pictures here reads it. AVIF has the same
 * container and is none. @param head its first bytes
 */
export function isHeicHead(head: Uint8Array): boolean {
  const textAt = (at: number): string => String.fromCharCode(...head.subarray(at, at + 4));
  if (head.length < 16 || textAt(4) !== 'ftyp') return false;
  if (BRANDS.has(textAt(8))) return true;
  if (!OPEN.has(textAt(8))) return false;
  const size = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  const brands: string[] = [];
  for (let at = 16; at + 4 <= Math.min(size, head.length); at += 4) brands.push(textAt(at));
  return brands.some((brand) => BRANDS.has(brand)) && !brands.includes('avif');
}
