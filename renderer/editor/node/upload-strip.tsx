import { Ellipsis, FileUp, HardDrive, Key, Pause, Play, RotateCw, Server, X } from 'lucide-react';
import { useRef, useState, type ReactElement } from 'react';
import { isTerminalUploadState } from '#shared/desk/index.ts';
import { commands } from '#renderer/commands/index.ts';
import { IconButton, Menu } from '#renderer/ui/index.ts';
import {
  FreeSpaceDialog,
  uploadLabel,
  recoveryActions,
  recoveryLabels,
  type RecoveryAction,
  type UploadItem,
} from '#renderer/uploads/index.ts';
import { words } from '#renderer/words/index.ts';
import { useUpload } from '../session/editor-context.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { addUpload } from './add-upload.ts';
import css from './upload-strip.module.css';

const t = words.editorNode.uploadStrip;

const recoveryIcons: Readonly<Record<RecoveryAction, ReactElement>> = {
  'free-space': <HardDrive aria-hidden />,
  'try-again': <RotateCw aria-hidden />,
  'choose-smaller': <FileUp aria-hidden />,
  'choose-other': <FileUp aria-hidden />,
  'choose-again': <FileUp aria-hidden />,
  'other-service': <Server aria-hidden />,
  'enter-key': <Key aria-hidden />,
};

/** An upload on its node: how far it is, what keeps it from going on, and what can be done about that. */
export function UploadStrip({
  session,
  nodeId,
}: {
  session: EditorSession;
  nodeId: string;
}): ReactElement | null {
  const upload = useUpload(session, nodeId);
  if (!upload || upload.state === 'done') return null;
  const { uploads } = session;
  const { input, filename, state } = upload;
  const isOver = isTerminalUploadState(state);
  return (
    <div className={css['upload']} data-failed={isOver || undefined} data-state={state} data-widget>
      <span className={css['uploadText']} role="status" title={upload.error ?? filename}>
        {uploadLabel(upload)}
      </span>
      {state === 'uploading' ? (
        <IconButton label={t.pauseUpload(filename)} onClick={() => uploads.pause(nodeId, input)}>
          <Pause />
        </IconButton>
      ) : null}
      {state === 'paused' ? (
        <IconButton label={t.resumeUpload(filename)} onClick={() => uploads.resume(nodeId, input)}>
          <Play />
        </IconButton>
      ) : null}
      <Recovery session={session} nodeId={nodeId} upload={upload} />
      <IconButton
        label={isOver ? words.common.dismiss : t.cancelUpload(filename)}
        onClick={() => (isOver ? uploads.dismiss(nodeId, input) : uploads.cancel(nodeId, input))}
      >
        <X />
      </IconButton>
      {isOver ? null : <UploadBar upload={upload} />}
    </div>
  );
}

function UploadBar({ upload: { filename, progress } }: { upload: UploadItem }): ReactElement {
  const percent = Math.round(progress * 100);
  return (
    <span
      className={css['uploadBar']}
      role="progressbar"
      aria-label={t.uploadOf(filename)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={{ width: `${percent}%` }} />
    </span>
  );
}

/** What a person can do about an upload that does not go on by itself. */
function Recovery({
  session,
  nodeId,
  upload,
}: {
  session: EditorSession;
  nodeId: string;
  upload: UploadItem;
}): ReactElement {
  const picker = useRef<HTMLInputElement>(null);
  const [freeing, setFreeing] = useState(false);
  const { uploads } = session;
  const { input, filename, state } = upload;
  const actions =
    state === 'canceled' && upload.retryable ? (['try-again'] as const) : recoveryActions(upload);

  const perform = (action: RecoveryAction): void => {
    switch (action) {
      case 'try-again':
        return uploads.retry(nodeId, input);
      case 'free-space':
        return setFreeing(true);
      case 'choose-smaller':
      case 'choose-other':
      case 'choose-again':
        return picker.current?.click();
      case 'other-service':
      case 'enter-key':
        commands.run('go.connections');
        return undefined;
      default: {
        const unknown: never = action;
        return unknown;
      }
    }
  };

  return (
    <>
      {actions.length > 0 ? (
        <Menu
          trigger={
            <IconButton label={t.doUpload(filename)}>
              <Ellipsis />
            </IconButton>
          }
          entries={actions.map((action) => ({
            id: action,
            label: recoveryLabels[action],
            icon: recoveryIcons[action],
            onSelect: () => perform(action),
          }))}
        />
      ) : null}
      <input
        ref={picker}
        type="file"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void addUpload(session, file, nodeId, input, upload.base);
        }}
      />
      {freeing ? (
        <FreeSpaceDialog
          connectionId={session.ports.connectionId}
          requiredBytes={upload.sizeBytes}
          onClose={() => setFreeing(false)}
          onFreed={() => {
            setFreeing(false);
            uploads.retry(nodeId, input);
          }}
        />
      ) : null}
    </>
  );
}
