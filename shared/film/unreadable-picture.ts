import { HEIC_HEAD_BYTES, isHeicHead } from './heic.ts';
import { isJpegXl, JPEG_XL_HEAD_BYTES } from './jpeg-xl.ts';

/** Bytes that tell. */
export const PICTURE_HEAD_BYTES = Math.max(HEIC_HEAD_BYTES, JPEG_XL_HEAD_BYTES);

/** What people call a format of pictures that nothing here decodes, by the first bytes of a file; null of any other file. */
export function unreadablePicture(head: Uint8Array): 'HEIC' | 'JPEG XL' | null {
  if (isHeicHead(head)) return 'HEIC';
  return isJpegXl(head) ? 'JPEG XL' : null;
}
