import { DamagedFile, latin } from './bytes.ts';
import type { Container, BytesOrRange, RandomBytes } from './bytes.ts';
import { findInJpeg, MAX_JPEG_BASE64, planJpeg } from './jpeg.ts';
import { findInPng, planPng, PNG_SIGNATURE } from './png.ts';
import { findInWebp, planWebp } from './webp.ts';

/** Most bytes of compressed settings in one file; of a JPEG it is less. */
const MAX_COMPRESSED_BYTES = 4 * 1024 * 1024;
/** Of an XMP packet that is read: other programs write into it as well. */
const MAX_PACKET_BYTES = 8 * 1024 * 1024;

/** What a file is by its first bytes; null of what cannot carry settings. */
async function containerOf(source: RandomBytes): Promise<Container | null> {
  const head = latin(await source.read(0, 12));
  if (head.startsWith(latin(PNG_SIGNATURE))) return 'png';
  if (head.startsWith('\u00ff\u00d8\u00ff')) return 'jpeg';
  return head.startsWith('RIFF') && head.slice(8) === 'WEBP' ? 'webp' : null;
}

/** What a file's type can carry. @param base64Length of the compressed settings. */
export function canCarry(contentType: string | null, base64Length: number): boolean {
  if (contentType === 'image/jpeg') return base64Length <= MAX_JPEG_BASE64;
  const isDifferent = contentType === 'image/png' || contentType === 'image/webp';
  return isDifferent && base64Length <= (MAX_COMPRESSED_BYTES / 3) * 4;
}

/** Settings as they lie in a file: compressed by zlib, in a text as base64. */
type PackedSettings = { bytes: Uint8Array } | { base64: string };

/** Looks for settings in a file, and reads no more than it has to. @returns null without any. @throws DamagedFile */
export async function findSettings(source: RandomBytes): Promise<PackedSettings | null> {
  const container = await containerOf(source);
  if (container === null) return null;
  if (container === 'png') {
    const bytes = await findInPng(source, MAX_COMPRESSED_BYTES);
    return bytes && { bytes };
  }
  const base64 = container === 'jpeg' ? await findInJpeg(source) : await findInWebp(source, MAX_PACKET_BYTES);
  if (base64 === null) return null;
  if (base64.length > (MAX_COMPRESSED_BYTES / 3) * 4) {
    throw new DamagedFile('The settings in it are too large.');
  }
  return { base64 };
}

/**
 * How a file is written with settings in it; its pixels stay as they are.
 * @returns null of a file that cannot carry any. @throws DamagedFile
 */
export async function planWithSettings(
  source: RandomBytes,
  { bytes, base64 }: { bytes: Uint8Array; base64: string },
): Promise<BytesOrRange[] | null> {
  switch (await containerOf(source)) {
    case 'png':
      return planPng(source, bytes);
    case 'jpeg':
      return planJpeg(source, base64);
    case 'webp':
      return planWebp(source, base64, MAX_PACKET_BYTES);
    default:
      return null;
  }
}
