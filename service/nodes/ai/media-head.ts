/**
 * What the first bytes of a sound or video say that it is, without decoding anything: see `picture-head.ts`. Names of types in
 * answers are not believed.
 */

export interface MediaHead {
  /** Ending of a file name. */
  ending: string;
  contentType: string;
}

const head = (ending: string, contentType: string): MediaHead => ({ ending, contentType });

const textAt = (bytes: Uint8Array, offset: number, length = 4): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + length));

/** The main brand of a file of ISO base media, such as MP4; null for any other. */
const brandOf = (bytes: Uint8Array): string | null =>
  textAt(bytes, 4) === 'ftyp' ? textAt(bytes, 8).trim().toLowerCase() : null;

/** Brands of ISO base media that hold pictures. */
const PICTURE_BRANDS: ReadonlySet<string> = new Set(['avif', 'avis', 'heic', 'heix', 'mif1', 'msf1']);

/** @returns null for anything but MP3, WAV, Ogg, FLAC, AAC and M4A. */
export function readSoundHead(bytes: Uint8Array): MediaHead | null {
  const [first = 0, second = 0, third = 0] = bytes;
  if (bytes.byteLength < 12) return null;
  if (textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WAVE') return head('wav', 'audio/wav');
  if (textAt(bytes, 0) === 'OggS') return head('ogg', 'audio/ogg');
  if (textAt(bytes, 0) === 'fLaC') return head('flac', 'audio/flac');
  if (textAt(bytes, 0, 3) === 'ID3') return head('mp3', 'audio/mpeg');
  if (brandOf(bytes)?.startsWith('m4') === true) return head('m4a', 'audio/mp4');
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return null;
  const layer = (second >> 1) & 3;
  if (layer === 0) return (second & 0xf0) === 0xf0 ? head('aac', 'audio/aac') : null;
  // Neither a bit rate nor a sample rate that there is not.
  const isFrame = third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
  return isFrame ? head('mp3', 'audio/mpeg') : null;
}

/** @returns null for anything but MP4, QuickTime and WebM. */
export function readVideoHead(bytes: Uint8Array): MediaHead | null {
  const brand = brandOf(bytes);
  if (brand !== null) {
    if (PICTURE_BRANDS.has(brand) || brand.startsWith('m4a')) return null;
    return brand === 'qt' ? head('mov', 'video/quicktime') : head('mp4', 'video/mp4');
  }
  const isMatroska = bytes[0] === 0x1a && textAt(bytes, 1, 3) === 'E\xdf\xa3';
  return isMatroska && textAt(bytes, 0, 64).includes('webm') ? head('webm', 'video/webm') : null;
}
