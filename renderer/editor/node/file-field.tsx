import { Brush, Files, FolderOpen, X } from 'lucide-react';
import { useRef, type ReactElement } from 'react';
import type { PublicNodeTypePin } from '#shared/api/index.ts';
import type { PinType } from '#shared/graph/pin-type.ts';
import { displayFileName } from '#renderer/ui/index.ts';
import { LibraryFiles } from '#renderer/fields/index.ts';
import { words } from '#renderer/words/index.ts';
import { fileIdOf, valueFor } from '../model/editing.ts';
import { useFileName, useUpload } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { maskedInputOf } from '../session/mask-inputs.ts';
import { addUpload } from './add-upload.ts';
import css from './widgets.module.css';

const t = words.editorNode.valueWidget;

const ACCEPT: Partial<Record<PinType['base'], string>> = {
  image: 'image/*',
  video: 'video/*',
  audio: 'audio/*',
};

/** An input for one file: chosen here, dropped on it, or taken from the library. */
export function FileField({
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
  /** On a node there is no room for the library. */
  surface: 'node' | 'inspector';
}): ReactElement {
  const picker = useRef<HTMLInputElement>(null);
  const upload = useUpload(session, nodeId);
  const fileId = fileIdOf(session.store.getNode(nodeId)?.inputs?.[pin.name]);
  const busy = upload && upload.input === pin.name ? upload : undefined;
  const fileName = useFileName(session, fileId);
  const name = busy ? busy.filename : fileName === null ? null : displayFileName(fileName);
  const addFile = (file: File | undefined): void => {
    if (file) void addUpload(session, file, nodeId, pin.name, type.base);
  };
  return (
    <span className={css['file']} data-drop-pin={pin.name} data-drop-node={nodeId}>
      <button
        type="button"
        className={`${css['input']} ${css['choose']}`}
        aria-label={name ? t.selectAnotherFile(label, name) : t.selectFile(label)}
        title={name ?? undefined}
        onClick={() => picker.current?.click()}
      >
        <FolderOpen aria-hidden size={13} />
        <span>{name ?? t.selectFile2}</span>
      </button>
      {busy ? null : <MaskButton {...{ session, nodeId, label }} input={pin.name} />}
      {surface === 'inspector' && !busy ? (
        <LibraryFiles
          {...{ label, type }}
          connectionId={session.ports.connectionId}
          value={fileId}
          onSelect={(file) => {
            session.fileNames.set(file.fileId, file.filename);
            session.setInput(nodeId, pin.name, valueFor(type.base, file.fileId));
          }}
          trigger={
            <button type="button" className={css['clear']} title={t.fromFiles}>
              <Files aria-hidden size={13} />
            </button>
          }
        />
      ) : null}
      {fileId !== null && !busy ? (
        <button
          type="button"
          className={css['clear']}
          aria-label={t.clear(label)}
          onClick={() =>
            void session.store.applyEdit(t.clearFile, [{ op: 'removeNodeInput', nodeId, input: pin.name }])
          }
        >
          <X aria-hidden size={13} />
        </button>
      ) : null}
      <input
        ref={picker}
        type="file"
        hidden
        accept={ACCEPT[type.base]}
        onChange={(event) => {
          addFile(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    </span>
  );
}

/** Leads to where a mask is drawn for an input that takes one. */
function MaskButton({
  session,
  nodeId,
  input,
  label,
}: {
  session: EditorSession;
  nodeId: string;
  input: string;
  label: string;
}): ReactElement | null {
  if (maskedInputOf(session, nodeId, input) === null) return null;
  return (
    <button
      type="button"
      className={css['clear']}
      aria-label={words.masks.drawFor(label)}
      title={words.commandWords.commands['editor.draw-mask'].title}
      onClick={() => session.ui.set({ maskRequested: [nodeId, input] })}
    >
      <Brush aria-hidden size={13} />
    </button>
  );
}
