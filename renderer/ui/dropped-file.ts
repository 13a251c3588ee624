/**
 * A listener of `drop`, in the capturing phase, that takes a single file before anybody else sees it, by its name. A
 * field that asks for a file (`data-takes-any-file`) gets it, whatever it is called.
 */
export const handleDroppedFile =
  (accepts: (name: string) => boolean, onFile: (file: File) => void) =>
  (event: DragEvent): void => {
    if (event.target instanceof Element && event.target.closest('[data-takes-any-file]')) return;
    const files = event.dataTransfer?.files;
    const file = files?.[0];
    if (!file || files.length !== 1 || !accepts(file.name)) return;
    claimDrop(event);
    onFile(file);
  };

/** Keeps a drop from everybody else. */
export function claimDrop(event: DragEvent): void {
  event.preventDefault();
  event.stopPropagation();
  // Whoever marked itself as the target is told that the drag has left it.
  event.target?.dispatchEvent(new DragEvent('dragleave', { bubbles: true, relatedTarget: null }));
}
