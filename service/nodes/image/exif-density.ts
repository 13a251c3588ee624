/** Tags of a TIFF directory, and the one type that resolutions have. Source: Exif 2.32, 4.6.4; TIFF 6.0, section 8. */
const X_RESOLUTION = 0x11a;
const RESOLUTION_UNIT = 0x128;
const RATIONAL = 5;
const CENTIMETERS = 3;
const INCH = 2.54;

const ENTRY_BYTES = 12;
/** More entries than any camera writes. */
const MAX_ENTRIES = 512;

/**
 * Dots an inch that the EXIF block of a picture says, for formats whose decoder does not: WebP and AVIF.
 * @param exif the block, with or without the `Exif` that stands before it in some files.
 * @returns null where it says none, or cannot be read.
 */
export function exifDensity(exif: Buffer): number | null {
  const tiff = exif.subarray(exif.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0);
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return null;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const little = order === 'II';
  const start = view.getUint32(4, little);
  if (start + 2 > tiff.length) return null;
  const count = Math.min(view.getUint16(start, little), MAX_ENTRIES);
  let dots: number | null = null;
  let unit = 1;
  for (let at = start + 2; at + ENTRY_BYTES <= Math.min(tiff.length, start + 2 + count * ENTRY_BYTES);) {
    const tag = view.getUint16(at, little);
    if (tag === RESOLUTION_UNIT && view.getUint16(at + 8, little) === CENTIMETERS) unit = INCH;
    if (tag === X_RESOLUTION && view.getUint16(at + 2, little) === RATIONAL) {
      const value = view.getUint32(at + 8, little);
      if (value + 8 <= tiff.length) dots = view.getUint32(value, little) / view.getUint32(value + 4, little);
    }
    at += ENTRY_BYTES;
  }
  return dots !== null && Number.isFinite(dots) && dots > 0 ? Math.round(dots * unit) : null;
}
