import { useEffect } from 'react';
import { isProjectFileName } from '#shared/project-file/manifest.ts';
import { handleDroppedFile } from '#renderer/ui/index.ts';
import { requestProjectImport } from './project-files-store.ts';

/**
 * Takes a project file dropped anywhere on the window. It listens before everybody else, since the canvas would make a
 * node of the file.
 */
export function ProjectFileDrop(): null {
  useEffect(() => {
    const onDrop = handleDroppedFile(isProjectFileName, requestProjectImport);
    window.addEventListener('drop', onDrop, true);
    return () => window.removeEventListener('drop', onDrop, true);
  }, []);
  return null;
}
