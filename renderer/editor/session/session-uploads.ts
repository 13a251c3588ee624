import type { EditableInputValue } from '#shared/api/index.ts';
import type { Upload } from '#shared/desk/index.ts';
import type { PinType } from '#shared/graph/pin-type.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import { UploadQueue } from '#renderer/uploads/index.ts';
import { words } from '#renderer/words/index.ts';
import { fileIdOf, valueFor } from '../model/editing.ts';
import type { EditorPorts } from '../ports.ts';
import type { SessionCore } from './session-core.ts';

const t = words.editorSession.sessionUploads;

/** What uploads need of a session. */
interface UploadingSession extends Pick<SessionCore, 'store' | 'ui'> {
  readonly ports: EditorPorts;
  readonly uploads: UploadQueue;
  titleOf(nodeId: string): string;
  pinLabel(nodeId: string, pin: string, side: 'input' | 'output'): string;
  inputType(nodeId: string, input: string): PinType;
  setInput(nodeId: string, input: string, value: EditableInputValue, mergeKey?: string): unknown;
}

/** The uploads of a session: what has arrived is set as the value it was meant for, unless that was changed meanwhile. */
export function createUploads(session: UploadingSession): UploadQueue {
  const { store } = session;
  const valueOf = (nodeId: string, input: string): unknown =>
    store.getNode(nodeId)?.inputs?.[input]?.value ?? null;
  return new UploadQueue(
    session.ports,
    (nodeId, input, base, fileId, { before, filename }) => {
      const node = store.getNode(nodeId);
      if (!node || fileIdOf(node.inputs?.[input]) === fileId) return;
      if (!jsonEqual(valueOf(nodeId, input), before)) {
        const label = `${session.titleOf(nodeId)} · ${session.pinLabel(nodeId, input, 'input')}`;
        session.ui.notify(t.changedWhileUploadedUpload(label, filename));
        return;
      }
      // No merge key of typing: each file is a step of its own.
      session.setInput(nodeId, input, valueFor(base, fileId), `upload ${fileId}`);
    },
    valueOf,
  );
}

/** Takes up an upload that a page before this one began, if its node is there. */
export function adoptUpload(session: UploadingSession, upload: Upload): void {
  const { nodeId, input, connectionId, projectId } = upload;
  const { ports, store } = session;
  if (connectionId !== ports.connectionId || projectId !== ports.projectId) return;
  const node = nodeId === null ? undefined : store.getNode(nodeId);
  if (!node || input === null) return;
  const hasFile = fileIdOf(node.inputs?.[input]) !== null;
  session.uploads.adopt(upload, session.inputType(node.id, input).base, hasFile);
}
