import { ArrowDown, ArrowUp, FolderOpen, X } from 'lucide-react';
import { useRef, useSyncExternalStore, type ReactElement } from 'react';
import type { PublicNodeTypePin } from '#shared/api/index.ts';
import type { PinType } from '#shared/graph/pin-type.ts';
import { displayFileName, IconButton } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { fileIdsIn, listOfFiles } from '../model/file-lists.ts';
import { useFileName, useNodeSelector } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { addUploads } from './add-upload.ts';
import css from './widgets.module.css';

const t = words.lists;

/** Rows that are there at once; further ones are looked for by what is taken away and by the count. */
const MAX_ROWS = 200;

/** An input for many files: several are added at once, put in order and taken out. On the node it says how many there are. */
export function FileListField({
  session,
  nodeId,
  pin,
  type,
  label,
  surface,
}: {
  session: EditorSession;
  nodeId: string;
  pin: PublicNodeTypePin;
  type: PinType;
  label: string;
  surface: 'node' | 'inspector';
}): ReactElement {
  const picker = useRef<HTMLInputElement>(null);
  const input = useNodeSelector(session, nodeId, (node) => node.inputs?.[pin.name]);
  const fileIds = fileIdsIn(input);
  const uploading = useSyncExternalStore(
    (listener) => session.uploads.subscribe(nodeId, listener),
    () => session.uploads.all().filter((item) => item.nodeId === nodeId).length,
  );
  const set = (next: readonly string[]): void => {
    const applied = session.setInput(nodeId, pin.name, listOfFiles(next), `files ${pin.name}`);
    session.store.history.seal();
    if (!applied.ok) session.ui.notify(applied.rejection.reason);
  };
  const count = fileIds.length === 0 ? t.selectFiles : words.counts.files(fileIds.length);
  return (
    <span className={css['fileList']} data-drop-pin={pin.name} data-drop-node={nodeId}>
      <span className={css['file']}>
        <button
          type="button"
          className={`${css['input']} ${css['choose']}`}
          aria-label={t.addFilesTo(label, fileIds.length)}
          onClick={() => picker.current?.click()}
        >
          <FolderOpen aria-hidden size={13} />
          <span>{uploading > 0 ? t.sending(count, uploading) : count}</span>
        </button>
        {fileIds.length > 0 ? (
          <button
            type="button"
            className={css['clear']}
            aria-label={words.editorNode.valueWidget.clear(label)}
            onClick={() => set([])}
          >
            <X aria-hidden size={13} />
          </button>
        ) : null}
      </span>
      {surface === 'inspector' && fileIds.length > 0 ? (
        <ol className={css['fileRows']} aria-label={label}>
          {fileIds.slice(0, MAX_ROWS).map((fileId, at) => (
            <FileListRow
              key={`${at} ${fileId}`}
              {...{ session, fileId }}
              at={at}
              count={fileIds.length}
              onMove={(to) => set(reordered(fileIds, at, to))}
              onRemove={() => set(fileIds.toSpliced(at, 1))}
            />
          ))}
          {fileIds.length > MAX_ROWS ? <li>{t.furtherFiles(fileIds.length - MAX_ROWS)}</li> : null}
        </ol>
      ) : null}
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={type.base === 'file' ? undefined : `${type.base}/*`}
        onChange={(event) => {
          void addUploads(session, [...(event.target.files ?? [])], nodeId, pin.name, type.base);
          event.target.value = '';
        }}
      />
    </span>
  );
}

const reordered = (fileIds: readonly string[], from: number, to: number): string[] =>
  fileIds.toSpliced(from, 1).toSpliced(to, 0, fileIds[from]!);

function FileListRow({
  session,
  fileId,
  at,
  count,
  onMove,
  onRemove,
}: {
  session: EditorSession;
  fileId: string;
  at: number;
  count: number;
  onMove: (to: number) => void;
  onRemove: () => void;
}): ReactElement {
  const name = displayFileName(useFileName(session, fileId) ?? '');
  return (
    <li className={css['fileRow']}>
      <span className={css['fileName']} title={name} dir="auto">
        {name}
      </span>
      <IconButton label={t.moveUp(name)} disabled={at === 0} onClick={() => onMove(at - 1)}>
        <ArrowUp aria-hidden size={13} />
      </IconButton>
      <IconButton label={t.moveDown(name)} disabled={at === count - 1} onClick={() => onMove(at + 1)}>
        <ArrowDown aria-hidden size={13} />
      </IconButton>
      <IconButton label={t.removeFile(name)} onClick={onRemove}>
        <X aria-hidden size={13} />
      </IconButton>
    </li>
  );
}
