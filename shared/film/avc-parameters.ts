/**
 * What an H.264 video says of its frames: whether they may be of two fields, which were recorded one after the other, and how high
 * they are. Browsers show both fields at once, as a comb where something moves. Source: ITU-T H.264, 7.3.2.1.1 and B.1; ISO/IEC 14496-15, 5.3.3.1.
 */

const SEQUENCE_PARAMETERS = 7;
/** Bytes of a set of parameters that are looked at; more than any encoder writes before what is looked for. */
const MAX_BYTES = 512;
/** Profiles whose sets say more of colors, as they are numbered. */
const HIGH_PROFILES: ReadonlySet<number> = new Set([
  100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135,
]);
const FOUR_TWO_ZERO = 1;
const FOUR_FOUR_FOUR = 3;
/** No level of H.264 has higher frames. */
const MAX_HEIGHT = 16_880;
/** Rows of pixels in a block. */
const BLOCK = 16;
/** Most frames that a count of them may name. */
const MAX_CYCLE = 255;

/** Bits of a set, one after the other; behind its end there are zeros. */
class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** All of it has been read, so that what it says means nothing. */
  get isExhausted(): boolean {
    return this.#at > this.#bytes.length * 8;
  }

  bit(): number {
    const byte = this.#bytes[this.#at >> 3] ?? 0;
    const value = (byte >> (7 - (this.#at & 7))) & 1;
    this.#at += 1;
    return value;
  }

  bits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index += 1) value = value * 2 + this.bit();
    return value;
  }

  /** A number in the code of Golomb; signed ones are read as well where their value does not count. */
  golomb(): number {
    let zeros = 0;
    while (zeros < 32 && !this.isExhausted && this.bit() === 0) zeros += 1;
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  signed(): number {
    const value = this.golomb();
    return value % 2 === 1 ? (value + 1) / 2 : -value / 2;
  }
}

/** Takes out the bytes that keep a set from looking like the beginning of another. */
function unescaped(bytes: Uint8Array): Uint8Array {
  const unitBytes: number[] = [];
  for (const [at, byte] of bytes.entries()) {
    if (byte === 3 && bytes[at - 1] === 0 && bytes[at - 2] === 0) continue;
    unitBytes.push(byte);
  }
  return Uint8Array.from(unitBytes);
}

function skipScalingLists(bits: Bits, isFull: boolean): void {
  for (let list = 0; list < (isFull ? 12 : 8) && !bits.isExhausted; list += 1) {
    if (bits.bit() === 0) continue;
    let last = 8;
    for (let index = 0; index < (list < 6 ? 16 : 64) && last !== 0; index += 1)
      last = (last + bits.signed() + 256) % 256;
  }
}

/** @returns how many rows of pixels share a row of colors */
function readChroma(bits: Bits): number {
  const chroma = bits.golomb();
  if (chroma === FOUR_FOUR_FOUR) bits.bit();
  // Bits of luma and of chroma, and whether some of it is lossless.
  bits.golomb();
  bits.golomb();
  bits.bit();
  if (bits.bit() === 1) skipScalingLists(bits, chroma === FOUR_FOUR_FOUR);
  return chroma === FOUR_TWO_ZERO ? 2 : 1;
}

function skipOrder(bits: Bits): void {
  const type = bits.golomb();
  if (type === 0) bits.golomb();
  if (type !== 1) return;
  bits.bit();
  bits.golomb();
  bits.golomb();
  const cycle = Math.min(bits.golomb(), MAX_CYCLE);
  for (let frame = 0; frame < cycle; frame += 1) bits.golomb();
}

/** What a set of parameters says. */
export interface AvcParameters {
  hasFields: boolean;
  /** Stored pixels that are to be seen. */
  height: number;
}

/** @param unit a set of parameters, with the byte that says so. @returns null where it ends too early */
function parametersIn(unit: Uint8Array): AvcParameters | null {
  const bits = new Bits(unescaped(unit.subarray(1, MAX_BYTES)));
  const profile = bits.bits(8);
  // Constraints, level, and the number of the set.
  bits.bits(16);
  bits.golomb();
  const rowsOfColor = HIGH_PROFILES.has(profile) ? readChroma(bits) : 2;
  bits.golomb();
  skipOrder(bits);
  // How many frames others are made from, whether some may be missing, and the width.
  bits.golomb();
  bits.bit();
  bits.golomb();
  const blocks = bits.golomb() + 1;
  const hasFields = bits.bit() === 0;
  // How fields are stored, and how motion is.
  bits.bits(hasFields ? 2 : 1);
  const fields = hasFields ? 2 : 1;
  let cut = 0;
  if (bits.bit() === 1) {
    bits.golomb();
    bits.golomb();
    cut = bits.golomb() + bits.golomb();
  }
  const height = fields * (blocks * BLOCK - cut * rowsOfColor);
  return bits.isExhausted || height < 1 || height > MAX_HEIGHT ? null : { hasFields, height };
}

const isParameters = (unit: Uint8Array): boolean => ((unit[0] ?? 0) & 0x1f) === SEQUENCE_PARAMETERS;

/** The first set of parameters of a stream, from behind its start code. */
function parametersOf(stream: Uint8Array): Uint8Array | null {
  for (let at = 2; at < stream.length - 1; at += 1) {
    if (stream[at] !== 1 || stream[at - 1] !== 0 || stream[at - 2] !== 0) continue;
    const unit = stream.subarray(at + 1, at + 1 + MAX_BYTES);
    if (isParameters(unit)) return unit;
  }
  return null;
}

/**
 * @param description what the container says of its H.264, as WebCodecs takes it (avcC); null where the stream says it
 * @param firstFrame the bytes of the first frame, which are looked at then
 * @returns null where neither says it
 */
export function avcParameters(description: Uint8Array | null, firstFrame: Uint8Array): AvcParameters | null {
  const isIncluded = description !== null && ((description[5] ?? 0) & 0x1f) > 0;
  const unit = description === null ? parametersOf(firstFrame) : description.subarray(8);
  return unit !== null && (isIncluded || description === null) && isParameters(unit)
    ? parametersIn(unit)
    : null;
}
