import { useEffect, useState, type ReactElement } from 'react';
import { FileVideo2 } from 'lucide-react';
import { CERTAIN_ENDINGS } from '#shared/timeline/cut-formats.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { claimDrop, showToast, handleDroppedFile } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { openImport } from './interchange-store.ts';
import { droppedFolder, isOtiodName } from './otio-folder.ts';
import { isTimelineName } from './otio-requests.ts';
import css from './interchange.module.css';

const t = words.interchange.otioDrop;

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** In a project an XML may be anything: who means a timeline chooses it in the dialog. */
const isDroppedTimeline = (name: string): boolean =>
  CERTAIN_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));

/** The only thing of a drop, where it is a folder of the kind `.otiod`. */
function droppedOtiod({ dataTransfer }: DragEvent): FileSystemDirectoryEntry | null {
  const items = [...(dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
  const entry = items.length === 1 ? items[0]?.webkitGetAsEntry() : null;
  return entry && isDirectory(entry) && isOtiodName(entry.name) ? entry : null;
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

function importFolder(event: DragEvent, folder: FileSystemDirectoryEntry): void {
  claimDrop(event);
  droppedFolder(folder).then(openImport, (error: unknown) =>
    showToast({ kind: 'error', title: t.notUsed(folder.name), description: describeProblem(error) }),
  );
}

/**
 * Takes an OpenTimelineIO file or folder dropped anywhere on the window. It listens before everybody else, since the canvas would
 * make a node of the file; what is no such file goes on to whoever wants it.
 * @param props.acceptsAmbiguous a file that may be something else is a timeline too: where no project is open it cannot be meant otherwise.
 */
export function OtioDrop({ acceptsAmbiguous }: { acceptsAmbiguous: boolean }): ReactElement | null {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      if (event.defaultPrevented) {
        setOver(false);
        return;
      }
      // Nobody else takes files here: without this the browser would open what is dropped.
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const handleDrop = handleDroppedFile(acceptsAmbiguous ? isTimelineName : isDroppedTimeline, openImport);
    const onDropFirst = (event: DragEvent) => {
      setOver(false);
      const folder = droppedOtiod(event);
      if (folder) importFolder(event, folder);
      else handleDrop(event);
    };
    const onDropLast = (event: DragEvent) => {
      if (!carriesFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      showToast({
        title: t.theseFilesNo,
        description: t.dropThemCanvasProject,
      });
    };
    window.addEventListener('dragover', onDragOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDropFirst, true);
    window.addEventListener('drop', onDropLast);
    return () => {
      window.removeEventListener('dragover', onDragOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDropFirst, true);
      window.removeEventListener('drop', onDropLast);
    };
  }, [acceptsAmbiguous]);
  if (!over) return null;
  return (
    <div className={css['dropHint']} aria-hidden>
      <span>
        <FileVideo2 />
        {t.dropPatchbayZipOtio}
      </span>
    </div>
  );
}
