import type { ColorPoints } from './icc-points.ts';

/**
 * The code points that a stream of AV1 says itself, in its sequence header. Source: AV1 Bitstream & Decoding Process
 * Specification, 5.5; AV1 Codec ISO Media File Format Binding, 2.3.
 */

const SEQUENCE_HEADER = 1;
const TEMPORAL_DELIMITER = 2;

/** Reads bits, the highest first; behind the end there are zeros. */
class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1, this.#at += 1)
      value = value * 2 + (((this.#bytes[this.#at >> 3] ?? 0) >> (7 - (this.#at & 7))) & 1);
    return value;
  }

  flag(): boolean {
    return this.read(1) === 1;
  }

  /** A number whose length is said by the zeros before it. */
  skipExponent(): void {
    let zeros = 0;
    while (zeros < 32 && !this.flag()) zeros += 1;
    this.read(zeros === 32 ? 0 : zeros);
  }
}

/** @param stream its first bytes. @returns null where it says none, or does not begin with its header */
export function av1Points(stream: Uint8Array): ColorPoints | null {
  const header = stream[0] ?? 0;
  const type = (header >> 3) & 15;
  let at = 1 + ((header >> 2) & 1);
  // The size, seven bits a byte.
  if (((header >> 1) & 1) === 1) {
    while (at < stream.length && (stream[at] ?? 0) >= 128) at += 1;
    at += 1;
  }
  // It is empty.
  if (type === TEMPORAL_DELIMITER && stream.length > at) return av1Points(stream.subarray(at));
  return type === SEQUENCE_HEADER && at < stream.length ? colorsOf(new Bits(stream.subarray(at))) : null;
}

function colorsOf(bits: Bits): ColorPoints | null {
  const profile = bits.read(3);
  bits.read(1);
  const isReduced = bits.flag();
  if (isReduced) bits.read(5);
  else skipOperatingPoints(bits);
  const [widthBits, heightBits] = [bits.read(4) + 1, bits.read(4) + 1];
  bits.read(widthBits);
  bits.read(heightBits);
  if (!isReduced && bits.flag()) bits.read(7);
  bits.read(3);
  if (!isReduced) skipTools(bits);
  bits.read(3);
  const isDeep = bits.flag();
  if (profile === 2 && isDeep) bits.read(1);
  const isGray = profile !== 1 && bits.flag();
  if (!bits.flag()) return null;
  const [primaries, transfer, matrix] = [bits.read(8), bits.read(8), bits.read(8)];
  // sRGB as RGB says no range.
  const isRgb = !isGray && primaries === 1 && transfer === 13 && matrix === 0;
  return { primaries, transfer, fullRange: isRgb || bits.flag() };
}

function skipOperatingPoints(bits: Bits): void {
  let delayBits = 0;
  if (bits.flag()) {
    bits.read(64);
    if (bits.flag()) bits.skipExponent();
    if (bits.flag()) {
      delayBits = bits.read(5) + 1;
      bits.read(42);
    }
  }
  const hasDelays = bits.flag();
  const count = bits.read(5) + 1;
  for (let point = 0; point < count; point += 1) {
    bits.read(12);
    if (bits.read(5) > 7) bits.read(1);
    if (delayBits > 0 && bits.flag()) bits.read(2 * delayBits + 1);
    if (hasDelays && bits.flag()) bits.read(4);
  }
}

function skipTools(bits: Bits): void {
  bits.read(4);
  const hasOrder = bits.flag();
  if (hasOrder) bits.read(2);
  const isScreenContent = bits.flag() || bits.flag();
  if (isScreenContent && !bits.flag()) bits.read(1);
  if (hasOrder) bits.read(3);
}
