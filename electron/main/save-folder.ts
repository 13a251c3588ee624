import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { app, dialog, type BrowserWindow } from 'electron';
import type { SaveFolderRequest, SaveFolderResult } from '#shared/desk/bridge.ts';
import { mediaOrigin } from './origins.ts';
import { errorMessage, proposedName, writeMedia } from './save-file.ts';
import type { DesktopWords } from './words.ts';

const MAX_NAMES_TRIED = 1000;

/**
 * Asks for a place, makes a folder there, and streams the files into it one after another. What cannot be read is left
 * out and counted; a disk that takes no more ends it, and what was written stays.
 * @param media responses to requests on the media origin.
 */
export async function saveFolder(
  window: BrowserWindow,
  { name, files }: SaveFolderRequest,
  media: (request: Request) => Promise<Response>,
  t: DesktopWords['folder'],
): Promise<SaveFolderResult> {
  if (!files.every(({ mediaUrl }) => mediaUrl.startsWith(`${mediaOrigin}/`))) {
    return { outcome: 'failed', message: 'Only files that Patchbay shows can be saved.' };
  }
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: t.title,
    buttonLabel: t.save,
    defaultPath: app.getPath('downloads'),
    properties: ['openDirectory', 'createDirectory'],
  });
  const [directory] = filePaths;
  if (canceled || directory === undefined) return { outcome: 'canceled' };
  let missing = 0;
  try {
    const folder = await makeFolder(directory, proposedName(name));
    for (const file of files) {
      const isSaved = await writeMedia(file.mediaUrl, join(folder.path, proposedName(file.name)), media);
      if (!isSaved) missing += 1;
    }
    return { outcome: 'saved', name: folder.name, missing };
  } catch (error) {
    return { outcome: 'failed', message: errorMessage(error) };
  }
}

/** A folder that was not there before: what a person has of this name is left alone. */
async function makeFolder(directory: string, name: string): Promise<{ path: string; name: string }> {
  for (let count = 1; ; count += 1) {
    const tried = count === 1 ? name : `${name} (${count})`;
    const path = join(directory, tried);
    try {
      await mkdir(path);
      return { path, name: tried };
    } catch (error) {
      const isExisting = (error as { code?: unknown }).code === 'EEXIST';
      if (!isExisting || count >= MAX_NAMES_TRIED) throw error;
    }
  }
}
