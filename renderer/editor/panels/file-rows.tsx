import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { CloudUpload } from 'lucide-react';
import {
  useCallback,
  useRef,
  useState,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { ContextMenu, type MenuEntries } from '#renderer/ui/index.ts';
import { describeUpload, type VisibleUpload } from '#renderer/uploads/index.ts';
import { words } from '#renderer/words/index.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { previewFile } from './file-actions.ts';
import { FileDialog, type FileQuestion } from './file-dialogs.tsx';
import type { FileGroup } from './file-list.ts';
import { fileMenu, FileRow } from './file-row.tsx';
import css from './files-panel.module.css';
import panel from './panel-list.module.css';

/** Of a row without tags. Pixels. */
const ROW_HEIGHT = 72;
/** More of one with tags. Pixels. */
const TAGS_HEIGHT = 18;
const OVERSCAN = 6;
const NO_USES: readonly string[] = [];

/** What is on its way, then what is there; only rows in view are drawn. */
export function FileRows({
  session,
  pending,
  visible: groups,
  uses,
}: {
  session: EditorSession;
  pending: readonly VisibleUpload[];
  visible: readonly FileGroup[];
  uses: ReadonlyMap<string, readonly string[]>;
}): ReactElement {
  const scroll = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const [question, setQuestion] = useState<FileQuestion | null>(null);
  const rows = useRows(groups, scroll);
  const focusable = Math.min(active, groups.length - 1);
  const preview = useCallback(
    (file: FileRecord) =>
      previewFile(
        groups.map((group) => group.file),
        file,
      ),
    [groups],
  );
  const usedBy = ({ file, copies }: FileGroup): readonly string[] =>
    copies.length === 1
      ? (uses.get(file.fileId) ?? NO_USES)
      : [...new Set(copies.flatMap(({ fileId }) => uses.get(fileId) ?? []))];
  const onKeyDown = useListKeys({ scroll, rows, count: groups.length, active, setActive });
  const menu = useRowMenu(groups, (group) =>
    fileMenu(session, group, usedBy(group), { onPreview: preview, onQuestion: setQuestion }),
  );
  const listProps: HTMLAttributes<HTMLUListElement> = { onKeyDown, ...menu.listProps };
  return (
    <div ref={scroll} className={panel['scroll']}>
      <ul>
        {pending.map((upload) => (
          <PendingRow key={upload.upload.id} pending={upload} />
        ))}
      </ul>
      <ContextMenu entries={menu.entries}>
        <ul
          className={css['list']}
          aria-label={words.files.list}
          style={{ height: rows.getTotalSize() }}
          {...listProps}
        >
          {rows.getVirtualItems().map(({ index, start, key }) => {
            const group = groups[index];
            return group === undefined ? null : (
              <FileRow
                key={key}
                session={session}
                displayed={group}
                usedBy={usedBy(group)}
                isActive={index === focusable}
                index={index}
                count={groups.length}
                top={start}
                onActive={setActive}
                onPreview={preview}
                onQuestion={setQuestion}
              />
            );
          })}
        </ul>
      </ContextMenu>
      {question === null ? null : (
        <FileDialog
          question={question}
          projectId={session.ports.projectId}
          usedBy={(fileId) => (uses.get(fileId) ?? NO_USES).map((nodeId) => session.titleOf(nodeId))}
          onClose={() => setQuestion(null)}
        />
      )}
    </div>
  );
}

/** The rows in view and a few around them. */
function useRows(groups: readonly FileGroup[], scroll: RefObject<HTMLDivElement | null>) {
  return useVirtualizer({
    count: groups.length,
    getScrollElement: () => scroll.current,
    estimateSize: (index) => ROW_HEIGHT + (groups[index]?.file.tags === undefined ? 0 : TAGS_HEIGHT),
    getItemKey: (index) => groups[index]?.file.fileId ?? index,
    overscan: OVERSCAN,
    // Rows are there with the next frame; drawn within each event of scrolling, they would hold it up.
    useFlushSync: false,
  });
}

/** One menu for all rows, about the one that it is opened on. */
function useRowMenu(groups: readonly FileGroup[], entriesOf: (group: FileGroup) => MenuEntries) {
  const target = useRef<FileGroup | null>(null);
  const listProps: HTMLAttributes<HTMLUListElement> = {
    onContextMenuCapture: (event) => {
      const row = event.target instanceof Element && event.target.closest('[data-place]');
      target.current = row ? (groups[Number(row.getAttribute('data-place'))] ?? null) : null;
      // Beside the rows there is nothing a menu could be about.
      if (target.current === null) event.stopPropagation();
    },
  };
  const entries = (): MenuEntries => (target.current === null ? [] : entriesOf(target.current));
  return { listProps, entries };
}

/** Arrows, Home and End go from row to row, also to rows that are not drawn yet. */
function useListKeys({
  scroll,
  rows,
  count,
  active,
  setActive,
}: {
  scroll: RefObject<HTMLDivElement | null>;
  rows: Pick<Virtualizer<HTMLDivElement, Element>, 'scrollToIndex'>;
  count: number;
  active: number;
  setActive: (index: number) => void;
}): (event: KeyboardEvent) => void {
  return (event) => {
    const steps = { ArrowDown: active + 1, ArrowUp: active - 1, Home: 0, End: count - 1 } as const;
    const key = pressedKey(event);
    if (key !== 'ArrowDown' && key !== 'ArrowUp' && key !== 'Home' && key !== 'End') return;
    event.preventDefault();
    const next = Math.max(0, Math.min(count - 1, steps[key]));
    setActive(next);
    rows.scrollToIndex(next);
    // A row that was out of view is there with the next drawing.
    requestAnimationFrame(() =>
      scroll.current?.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus({ preventScroll: true }),
    );
  };
}

/** A file that is on its way. */
function PendingRow({ pending: { upload, bytesPerSecond } }: { pending: VisibleUpload }): ReactElement {
  return (
    <li>
      <div className={css['file']} data-coming title={upload.filename}>
        <span className={css['fileThumb']}>
          <CloudUpload size={18} aria-hidden />
        </span>
        <span className={css['fileText']}>
          <span dir="auto">{upload.filename}</span>
          <small>{describeUpload(upload, bytesPerSecond)}</small>
        </span>
      </div>
    </li>
  );
}
