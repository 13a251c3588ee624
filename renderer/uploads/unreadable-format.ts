import { namesExternalMedia } from '#shared/film/external-media.ts';
import { isJpegXl, JPEG_XL_HEAD_BYTES } from '#shared/film/jpeg-xl.ts';
import { words } from '#renderer/words/index.ts';
import { isHeic } from './dropped-files.ts';

/**
 * Why nothing here can read a file of this computer although it is a picture or video, and what to do.
 * @returns null for all others; a file that cannot be read at all is one of them
 */
export async function unreadableFormat(file: File): Promise<string | null> {
  if (isHeic(file)) return words.clips.isHeic(file.name);
  const bytesOf = async (at: number, length: number): Promise<Uint8Array> =>
    new Uint8Array(await file.slice(at, at + length).arrayBuffer());
  if (isJpegXl(await bytesOf(0, JPEG_XL_HEAD_BYTES).catch(() => new Uint8Array())))
    return words.clips.isJpegXl(file.name);
  const isExternal = await namesExternalMedia(bytesOf).catch(() => false);
  return isExternal ? words.clips.isExternal(file.name) : null;
}
