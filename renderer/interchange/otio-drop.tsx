import { useEffect, useState, type ReactElement } from 'react';
import { FileVideo2 } from 'lucide-react';
import { showToast, takeDroppedFile } from '#renderer/ui/index.ts';
import { askForImport } from './interchange-store.ts';
import { isOtioName } from './otio-requests.ts';
import css from './interchange.module.css';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** XML may be anything: who means a timeline chooses it in the dialog. */
const isDroppedTimeline = (name: string): boolean => isOtioName(name) && !/\.xml$/i.test(name);

/**
 * Takes an OpenTimelineIO file dropped anywhere on the window. It listens before everybody else, since the canvas would
 * make a node of the file; what is no such file goes on to whoever wants it.
 */
export function OtioDrop(): ReactElement | null {
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
    const takeImport = takeDroppedFile(isDroppedTimeline, askForImport);
    const onDropFirst = (event: DragEvent) => {
      setOver(false);
      takeImport(event);
    };
    const onDropLast = (event: DragEvent) => {
      if (!carriesFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      showToast({
        title: 'These files have no place here',
        description:
          'Open a project and drop them on its canvas. An .otio, .otioz, .zip, .edl or .patchbay can be dropped anywhere.',
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
  }, []);
  if (!over) return null;
  return (
    <div className={css['dropHint']} aria-hidden>
      <span>
        <FileVideo2 />
        Drop a .patchbay, .zip, .otio, .otioz or .edl to import it, or a saved output to open what made it
      </span>
    </div>
  );
}
