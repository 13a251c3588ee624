import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { app, dialog, type BrowserWindow } from 'electron';
import type { SaveFileResult, SaveFileRequest } from '#shared/desk/bridge.ts';
import { mediaOrigin } from './origins.ts';

/**
 * Asks where to save, then streams the bytes there: to a file beside the target first, so that a cut never leaves
 * half a picture under the chosen name.
 * @param media responses requests on the media origin.
 */
export async function saveFile(
  window: BrowserWindow,
  { mediaUrl, name, sidecar }: SaveFileRequest,
  media: (request: Request) => Promise<Response>,
): Promise<SaveFileResult> {
  const urls = sidecar === undefined ? [mediaUrl] : [mediaUrl, sidecar.mediaUrl];
  if (!urls.every((url) => url.startsWith(`${mediaOrigin}/`))) {
    return { outcome: 'failed', message: 'Only files that Patchbay shows can be saved.' };
  }
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    defaultPath: join(app.getPath('downloads'), proposedName(name)),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  });
  if (canceled || filePath === '') return { outcome: 'canceled' };

  try {
    if (!(await writeMedia(mediaUrl, filePath, media))) {
      return { outcome: 'failed', message: 'The file could not be read from the service. Try again.' };
    }
    if (
      sidecar !== undefined &&
      !(await writeMedia(sidecar.mediaUrl, `${filePath}${sidecar.ending}`, media))
    ) {
      return {
        outcome: 'failed',
        message: 'The file was saved, but the settings beside it could not be read. Save it again.',
      };
    }
    return { outcome: 'saved', name: basename(filePath) };
  } catch (error) {
    return { outcome: 'failed', message: errorMessage(error) };
  }
}

/**
 * Streams bytes of the media origin to a file, under another name until all of them are there.
 * @returns false when they cannot be read to their end. @throws when the disk does not take them.
 */
export async function writeMedia(
  mediaUrl: string,
  filePath: string,
  media: (request: Request) => Promise<Response>,
): Promise<boolean> {
  const response = await media(new Request(mediaUrl));
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    return false;
  }
  const temporary = join(dirname(filePath), `.${randomBytes(6).toString('hex')}.part`);
  const { body } = response;
  let isCut = false;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } catch (error) {
      isCut = true;
      throw error;
    }
  }
  try {
    // Opened before anything is read: a stream that fails at once would else be given up before its file is there to be removed.
    const file = await open(temporary, 'wx');
    await pipeline(bytes, file.createWriteStream());
    await rename(temporary, filePath);
    return true;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    if (isCut) return false;
    throw error;
  }
}

/** No folders, no characters that some system refuses, no hidden file. */
export function proposedName(name: string): string {
  const sanitized = name
    .replace(/[\\/:*?"<>|]/g, '_')
    .replace(/\p{Cc}/gu, '')
    .replace(/^\.+/, '')
    .trim();
  return sanitized === '' ? 'file' : sanitized;
}

/** What went wrong with the disk, and what to do next. */
export function errorMessage(error: unknown): string {
  switch ((error as { code?: unknown }).code) {
    case 'ENOSPC':
      return 'The disk is full. Free some space, or choose another place.';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'That folder cannot be written to. Choose another place.';
    default:
      return 'The file could not be saved. Try again, or choose another place.';
  }
}
