import { endpoints } from '#shared/api/index.ts';
import type { FileRecord } from '#shared/desk/index.ts';
import { nameWithExtension } from '#shared/http/content-types.ts';
import { apiFor, describeProblem, loadMediaUrl } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { kindOf, openViewer, saveAddress, type ViewedItem } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.editorPanels.fileActions;

/** What can be done with a file of the list beside putting it on the canvas. */

/** A file as the viewer shows it. */
export function viewedFile(file: FileRecord): ViewedItem {
  const { fileId, filename, contentType, sizeBytes, connectionId, projectId } = file;
  const output = { type: 'file', fileId, filename, contentType, sizeBytes };
  return { key: fileId, label: filename, output, kind: kindOf(output), connectionId, projectId, runId: null };
}

/** Looks closely at one of the files; the others are before and after it. */
export const previewFile = (files: readonly FileRecord[], file: FileRecord): void =>
  openViewer({ items: files.map(viewedFile), index: files.indexOf(file) });

const showProblem = (title: string) => (error: unknown) =>
  showToast({ kind: 'error', title, description: describeProblem(error) });

export async function saveFile({ connectionId, fileId, filename, contentType }: FileRecord): Promise<void> {
  try {
    const media = await loadMediaUrl(connectionId, { kind: 'file', fileId }, 'original');
    await saveAddress(media.downloadUrl, nameWithExtension(filename, contentType));
  } catch (error) {
    showProblem(t.notSaved(filename))(error);
  }
}

/** Copies what is found, and says so. @param text may have to be asked for first. */
async function copy(text: () => Promise<string>, title: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(await text());
    showToast({ kind: 'ok', title });
  } catch (error) {
    showProblem(words.files.notCopied)(error);
  }
}

export const copyId = ({ fileId }: FileRecord): Promise<void> =>
  copy(() => Promise.resolve(fileId), words.files.idCopied);

/** A signed address, which works for an hour. */
export const copyLink = ({ connectionId, fileId }: FileRecord): Promise<void> =>
  copy(async () => {
    const { downloadUrl } = await apiFor(connectionId)(endpoints.files.downloadUrl, {
      params: { file_id: fileId },
      query: {},
    });
    return downloadUrl;
  }, words.files.linkCopied);
