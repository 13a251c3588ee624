import type { EditableInputValue } from '#shared/api/index.ts';
import type { Upload } from '#shared/desk/index.ts';
import type { PinType } from '#shared/graph/pin-type.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import { UploadQueue } from '#renderer/uploads/index.ts';
import { words } from '#renderer/words/index.ts';
import { fileIdOf, valueFor } from '../model/editing.ts';
import { fileIdsIn, listOfFiles, splitListSlot, withUploadedFile } from '../model/file-lists.ts';
import type { EditorPorts } from '../ports.ts';
import type { FileNames } from './file-names.ts';
import type { SessionCore } from './session-core.ts';

const t = words.editorSession.sessionUploads;

/** What uploads need of a session. */
interface UploadingSession extends Pick<SessionCore, 'store' | 'ui'> {
  readonly ports: EditorPorts;
  readonly uploads: UploadQueue;
  readonly fileNames: FileNames;
  titleOf(nodeId: string): string;
  pinLabel(nodeId: string, pin: string, side: 'input' | 'output'): string;
  inputType(nodeId: string, input: string): PinType;
  setInput(nodeId: string, input: string, value: EditableInputValue, mergeKey?: string): unknown;
}

/** The uploads of a session: what has arrived is set as the value it was meant for, unless that was changed meanwhile. */
export function createUploads(session: UploadingSession): UploadQueue {
  const { store } = session;
  /** In which order the files of lists were given. */
  const orders = new Map<string, number>();
  const valueOf = (nodeId: string, input: string): unknown =>
    store.getNode(nodeId)?.inputs?.[input]?.value ?? null;
  return new UploadQueue(
    session.ports,
    (nodeId, input, base, fileId, { before, filename }) => {
      const node = store.getNode(nodeId);
      const slot = splitListSlot(input);
      if (slot !== null) {
        session.fileNames.set(fileId, filename);
        orders.set(fileId, slot.order);
        addToList(session, nodeId, { input: slot.input, fileId, orders });
        return;
      }
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

/** Puts a file that was uploaded into a list, where it was given among those that came with it. */
function addToList(
  session: UploadingSession,
  nodeId: string,
  { input, fileId, orders }: { input: string; fileId: string; orders: ReadonlyMap<string, number> },
): void {
  const node = session.store.getNode(nodeId);
  if (!node) return;
  const fileIds = withUploadedFile(fileIdsIn(node.inputs?.[input]), fileId, orders);
  // Files that arrive one after another are one step.
  session.setInput(nodeId, input, listOfFiles(fileIds), `upload ${input}`);
}

/** Takes up an upload that a page before this one began, if its node is there. */
export function adoptUpload(session: UploadingSession, upload: Upload): void {
  const { nodeId, input, connectionId, projectId } = upload;
  const { ports, store } = session;
  if (connectionId !== ports.connectionId || projectId !== ports.projectId) return;
  const node = nodeId === null ? undefined : store.getNode(nodeId);
  if (!node || input === null) return;
  const slot = splitListSlot(input);
  const hasFile = slot === null && fileIdOf(node.inputs?.[input]) !== null;
  session.uploads.adopt(upload, session.inputType(node.id, slot?.input ?? input).base, hasFile);
}
