import { Crosshair, File as FileIcon, FileAudio, FileVideo, Plus } from 'lucide-react';
import { memo, useState, type ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { setDraggedFile, useMediaUrl } from '#renderer/desk/index.ts';
import {
  ContextMenu,
  formatBytes,
  plural,
  RelativeTime,
  shownFileName,
  type MenuEntries,
} from '#renderer/ui/index.ts';
import { mediaKindOf } from '#renderer/uploads/index.ts';
import { addLibraryFile } from '../canvas/input/drops.ts';
import { useNodePart } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';
import css from './files-panel.module.css';

/** Puts a file into the middle of the view, as a node that holds it. */
export function addInView(session: EditorSession, file: FileRecord): void {
  const { center } = session.view;
  addLibraryFile(session, file, { x: center.x - 124, y: center.y - 100 });
}

/** `Photo`, or `3 nodes`. */
const usedOf = (session: EditorSession, [first, ...others]: readonly string[]): string =>
  first !== undefined && others.length === 0 ? session.titleOf(first) : plural(others.length + 1, 'node');

/** What can be done with a file: put it on the canvas, or go to the nodes that hold it. */
function fileMenu(session: EditorSession, file: FileRecord, usedBy: readonly string[]): MenuEntries {
  return [
    {
      id: 'add',
      label: 'Add to the canvas',
      icon: <Plus aria-hidden />,
      shortcut: 'Enter',
      onSelect: () => addInView(session, file),
    },
    usedBy.length > 0 && { kind: 'separator', id: 'above the uses' },
    usedBy.length > 0 && { kind: 'label', id: 'used by', label: 'Used by' },
    ...usedBy.map((nodeId) => ({
      id: `go to ${nodeId}`,
      label: session.titleOf(nodeId),
      icon: <Crosshair aria-hidden />,
      onSelect: () => session.focusNode(nodeId),
    })),
  ];
}

/** A file of the list. Wakes for itself alone: for what the node that holds it is called, and for its picture. */
export const FileRow = memo(function FileRow({
  session,
  file,
  usedBy,
}: {
  session: EditorSession;
  file: FileRecord;
  /** Nodes of the open project. */
  usedBy: readonly string[];
}): ReactElement {
  const kind = mediaKindOf({ name: file.filename, type: file.contentType });
  const media = useMediaUrl(
    session.ports.connectionId,
    kind === 'image' ? { kind: 'file', fileId: file.fileId } : null,
    'thumbnail',
  );
  const [broken, setBroken] = useState(false);
  // Its name is said in the row.
  useNodePart(session, usedBy[0] ?? '', () => usedBy[0] && session.titleOf(usedBy[0]));
  const Icon = kind === 'audio' ? FileAudio : kind === 'video' ? FileVideo : FileIcon;
  const add = (): void => addInView(session, file);
  return (
    <li>
      <ContextMenu entries={() => fileMenu(session, file, usedBy)}>
        <button
          type="button"
          className={css['file']}
          draggable
          title={`${file.filename}. Drag it to the canvas, or press Enter to add it.`}
          onDragStart={(event) => {
            setDraggedFile(event.dataTransfer, file);
            event.dataTransfer.effectAllowed = 'copy';
          }}
          onDoubleClick={add}
          onKeyDown={(event) => {
            if (pressedKey(event) === 'Enter') {
              event.preventDefault();
              add();
            }
          }}
        >
          <span className={css['fileThumb']}>
            {media && !broken ? (
              <img src={media.url} alt="" loading="lazy" draggable={false} onError={() => setBroken(true)} />
            ) : (
              <Icon size={18} aria-hidden />
            )}
          </span>
          <span className={css['fileText']}>
            <span dir="auto">{shownFileName(file.filename)}</span>
            <small>
              {formatBytes(file.sizeBytes)}
              {file.origin === 'run' ? ', run ' : ', '}
              <RelativeTime at={file.createdAt} />
              {usedBy.length === 0 ? null : `, used by ${usedOf(session, usedBy)}`}
            </small>
          </span>
        </button>
      </ContextMenu>
    </li>
  );
});
