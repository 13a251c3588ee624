import { parsePinType } from '#shared/graph/pin-type.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { fileIdOf } from '../model/editing.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { maskedInputOf } from '../session/mask-inputs.ts';
import { previewSourceOf } from './preview-source.ts';

/** What a mask is drawn over, and what the input holds already. */
export interface MaskPicture {
  fileId: string;
  /** A small copy, while the picture itself is not there. */
  isPreview: boolean;
  maskFileId: string | null;
}

/** The picture that an input of a node masks; null while there is none. */
export function maskPictureOf(
  session: EditorSession,
  runTable: NodeRunTable,
  nodeId: string,
  input: string,
): MaskPicture | null {
  const pictureInput = maskedInputOf(session, nodeId, input);
  const inputs = session.store.getNode(nodeId)?.inputs;
  if (pictureInput === null) return null;
  const maskFileId = fileIdOf(inputs?.[input]);
  const picture = pictureAt(session, runTable, nodeId, pictureInput);
  return picture && { ...picture, maskFileId };
}

/** The picture that comes into an input: the file that it holds, or what the node before made; null while there is none. */
export function pictureAt(
  session: EditorSession,
  runTable: NodeRunTable,
  nodeId: string,
  input: string,
): { fileId: string; isPreview: boolean } | null {
  const wire = session.store.incoming(nodeId, input);
  if (!wire) {
    const fileId = fileIdOf(session.store.getNode(nodeId)?.inputs?.[input]);
    return fileId === null ? null : { fileId, isPreview: false };
  }
  const [from] = wire.from;
  const source = previewSourceOf(session, runTable, from);
  if (source?.kind === 'file') return { fileId: source.fileId, isPreview: source.isSmall };
  // A picture shown by its local copy has a file, too, once its upload has ended.
  const fileId = session.catalog
    .pinsOf(session.store.getNode(from)?.type ?? '')
    ?.inputs.filter(({ type }) => parsePinType(type).base === 'image')
    .map(({ name }) => fileIdOf(session.store.getNode(from)?.inputs?.[name]))
    .find((fileId) => fileId !== null);
  return fileId == null ? null : { fileId: fileId, isPreview: false };
}
