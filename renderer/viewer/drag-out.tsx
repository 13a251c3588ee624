import { Grip } from 'lucide-react';
import { useRef, type DragEvent, type ReactElement } from 'react';
import { useMediaUrl } from '#renderer/desk/index.ts';
import { IconButton, showToast } from '#renderer/ui/index.ts';
import { fileNameOf, type FileRunOutput, type ViewedItem } from './viewed-item.ts';

/** What is dragged to the desktop or into another program. A browser takes the address, the app a file on the disk. */
export function DragOut({ item, file }: { item: ViewedItem; file: FileRunOutput }): ReactElement {
  const media = useMediaUrl(item.connectionId, { kind: 'file', fileId: file.fileId }, 'original');
  const prepared = useRef<{ fileId: string; id: string } | null>(null);
  const name = fileNameOf(item);
  /** The system takes files that are there when the drag begins. */
  const prepare = async (): Promise<void> => {
    if (!window.patchbay || !media || prepared.current?.fileId === file.fileId) return;
    const result = await window.patchbay.prepareDrag({ mediaUrl: media.downloadUrl, name });
    if (result.outcome === 'ready') prepared.current = { fileId: file.fileId, id: result.id };
    else showToast({ kind: 'error', title: `${name} cannot be dragged`, description: result.message });
  };
  const onDragStart = (event: DragEvent): void => {
    if (window.patchbay) {
      event.preventDefault();
      if (prepared.current?.fileId === file.fileId) void window.patchbay.startDrag([prepared.current.id]);
      return;
    }
    if (!media) return;
    const address = new URL(media.downloadUrl, location.href).href;
    event.dataTransfer.effectAllowed = 'copy';
    // Colons divide the three parts.
    event.dataTransfer.setData('DownloadURL', `${file.contentType}:${name.replaceAll(':', '_')}:${address}`);
  };
  return (
    <IconButton
      label="Drag to the desktop"
      draggable
      onPointerEnter={() => void prepare()}
      onFocus={() => void prepare()}
      onDragStart={onDragStart}
      onClick={() => showToast({ id: 'drag-out', title: 'Drag this to the desktop or into another program' })}
    >
      <Grip />
    </IconButton>
  );
}
