import { isFileOutput } from '#shared/api/index.ts';
import { describeProblem, loadMediaUrl } from '#renderer/desk/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { fileNameOf, textOf, type ViewedItem } from './viewed-item.ts';

const t = words.viewer.openWithSystem;

/** Opens an output with the computer's own program for it; a browser shows it in a tab and says so. */
export async function openWithSystem(item: ViewedItem): Promise<void> {
  const name = fileNameOf(item);
  try {
    if (!isFileOutput(item.output)) {
      showBlob(new Blob([textOf(item.output)], { type: 'text/plain;charset=utf-8' }));
      return;
    }
    const source = { kind: 'file', fileId: item.output.fileId } as const;
    const media = await loadMediaUrl(item.connectionId, source, 'original');
    if (window.patchbay) {
      const result = await window.patchbay.openFile({ mediaUrl: media.downloadUrl, name });
      if (result.outcome === 'failed') {
        showToast({ kind: 'error', title: t.notOpen(name), description: result.message });
      }
      return;
    }
    openTab(media.url);
  } catch (error) {
    showToast({ kind: 'error', title: t.notOpen(name), description: describeProblem(error) });
  }
}

function showBlob(blob: Blob): void {
  const url = URL.createObjectURL(blob);
  openTab(url);
  // The tab has read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function openTab(url: string): void {
  window.open(url, '_blank', 'noopener');
  showToast({
    id: 'opened-in-tab',
    title: t.newTab,
    description: t.browserCannotStartPrograms,
  });
}
