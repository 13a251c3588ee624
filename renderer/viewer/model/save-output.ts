import type { MarkState, SavedOutputResponse, Settings } from '#shared/desk/index.ts';
import { SIDECAR_ENDING } from '#shared/saved-settings/settings.ts';
import { callDesk, describeProblem, deskKeys, loadMediaUrl, queryClient } from '#renderer/desk/index.ts';
import { clickLink, saveBlob, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { fileNameOf, textOf, type NamedOutput } from './viewed-item.ts';
import { isFileOutput } from '#shared/api/index.ts';

const t = words.viewer.saveOutput;

/** Saves an output where the person wants it: by the window's own dialog, or as the browser saves downloads. */
export async function saveOutput(connectionId: string, named: NamedOutput): Promise<void> {
  const name = fileNameOf(named);
  try {
    const settings = await prepareFile(connectionId, named, name);
    if (settings?.problem) {
      showToast({ title: t.savedSettings(name), description: settings.problem });
    }
    if (!isFileOutput(named.output)) {
      saveBlob(new Blob([textOf(named.output)], { type: 'text/plain;charset=utf-8' }), name);
      if (!window.patchbay) notifyDownloaded(name);
      if (settings?.sidecar) await saveAddress(settings.sidecar.url, settings.sidecar.name);
      return;
    }
    const media = await loadMediaUrl(connectionId, { kind: 'file', fileId: named.output.fileId }, 'original');
    const sidecar = settings?.sidecar ?? null;
    await saveAddress(settings?.url ?? media.downloadUrl, name, sidecar, markProblem(settings?.mark));
  } catch (error) {
    showToast({ kind: 'error', title: t.notSaved(name), description: describeProblem(error) });
  }
}

/**
 * Where a file is read from when it goes to the disk or to another program: with the settings that made it in it, where
 * the person wants that and the file can hold them. @throws what the core says when it cannot read the file.
 */
export async function addressToSave(
  connectionId: string,
  named: NamedOutput,
): Promise<{ url: string; name: string }> {
  const name = fileNameOf(named);
  const settings = await prepareFile(connectionId, named, name);
  if (settings?.url != null) return { url: settings.url, name };
  const fileId = isFileOutput(named.output) ? named.output.fileId : '';
  const media = await loadMediaUrl(connectionId, { kind: 'file', fileId }, 'original');
  return { url: media.downloadUrl, name };
}

/** What the person wants to go along in what is saved. */
function saveOptions(): { withSettings: boolean; withMark: boolean } {
  const settings = queryClient.getQueryData<Settings>(deskKeys.settings);
  return { withSettings: settings?.settingsInFiles === true, withMark: settings?.markInFiles === true };
}

const NO_RUN = t.runNotOpenRun;
const texts = words.viewer.provenance;

/** Why a saved file does not say how much models made, where a person would expect it to. */
function markProblem(state: MarkState | null | undefined): string | null {
  if (state === 'format') return texts.format;
  if (state === 'signed') return texts.signed;
  return state === 'too-large' ? texts.sizeExceeded : null;
}

/** @throws what the core says when it cannot read the file. */
async function prepareFile(
  connectionId: string,
  { label, output, runId, nodeId, savedAs }: NamedOutput,
  name: string,
): Promise<SavedOutputResponse | null> {
  const options = saveOptions();
  const withMark = options.withMark && isFileOutput(output) && runId != null;
  if (!options.withSettings && !withMark) return null;
  if (runId == null) return { url: null, sidecar: null, problem: NO_RUN, mark: null };
  return callDesk('saveWithSettings', {
    body: {
      connectionId,
      runId,
      title: savedAs?.title ?? label,
      nodeId: nodeId ?? null,
      projectName: savedAs?.project ?? null,
      projectVersion: savedAs?.version ?? null,
      withSettings: options.withSettings,
      withMark,
      name,
      file: isFileOutput(output)
        ? { fileId: output.fileId, contentType: output.contentType, sizeBytes: output.sizeBytes }
        : null,
    },
  });
}

/** A ZIP or the files of a folder on this computer, by the ids of outputs in its library. */
export async function prepareArchive(outputIds: readonly string[]) {
  const archive = await callDesk('createArchive', {
    body: { outputIds: [...outputIds], ...saveOptions() },
  });
  if (archive.withoutSettings > 0) {
    showToast({
      title: t.savedSettings2(archive.withoutSettings),
      description: t.graphsThemNotComputer,
    });
  }
  if (archive.unmarked > 0) showToast({ title: texts.unsupportedFiles(archive.unmarked) });
  return archive;
}

/** Saves several outputs as one ZIP, by their ids in the library of this computer. */
export async function saveOutputsAsZip(outputIds: readonly string[]): Promise<void> {
  try {
    const archive = await prepareArchive(outputIds);
    await saveAddress(archive.url, archive.name);
  } catch (error) {
    showToast({ kind: 'error', title: t.outputsNotSaved, description: describeProblem(error) });
  }
}

/**
 * Saves what is at an address of the core, where the person wants it.
 * @param url on the media origin. @param sidecar saved beside it. @param hint said once it is saved.
 */
export async function saveAddress(
  url: string,
  name: string,
  sidecar: SavedOutputResponse['sidecar'] = null,
  hint: string | null = null,
): Promise<void> {
  if (!window.patchbay) {
    // Another origin names what it gives itself; a link's own name does not count there.
    const named = new URL(url);
    named.searchParams.set('name', name);
    clickLink(named.href, name);
    if (sidecar !== null) clickLink(sidecar.url, sidecar.name);
    notifyDownloaded(name, sidecar?.name, hint);
    return;
  }
  const sidecarOption =
    sidecar === null ? {} : { sidecar: { mediaUrl: sidecar.url, ending: SIDECAR_ENDING } };
  const result = await window.patchbay.saveFile({ mediaUrl: url, name, ...sidecarOption });
  if (result.outcome === 'saved') {
    showToast({ kind: 'ok', title: words.notices.saved(result.name), ...descriptionOf(hint) });
  }
  if (result.outcome === 'failed') {
    showToast({ kind: 'error', title: t.notSaved(name), description: result.message });
  }
}

const descriptionOf = (text: string | null): { description?: string } =>
  text === null ? {} : { description: text };

const notifyDownloaded = (name: string, sidecarName?: string, hint: string | null = null): void =>
  showToast({
    kind: 'ok',
    title: words.notices.downloaded(name),
    ...descriptionOf(sidecarName === undefined ? hint : words.notices.downloadedBeside(sidecarName)),
  });

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
    showToast({ kind: 'ok', title: t.copied(named.label) });
  } catch {
    showToast({
      kind: 'error',
      title: t.notCopied(named.label),
      description: t.clipboardDidNotSave,
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
