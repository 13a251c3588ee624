import { useEffect } from 'react';
import { isProjectFileName } from '#shared/project-file/manifest.ts';
import { askForProjectImport } from './project-files-store.ts';

/**
 * Takes a project file dropped anywhere on the window. It listens before everybody else, since the canvas would make a
 * node of the file.
 */
export function ProjectFileDrop(): null {
  useEffect(() => {
    const onDrop = (event: DragEvent) => {
      if (event.target instanceof Element && event.target.closest('[data-takes-any-file]')) return;
      const files = event.dataTransfer?.files;
      const file = files?.[0];
      if (!file || files.length !== 1 || !isProjectFileName(file.name)) return;
      event.preventDefault();
      event.stopPropagation();
      // Whoever marked itself as the target is told that the drag has left it.
      event.target?.dispatchEvent(new DragEvent('dragleave', { bubbles: true, relatedTarget: null }));
      askForProjectImport(file);
    };
    window.addEventListener('drop', onDrop, true);
    return () => window.removeEventListener('drop', onDrop, true);
  }, []);
  return null;
}
