import { isFileOutput, isListOutput, type RunOutput } from '#shared/api/index.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import type { NodeRunTable } from '#renderer/model/node-run-state.ts';
import { fileIdOf } from '../model/editing.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { visibleResult } from '../session/shown-result.ts';
import { facesOf } from './preview-source.ts';

/** A picture of a node, and by how much it is smaller than a run makes it. */
export interface PictureOfNode {
  fileId: string;
  /** 1 at full size; null where it is smaller and nobody said by how much. */
  scale: number | null;
}

/** What a node made, of lists the item in view, with what is known of its size. */
function resultOf(session: EditorSession, runTable: NodeRunTable, nodeId: string) {
  const key = session.keys.peek(nodeId);
  const result = visibleResult(session, runTable, nodeId, key);
  return {
    outputs: facesOf(session, runTable, nodeId, result?.outputs),
    scale: result?.scale ?? (result?.isPreview === true ? null : 1),
  };
}

const isPicture = (output: RunOutput | undefined): output is Extract<RunOutput, { fileId: string }> =>
  output !== undefined && isFileOutput(output) && output.contentType.startsWith('image/');

/** The picture that a node made; the first of several. Null where it made none. */
export function resultPicture(
  session: EditorSession,
  runTable: NodeRunTable,
  nodeId: string,
): PictureOfNode | null {
  const { outputs, scale } = resultOf(session, runTable, nodeId);
  const picture = Object.values(outputs ?? {}).find((output) => isPicture(output));
  return picture ? { fileId: picture.fileId, scale } : null;
}

/** The picture that comes in by an input, by its wire or held by the node. Null while there is none. */
export function incomingPicture(
  session: EditorSession,
  runTable: NodeRunTable,
  nodeId: string,
  input: string,
): PictureOfNode | null {
  const wire = session.store.incoming(nodeId, input);
  if (!wire) return fileOfInput(session, nodeId, input);
  const [from, pin] = wire.from;
  // What a person chose is there at full size, whatever previews make of it.
  const source = session.store.getNode(from);
  if (source?.type.startsWith('input/')) {
    for (const { name, type } of session.catalog.pinsOf(source.type)?.inputs ?? []) {
      const base = parsePinType(type).base;
      const file = base === 'file' || base === 'image' ? fileOfInput(session, from, name) : null;
      if (file) return file;
    }
  }
  const { outputs, scale } = resultOf(session, runTable, from);
  const output = outputs?.[pin];
  return isPicture(output) ? { fileId: output.fileId, scale } : null;
}

function fileOfInput(session: EditorSession, nodeId: string, input: string): PictureOfNode | null {
  const fileId = fileIdOf(session.store.getNode(nodeId)?.inputs?.[input]);
  return fileId === null ? null : { fileId, scale: 1 };
}

/** What an input is given: by its wire, as far as a run has made it, else what it holds, else its default. */
export function inputValue(
  session: EditorSession,
  runTable: NodeRunTable,
  nodeId: string,
  pin: { name: string; default?: unknown },
): unknown {
  const wire = session.store.incoming(nodeId, pin.name);
  if (!wire) return session.store.getNode(nodeId)?.inputs?.[pin.name]?.value ?? pin.default ?? null;
  const output = resultOf(session, runTable, wire.from[0]).outputs?.[wire.from[1]];
  const isPrimitive = output !== undefined && !isFileOutput(output) && !isListOutput(output);
  return isPrimitive ? (output.value ?? null) : (pin.default ?? null);
}
