import type { ReadBytes } from '#shared/film/bytes.ts';
import { namesExternalMedia } from '#shared/film/external-media.ts';
import { unusedHdr } from '#shared/film/hdr-notes.ts';
import { HEIC_HEAD_BYTES, isHeicHead } from '#shared/film/heic.ts';
import { isJpegXl } from '#shared/film/jpeg-xl.ts';
import { countSoundTracks } from '#shared/film/sound-tracks.ts';
import { words } from '#renderer/words/index.ts';
import { isHeic, readDrop, uploadRejection } from './dropped-files.ts';

const readerOf =
  (file: File): ReadBytes =>
  async (at, length) =>
    new Uint8Array(await file.slice(at, at + length).arrayBuffer());

/**
 * Why nothing here can read a file of this computer although it is a picture or video, and what to do.
 * @returns null for all others; a file that cannot be read at all is one of them
 */
export async function unreadableFormat(file: File): Promise<string | null> {
  const byName = unreadableRecord({ filename: file.name, contentType: file.type });
  if (byName !== null) return byName;
  const bytesOf = readerOf(file);
  const head = await bytesOf(0, HEIC_HEAD_BYTES).catch(() => new Uint8Array());
  if (isHeicHead(head)) return words.clips.isHeic(file.name);
  if (isJpegXl(head)) return words.clips.isJpegXl(file.name);
  const isExternal = await namesExternalMedia(bytesOf).catch(() => false);
  return isExternal ? words.clips.isExternal(file.name) : null;
}

const HDR_NOTES = { 'gain-map': words.clips.hasHdrMap, profile: words.clips.hasHdrProfile } as const;

/** What of a file of this computer that can be read is not used, or looks other in places. @returns null for most */
export async function formatNote(file: File): Promise<string | null> {
  const read = readerOf(file);
  const unused = await unusedHdr(read).catch(() => null);
  if (unused) return HDR_NOTES[unused](file.name);
  const tracks = await countSoundTracks(read).catch(() => 0);
  return tracks > 1 ? words.clips.hasSoundTracks(file.name, tracks) : null;
}

/** As `unreadableFormat`, of a file of the service, by its name and type alone. */
export function unreadableRecord({
  filename,
  contentType,
}: {
  filename: string;
  contentType: string;
}): string | null {
  if (isHeic({ name: filename, type: contentType })) return words.clips.isHeic(filename);
  return contentType === 'image/jxl' || /\.jxl$/i.test(filename) ? words.clips.isJpegXl(filename) : null;
}

/** Why a file cannot stand where a picture, video or sound is shown: it cannot be uploaded, or nothing reads it. */
export const mediumRejection = async (file: File): Promise<string | null> =>
  (await uploadRejection(file)) ?? (await unreadableFormat(file));

/** How a field of files takes what is chosen and dropped. */
export const fileReadError = { checkFile: uploadRejection, checkMedium: mediumRejection, read: readDrop };
