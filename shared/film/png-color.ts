import { textAt, viewOf, type ReadBytes, type Unpack } from './bytes.ts';
import { isSrgb, type Chromaticities } from './chromaticities.ts';
import { iccPoints, type ColorPoints } from './icc-points.ts';
import type { PictureColor } from './picture-sdr.ts';

/** How a PNG says its numbers are meant: cICP before a profile, a profile of HDR as code points, any other or sRGB before gAMA and cHRM. */

/** Chunks that are walked over; more is no picture of a camera or program. */
const MAX_CHUNKS = 256;
/** Bytes of a chunk that are looked at: eight numbers of cHRM are the most. */
const MAX_CONTENT = 32;
/** Numbers of a chunk cICP: primaries, transfer, matrix, range. */
const CICP_BYTES = 4;
/** Bytes of a profile that are looked at, packed and unpacked. */
const MAX_PROFILE = 1024 ** 2;
const GAMA_BYTES = 4;
/** gAMA and cHRM count in parts of so many. */
const UNIT = 100_000;
/** Nobody sees a gamma that is nearer than this to that of screens, and programs write 2.2 where they mean sRGB. */
const GAMMA_TOLERANCE = 0.05;
const SCREEN_GAMMA = 2.2;

/** What the chunks before the pixels say. */
class ColorChunks {
  #coded: PictureColor | null = null;
  #gamma = 0;
  #chromaticities: Chromaticities | null = null;
  #profiled: PictureColor | null = null;
  #isProfiled = false;
  #isAnimated = false;

  /** @param content of a chunk that is whole, as far as it is looked at */
  add(type: string, content: Uint8Array, length: number): void {
    if (type === 'sRGB') this.#isProfiled = true;
    else if (type === 'acTL') this.#isAnimated = true;
    else if (type === 'cICP' && length === CICP_BYTES) this.#addPoints(content);
    else if (type === 'gAMA' && length === GAMA_BYTES) this.#gamma = viewOf(content).getUint32(0) / UNIT;
    else if (type === 'cHRM' && length === MAX_CONTENT) this.#chromaticities = chromaticitiesOf(content);
  }

  /** @param points of a profile of HDR; null of any other, which counts itself */
  addProfile(points: ColorPoints | null): void {
    this.#isProfiled = true;
    this.#profiled = points;
  }

  #addPoints([primaries = 2, transfer = 2, matrix, range]: Uint8Array): void {
    // Of another matrix its numbers would be no colors.
    if (matrix === 0) this.#coded = { primaries, transfer, fullRange: range !== 0 };
    else this.#isProfiled = true;
  }

  /** @param hasPixels whether they follow, without which a gamma is one of nothing */
  color(hasPixels: boolean): PictureColor | null {
    const isGamma = hasPixels && !this.#isProfiled;
    const color =
      this.#coded ?? this.#profiled ?? (isGamma ? gammaColor(this.#gamma, this.#chromaticities) : null);
    return color && this.#isAnimated ? { ...color, isAnimated: true } : color;
  }
}

/** @returns null where its numbers are those of sRGB, or a profile says them. @throws what reading says */
export async function pngColor(read: ReadBytes, unpack: Unpack): Promise<PictureColor | null> {
  const chunks = new ColorChunks();
  let at = 8;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    const head = await read(at, 8 + MAX_CONTENT);
    if (head.length < 8) break;
    const length = viewOf(head).getUint32(0);
    const type = textAt(head, 4, 4);
    // What says colors has to stand before the pixels.
    if (type === 'IDAT') return chunks.color(true);
    if (type === 'IEND') break;
    const content = head.subarray(8, 8 + length);
    if (type === 'iCCP')
      chunks.addProfile(await profilePoints(await read(at + 8, Math.min(length, MAX_PROFILE)), unpack));
    else if (content.length === Math.min(length, MAX_CONTENT)) chunks.add(type, content, length);
    at += 12 + length;
  }
  return chunks.color(false);
}

/** A profile of PQ that readers know by its name. Source: W3C Note, Using the ITU BT.2100 PQ EOTF with the PNG Format. */
const PQ_NAME = 'ITUR_2100_PQ_FULL';
const BT2100_PQ: ColorPoints = { primaries: 9, transfer: 16, fullRange: true };

/** @param chunk what a chunk iCCP holds: a name of at most 79 bytes, a zero, the way it is packed, and the profile */
async function profilePoints(chunk: Uint8Array, unpack: Unpack): Promise<ColorPoints | null> {
  const end = chunk.indexOf(0);
  if (end < 1 || end > 79) return null;
  if (textAt(chunk, 0, end) === PQ_NAME) return BT2100_PQ;
  return iccPoints(await unpack(chunk.subarray(end + 2), MAX_PROFILE));
}

function chromaticitiesOf(content: Uint8Array): Chromaticities {
  const view = viewOf(content);
  const point = (index: number) =>
    [view.getUint32(index * 8) / UNIT, view.getUint32(index * 8 + 4) / UNIT] as const;
  return { white: point(0), red: point(1), green: point(2), blue: point(3) };
}

/** Primaries count with a gamma alone, as browsers have it. */
function gammaColor(gamma: number, chromaticities: Chromaticities | null): PictureColor | null {
  if (gamma === 0) return null;
  const isWide = chromaticities !== null && !isSrgb(chromaticities);
  if (!isWide && Math.abs(gamma * SCREEN_GAMMA - 1) < GAMMA_TOLERANCE) return null;
  return {
    primaries: 2,
    transfer: 2,
    exponent: 1 / gamma,
    ...(isWide && { chromaticities }),
    fullRange: true,
  };
}
