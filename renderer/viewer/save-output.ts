import { callDesk, describeProblem, loadMediaUrl } from '#renderer/desk/index.ts';
import { clickLink, saveBlob, showToast } from '#renderer/ui/index.ts';
import { fileNameOf, textOf, type NamedOutput } from './viewed-item.ts';
import { isFileOutput } from '#shared/api/index.ts';

/** Saves an output where the person wants it: by the window's own dialog, or as the browser saves downloads. */
export async function saveOutput(connectionId: string, named: NamedOutput): Promise<void> {
  const name = fileNameOf(named);
  try {
    if (!isFileOutput(named.output)) {
      saveBlob(new Blob([textOf(named.output)], { type: 'text/plain;charset=utf-8' }), name);
      return;
    }
    const media = await loadMediaUrl(connectionId, { kind: 'file', fileId: named.output.fileId }, 'original');
    await saveAddress(media.downloadUrl, name);
  } catch (error) {
    showToast({ kind: 'error', title: `${name} was not saved`, description: describeProblem(error) });
  }
}

/** Saves several outputs as one ZIP, by their ids in the library of this computer. */
export async function saveOutputsAsZip(outputIds: readonly string[]): Promise<void> {
  try {
    const archive = await callDesk('createArchive', { body: { outputIds: [...outputIds] } });
    await saveAddress(archive.url, archive.name);
  } catch (error) {
    showToast({ kind: 'error', title: 'The outputs were not saved', description: describeProblem(error) });
  }
}

/** Saves what is at an address of the core, where the person wants it. @param url on the media origin. */
export async function saveAddress(url: string, name: string): Promise<void> {
  if (!window.patchbay) {
    // Another origin names what it gives itself; a link's own name does not count there.
    const named = new URL(url);
    named.searchParams.set('name', name);
    clickLink(named.href, name);
    return;
  }
  const result = await window.patchbay.saveFile({ mediaUrl: url, name });
  if (result.outcome === 'saved') showToast({ kind: 'ok', title: `Saved as ${result.name}` });
  if (result.outcome === 'failed') {
    showToast({ kind: 'error', title: `${name} was not saved`, description: result.message });
  }
}

/** Copies text and values; of a file, the picture itself where that can be done. */
export async function copyOutput(connectionId: string, named: NamedOutput): Promise<void> {
  try {
    if (named.kind === 'image' && isFileOutput(named.output)) {
      const { fileId } = named.output;
      const picture = loadMediaUrl(connectionId, { kind: 'file', fileId }, 'original').then((media) =>
        asPng(media.url),
      );
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    } else {
      await navigator.clipboard.writeText(textOf(named.output));
    }
    showToast({ kind: 'ok', title: `Copied ${named.label}` });
  } catch {
    showToast({
      kind: 'error',
      title: `${named.label} was not copied`,
      description: 'The clipboard did not take it. Save it instead.',
    });
  }
}

/** Clipboards take PNG alone; whatever the picture is, it is drawn once. */
async function asPng(url: string): Promise<Blob> {
  const picture = new Image();
  picture.crossOrigin = 'anonymous';
  picture.src = url;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.naturalWidth, picture.naturalHeight);
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
  return canvas.convertToBlob({ type: 'image/png' });
}
