import { Copy, Download, Link2, Maximize2, Pencil, Plus, Tag, Trash2 } from 'lucide-react';
import { memo, type ReactElement } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { setDraggedFile } from '#renderer/desk/index.ts';
import { formatBytes, RelativeTime, displayFileName, type MenuEntries } from '#renderer/ui/index.ts';
import { OutputThumbnail } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import { addLibraryFile } from '../canvas/input/drops.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { copyId, copyLink, saveFile, viewedFile } from './file-actions.ts';
import type { FileQuestion } from './file-dialogs.tsx';
import type { FileGroup } from './file-list.ts';
import { entriesOfUses, FileUses } from './file-uses.tsx';
import css from './files-panel.module.css';

const t = words.editorPanels.fileRow;

/** Puts a file on a free place in view, as a node that holds it. */
export const addInView = (session: EditorSession, file: FileRecord): void =>
  addLibraryFile(session, file, null);

/** What is done with a file in the list. */
interface FileHandlers {
  onPreview: (file: FileRecord) => void;
  onQuestion: (question: FileQuestion) => void;
}

/** What can be done with a file: put it on the canvas, look at it, keep it in order, or go to the nodes that hold it. */
export function fileMenu(
  session: EditorSession,
  { file, copies }: Pick<FileGroup, 'file' | 'copies'>,
  usedBy: readonly string[],
  { onPreview, onQuestion }: FileHandlers,
): MenuEntries {
  const text = words.files;
  return [
    {
      id: 'add',
      label: t.addCanvas,
      icon: <Plus aria-hidden />,
      shortcut: words.keys.hotkeys.enter,
      onSelect: () => addInView(session, file),
    },
    {
      id: 'look',
      label: text.look,
      icon: <Maximize2 aria-hidden />,
      shortcut: words.keys.hotkeys.space,
      onSelect: () => onPreview(file),
    },
    { id: 'save', label: text.save, icon: <Download aria-hidden />, onSelect: () => void saveFile(file) },
    { kind: 'separator', id: 'above names' },
    {
      id: 'rename',
      label: text.rename,
      icon: <Pencil aria-hidden />,
      shortcut: 'F2',
      onSelect: () => onQuestion({ kind: 'rename', file }),
    },
    {
      id: 'tags',
      label: text.tags,
      icon: <Tag aria-hidden />,
      onSelect: () => onQuestion({ kind: 'tags', file }),
    },
    { id: 'copy id', label: text.copyId, icon: <Copy aria-hidden />, onSelect: () => void copyId(file) },
    {
      id: 'copy link',
      label: text.copyLink,
      icon: <Link2 aria-hidden />,
      onSelect: () => void copyLink(file),
    },
    { kind: 'separator', id: 'above delete' },
    {
      id: 'delete',
      label: text.delete,
      icon: <Trash2 aria-hidden />,
      shortcut: words.keys.hotkeys.delete,
      isDestructive: true,
      onSelect: () => onQuestion({ kind: 'delete', file, copies }),
    },
    usedBy.length > 0 && { kind: 'separator', id: 'above the uses' },
    usedBy.length > 0 && { kind: 'label', id: 'used by', label: t.usedBy },
    ...entriesOfUses(session, usedBy),
  ];
}

export interface FileRowProps extends FileHandlers {
  session: EditorSession;
  displayed: FileGroup;
  /** Nodes of the open project. */
  usedBy: readonly string[];
  /** Whether Tab comes to it. */
  isActive: boolean;
  /** From 0, of all that are shown. */
  index: number;
  count: number;
  /** Pixels from the start of the list. */
  top: number;
  onActive: (index: number) => void;
}

/** A file of the list. Wakes for itself alone: for its picture. */
export const FileRow = memo(function FileRow({
  session,
  displayed: { file, aliases, copies },
  usedBy,
  isActive,
  index,
  count,
  top,
  onActive,
  onPreview,
  onQuestion,
}: FileRowProps): ReactElement {
  const add = (): void => addInView(session, file);
  const actions: Readonly<Record<string, () => void>> = {
    Enter: add,
    ' ': () => onPreview(file),
    F2: () => onQuestion({ kind: 'rename', file }),
    Delete: () => onQuestion({ kind: 'delete', file, copies }),
  };
  return (
    <li
      className={css['row']}
      style={{ transform: `translateY(${top}px)` }}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <button
        type="button"
        className={css['file']}
        data-used={usedBy.length > 0 || undefined}
        data-tagged={file.tags !== undefined || undefined}
        data-place={index}
        tabIndex={isActive ? 0 : -1}
        draggable
        title={t.dragCanvasPressEnter(file.filename)}
        onFocus={() => onActive(index)}
        onDragStart={(event) => {
          setDraggedFile(event.dataTransfer, file);
          event.dataTransfer.effectAllowed = 'copy';
        }}
        onDoubleClick={add}
        onKeyDown={(event) => {
          const act = actions[pressedKey(event)];
          if (!act) return;
          event.preventDefault();
          act();
        }}
      >
        <span className={css['fileThumb']} aria-hidden>
          <OutputThumbnail connectionId={session.ports.connectionId} named={viewedFile(file)} />
        </span>
        <span className={css['fileText']}>
          <span dir="auto">{displayFileName(file.filename)}</span>
          <small>
            {/* First what is said of few files: the end of the line may have no room. */}
            {copies.length > 1 ? `${words.files.equalFiles(copies.length)}, ` : null}
            {formatBytes(file.sizeBytes)}
            {file.origin === 'run' ? `, ${t.runOrigin} ` : ', '}
            <RelativeTime at={file.createdAt} />
            {aliases.length === 0 ? null : `, ${words.files.also(aliases)}`}
          </small>
          {file.tags === undefined ? null : (
            <small className={css['tags']}>
              {file.tags.map((tag) => (
                <span key={tag}>{tag}</span>
              ))}
            </small>
          )}
        </span>
      </button>
      <span className={css['usesPlace']}>
        <FileUses session={session} nodeIds={usedBy} isActive={isActive} />
      </span>
    </li>
  );
});
