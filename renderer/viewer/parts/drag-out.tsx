import { Grip } from 'lucide-react';
import { useRef, type DragEvent, type ReactElement } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { IconButton, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { addressToSave, prepareArchive } from '../model/save-output.ts';
import { fileNameOf, type ViewedItem } from '../model/viewed-item.ts';

const t = words.viewer.dragOut;

/** One output that is a file, or several of the library by their ids. */
export type DragSource = { item: ViewedItem } | { outputIds: readonly string[] };

/** So many files are written to the disk before they are dragged. */
const MAX_FILES = 50;

/** What the system or the browser takes when the drag begins. */
type Prepared = { ids: readonly string[] } | { address: string; name: string; contentType: string };

const keyOf = (source: DragSource): string =>
  'item' in source ? `${source.item.runId} ${source.item.key}` : source.outputIds.join(' ');

const nameOf = (source: DragSource): string =>
  'item' in source ? fileNameOf(source.item) : words.counts.outputs(source.outputIds.length);

/** @throws Error with a sentence. */
async function toDisk(mediaUrl: string, name: string): Promise<string> {
  const result = await window.patchbay?.prepareDrag({ mediaUrl, name });
  if (result?.outcome === 'ready') return result.id;
  throw new Error(result?.message ?? t.patchbayItselfNotResponding);
}

/** The app writes files to the disk, a browser takes an address: of one file, or of a ZIP of several. */
async function prepare(source: DragSource): Promise<Prepared> {
  if ('item' in source) {
    const { item } = source;
    const { url, name } = await addressToSave(item.connectionId, item);
    if (window.patchbay) return { ids: [await toDisk(url, name)] };
    const contentType = isFileOutput(item.output) ? item.output.contentType : 'text/plain';
    return { address: new URL(url, location.href).href, name, contentType };
  }
  const { url, name, fileNames } = await prepareArchive(source.outputIds);
  if (!window.patchbay)
    return { address: new URL(url, location.href).href, name, contentType: 'application/zip' };
  if (fileNames.length > MAX_FILES) {
    throw new Error(t.dragLimit(MAX_FILES));
  }
  const ids: string[] = [];
  for (const [index, fileName] of fileNames.entries()) ids.push(await toDisk(`${url}/${index}`, fileName));
  return { ids };
}

/** What is dragged to the desktop or into another program. */
export function DragOut({ source }: { source: DragSource }): ReactElement {
  const prepared = useRef<{ key: string; ready: Prepared | null } | null>(null);
  const key = keyOf(source);
  const begin = (): void => {
    if (prepared.current?.key === key) return;
    const current: NonNullable<(typeof prepared)['current']> = { key, ready: null };
    prepared.current = current;
    prepare(source).then(
      (ready) => {
        current.ready = ready;
        return undefined;
      },
      (error: unknown) => {
        // Whoever comes back to it tries again.
        if (prepared.current === current) prepared.current = null;
        showToast({
          kind: 'error',
          title: t.cannotDragged(nameOf(source)),
          description: describeProblem(error),
        });
      },
    );
  };
  const onDragStart = (event: DragEvent): void => {
    const ready = prepared.current?.key === key ? prepared.current.ready : null;
    if (ready === null) {
      event.preventDefault();
      showToast({ id: 'drag-out', title: t.beingPrepared, description: t.dragRetry });
    } else if ('ids' in ready) {
      event.preventDefault();
      void window.patchbay?.startDrag(ready.ids);
    } else {
      event.dataTransfer.effectAllowed = 'copy';
      // Colons divide the three parts.
      event.dataTransfer.setData(
        'DownloadURL',
        `${ready.contentType}:${ready.name.replaceAll(':', '_')}:${ready.address}`,
      );
    }
  };
  return (
    <IconButton
      label={t.dragDesktop}
      draggable
      onPointerEnter={begin}
      onFocus={begin}
      onDragStart={onDragStart}
      onClick={() => showToast({ id: 'drag-out', title: t.dragDesktopAnotherProgram })}
    >
      <Grip />
    </IconButton>
  );
}
