import { useRef, type DragEvent } from 'react';
import { isFileOutput } from '#shared/api/index.ts';
import { setDraggedFile } from '#renderer/desk/index.ts';
import { addressToSave } from '../model/save-output.ts';
import type { NamedOutput } from '../model/viewed-item.ts';

/**
 * Lets the picture of an output be dragged onto a canvas or a pin, as a file of the library; in a browser to the desktop
 * as well. Nothing for outputs that are no files.
 */
export function useOutputDrag(connectionId: string, named: NamedOutput) {
  const address = useRef<{ fileId: string; url: string; name: string } | null>(null);
  const { output } = named;
  if (!isFileOutput(output)) return {};
  const { fileId, filename, contentType, sizeBytes } = output;
  return {
    draggable: true,
    onPointerEnter: (): void => {
      // The app drags files that are on its disk, which the viewer does.
      if (window.patchbay || address.current?.fileId === fileId) return;
      addressToSave(connectionId, named).then(
        (found) => {
          address.current = { fileId, ...found };
          return undefined;
        },
        // Onto the canvas it can be dragged all the same.
        () => undefined,
      );
    },
    onDragStart: (event: DragEvent): void => {
      event.dataTransfer.effectAllowed = 'copy';
      setDraggedFile(event.dataTransfer, {
        fileId,
        connectionId,
        projectId: null,
        filename,
        contentType,
        sizeBytes,
        origin: 'run',
        createdAt: new Date().toISOString(),
      });
      if (address.current?.fileId !== fileId) return;
      const { url, name } = address.current;
      const target = new URL(url, location.href).href;
      // Colons divide the three parts.
      event.dataTransfer.setData('DownloadURL', `${contentType}:${name.replaceAll(':', '_')}:${target}`);
    },
  };
}
