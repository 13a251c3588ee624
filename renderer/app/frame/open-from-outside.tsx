import { useEffect, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { pagePaths, launchFileIdIn } from '#shared/desk/places.ts';
import { isProjectFileName } from '#shared/project-file/manifest.ts';
import { describeProblem, loadExternalFile } from '#renderer/desk/index.ts';
import { openImport, interchange } from '#renderer/interchange/index.ts';
import { askForProjectImport, projectFiles } from '#renderer/project-files/index.ts';
import { showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.appFrame.openFromOutside;

/** Starts the import of a file that the system handed to the app. Failures are said in a message. */
export async function importExternalFile(externalFileId: string): Promise<void> {
  try {
    const file = await loadExternalFile(externalFileId);
    // A dialog that is open may be in the middle of an import.
    if (interchange.getState().importing || projectFiles.getState().importing) {
      showToast({
        id: 'opened-file',
        title: t.notOpen(file.name),
        description: t.anotherImportOpenFinish,
      });
    } else if (isProjectFileName(file.name)) askForProjectImport(file);
    else openImport(file);
  } catch (error) {
    showToast({
      id: 'opened-file',
      kind: 'error',
      title: t.fileNot,
      description: describeProblem(error),
    });
  }
}

/** Shows a place that a link, a file or a notification asks for; a file leaves the page where it is. */
export function openPath(path: string, navigate: (path: string) => void): void {
  const externalFileId = launchFileIdIn(path);
  if (externalFileId === null) navigate(path);
  else void importExternalFile(externalFileId);
}

/** The first page of an app that was started with a file: the projects, with the import in front. */
export function ExternalFile({
  openedFileId: externalFileId,
}: {
  openedFileId: string;
}): ReactElement | null {
  const [, navigate] = useLocation();
  useEffect(() => {
    // The address is left at once, so a reload does not start the import again.
    navigate(pagePaths.projects, { replace: true });
    void importExternalFile(externalFileId);
  }, [externalFileId, navigate]);
  return null;
}
