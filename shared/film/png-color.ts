import { textAt, viewOf, type ReadBytes } from './bytes.ts';
import { isSrgb, type Chromaticities } from './chromaticities.ts';
import type { PictureColor } from './picture-sdr.ts';

/** How a PNG says its numbers are meant: cICP before a profile, a profile or sRGB before gAMA and cHRM. */

/** Chunks that are walked over; more is no picture of a camera or program. */
const MAX_CHUNKS = 256;
/** Bytes of a chunk that are looked at: eight numbers of cHRM are the most. */
const MAX_CONTENT = 32;
/** Numbers of a chunk cICP: primaries, transfer, matrix, range. */
const CICP_BYTES = 4;
const GAMA_BYTES = 4;
/** gAMA and cHRM count in parts of so many. */
const UNIT = 100_000;
/** Nobody sees a gamma that is nearer than this to that of screens, and programs write 2.2 where they mean sRGB. */
const GAMMA_TOLERANCE = 0.05;
const SCREEN_GAMMA = 2.2;

/** @returns null where its numbers are those of sRGB, or a profile says them. @throws what reading says */
export async function pngColor(read: ReadBytes): Promise<PictureColor | null> {
  let at = 8;
  let gamma = 0;
  let chromaticities: Chromaticities | null = null;
  let isProfiled = false;
  for (let chunk = 0; chunk < MAX_CHUNKS; chunk += 1) {
    const head = await read(at, 8 + MAX_CONTENT);
    // What names no pixels is no picture.
    if (head.length < 8) return null;
    const length = viewOf(head).getUint32(0);
    const type = textAt(head, 4, 4);
    if (type === 'IEND') return null;
    // It has to stand before the pixels.
    if (type === 'IDAT') return isProfiled ? null : gammaColor(gamma, chromaticities);
    const content = head.subarray(8, 8 + length);
    const isComplete = content.length === Math.min(length, MAX_CONTENT);
    if (type === 'cICP' && length === CICP_BYTES && isComplete) {
      const [primaries = 2, transfer = 2, matrix, range] = content;
      return matrix === 0 ? { primaries, transfer, fullRange: range !== 0 } : null;
    }
    if (type === 'iCCP' || type === 'sRGB') isProfiled = true;
    if (type === 'gAMA' && length === GAMA_BYTES && isComplete) gamma = viewOf(content).getUint32(0) / UNIT;
    if (type === 'cHRM' && length === MAX_CONTENT && isComplete) chromaticities = chromaticitiesOf(content);
    at += 12 + length;
  }
  return null;
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
