import { readApiError } from '#shared/api/index.ts';
import { deskFetch, describeProblem } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { prepareArchive } from './save-output.ts';

const t = words.viewer.saveFolder;

declare global {
  interface Window {
    /** There in some browsers; asks the person for a folder. Rejects with `AbortError` when none was chosen. */
    showDirectoryPicker?: (options: {
      id: string;
      mode: 'readwrite';
      startIn: 'downloads';
    }) => Promise<FileSystemDirectoryHandle>;
  }
}

const MAX_NAMES_TRIED = 1000;

/** Whether several files can be saved as a folder here; elsewhere there is the ZIP. */
export const canSaveFolder = (): boolean =>
  window.patchbay !== undefined || window.showDirectoryPicker !== undefined;

/** What became of a folder that was to be saved. */
interface SavedFolder {
  name: string;
  /** Files that could not be read. */
  missing: number;
}

/** Saves several outputs into a folder of their own, by their ids in the library of this computer. */
export async function saveOutputsAsFolder(outputIds: readonly string[]): Promise<void> {
  try {
    const saved = await (window.patchbay ? saveByBridge(outputIds) : saveByPicker(outputIds));
    if (saved === null) return;
    const { name, missing } = saved;
    showToast(
      missing === 0
        ? { kind: 'ok', title: t.savedFolder(name) }
        : {
            kind: 'error',
            title: t.couldNotRead(missing),
            description: t.folderSaveThoseMissing(name),
          },
    );
  } catch (error) {
    showToast({ kind: 'error', title: t.outputsNotSaved, description: describeProblem(error) });
  }
}

const folderNameOf = (archiveName: string): string => archiveName.replace(/\.zip$/i, '');

async function saveByBridge(outputIds: readonly string[]): Promise<SavedFolder | null> {
  const { url, name, fileNames } = await prepareArchive(outputIds);
  const result = await window.patchbay?.saveFolder({
    name: folderNameOf(name),
    files: fileNames.map((fileName, index) => ({ mediaUrl: `${url}/${index}`, name: fileName })),
  });
  if (result === undefined || result.outcome === 'canceled') return null;
  if (result.outcome === 'saved') return result;
  showToast({ kind: 'error', title: t.outputsNotSaved, description: result.message });
  return null;
}

async function saveByPicker(outputIds: readonly string[]): Promise<SavedFolder | null> {
  // Asked first: a browser shows its dialog only as the answer to a click.
  const directory = await pickFolder();
  if (directory === null) return null;
  const { id, name, fileNames } = await prepareArchive(outputIds);
  const folder = await makeFolder(directory, folderNameOf(name));
  let missing = 0;
  for (const [index, fileName] of fileNames.entries()) {
    const response = await deskFetch(`/desk/archives/${encodeURIComponent(id)}/files/${index}`);
    if (!response.ok || response.body === null) {
      await readApiError(response);
      missing += 1;
      continue;
    }
    if (!(await write(folder, fileName, response.body))) missing += 1;
  }
  return { name: folder.name, missing };
}

async function pickFolder(): Promise<FileSystemDirectoryHandle | null> {
  try {
    return (
      (await window.showDirectoryPicker?.({ id: 'outputs', mode: 'readwrite', startIn: 'downloads' })) ?? null
    );
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}

/** A folder that was not there before: what a person has of this name is left alone. */
async function makeFolder(
  directory: FileSystemDirectoryHandle,
  name: string,
): Promise<FileSystemDirectoryHandle> {
  for (let count = 1; count <= MAX_NAMES_TRIED; count += 1) {
    const tried = count === 1 ? name : `${name} (${count})`;
    if (!(await has(directory, tried))) return directory.getDirectoryHandle(tried, { create: true });
  }
  throw new DOMException('There is no free name for the folder.', 'InvalidModificationError');
}

async function has(directory: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  try {
    await directory.getDirectoryHandle(name);
    return true;
  } catch (error) {
    // A file of that name is in the way as well.
    return !(error instanceof DOMException && error.name === 'NotFoundError');
  }
}

/** What does not end well leaves no half file. @returns false when its bytes broke off. @throws what the disk says. */
async function write(
  folder: FileSystemDirectoryHandle,
  name: string,
  bytes: ReadableStream<Uint8Array>,
): Promise<boolean> {
  const file = await folder.getFileHandle(name, { create: true });
  const writable = await file.createWritable();
  try {
    await bytes.pipeTo(writable, { preventAbort: true });
    return true;
  } catch (error) {
    await writable.abort().catch(() => undefined);
    await removeFile(folder, name);
    // The disk speaks in exceptions of the document, a connection that is cut in type errors.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const REMOVALS_TRIED = 8;

/** The browser lets go of a writer's file a little after it says so; until then the file cannot be removed. */
async function removeFile(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (let tried = 0; tried < REMOVALS_TRIED; tried += 1) {
    try {
      await folder.removeEntry(name);
      return;
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'NoModificationAllowedError')) return;
      await new Promise((resolve) => setTimeout(resolve, 10 * 2 ** tried));
    }
  }
}
