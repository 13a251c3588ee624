import { useEffect } from 'react';
import { isProjectFileName } from '#shared/project-file/manifest.ts';
import { takeDroppedFile } from '#renderer/ui/index.ts';
import { askForProjectImport } from './project-files-store.ts';

/**
 * Takes a project file dropped anywhere on the window. It listens before everybody else, since the canvas would make a
 * node of the file.
 */
export function ProjectFileDrop(): null {
  useEffect(() => {
    const onDrop = takeDroppedFile(isProjectFileName, askForProjectImport);
    window.addEventListener('drop', onDrop, true);
    return () => window.removeEventListener('drop', onDrop, true);
  }, []);
  return null;
}
