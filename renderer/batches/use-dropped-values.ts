import { useEffect, useEffectEvent } from 'react';

/** A table as text; whatever else is let go is a value itself. */
const isTableName = (name: string): boolean => /\.(?:csv|tsv|txt)$/i.test(name);

/** What was let go on the page: a table, or files of which each is a row. */
export type DroppedValues = { kind: 'table'; table: File } | { kind: 'files'; files: readonly File[] };

/** The files of a drop, without folders, which have no bytes. */
function filesOf({ items }: DataTransfer): File[] {
  return [...items].flatMap((item) => {
    const file =
      item.kind === 'file' && item.webkitGetAsEntry()?.isDirectory !== true ? item.getAsFile() : null;
    return file === null ? [] : [file];
  });
}

/** Takes a table or files that are let go anywhere on the page and that nobody else wants. @param isOn where values are wanted */
export function useDroppedValues(isOn: boolean, onDropped: (values: DroppedValues) => void): void {
  const take = useEffectEvent((event: DragEvent): void => {
    if (event.defaultPrevented || !event.dataTransfer) return;
    const files = filesOf(event.dataTransfer);
    const [first] = files;
    if (first === undefined) return;
    event.preventDefault();
    onDropped(
      files.length === 1 && isTableName(first.name)
        ? { kind: 'table', table: first }
        : { kind: 'files', files },
    );
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const onDragOver = (event: DragEvent): void => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
    };
    const onDrop = (event: DragEvent): void => take(event);
    // Before the listeners of the window, which say that files have no place here.
    document.body.addEventListener('dragover', onDragOver);
    document.body.addEventListener('drop', onDrop);
    return () => {
      document.body.removeEventListener('dragover', onDragOver);
      document.body.removeEventListener('drop', onDrop);
    };
  }, [isOn]);
}
