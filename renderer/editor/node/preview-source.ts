import { isFileOutput, isListOutput, type RunOutput } from '#shared/api/index.ts';
import { parsePinType, type PinBase } from '#shared/graph/pin-type.ts';
import type { GraphNode } from '#shared/graph/types.ts';
import { literalListOf } from '#renderer/model/literal-list.ts';
import type { NodeItem } from '#renderer/model/node-items.ts';
import { isStale, type NodeRunTable } from '#renderer/model/node-run-state.ts';
import { fieldNumber, words } from '#renderer/words/index.ts';
import { fileIdOf } from '../model/editing.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { itemInView, itemsIn } from '../session/node-lists.ts';
import { visibleResult } from '../session/shown-result.ts';
import { shortJson, shortText } from './value-text.ts';

const MAX_LABEL_LETTERS = 60;

/** What a node's preview shows: a file of the service, or a picture still on this computer. */
export type PreviewSource =
  | {
      kind: 'file';
      fileId: string;
      base: PinBase;
      /** The output that it is; null of a file that an input node holds. */
      output: { nodeId: string; pin: string } | null;
      /** Whether the graph has outgrown it. */
      outgrown: boolean;
      /** Small enough to be shown as it is. */
      isSmall: boolean;
    }
  | { kind: 'local'; url: string; base: PinBase };

/** Base types of pins whose value is a file. */
export const FILE_BASES = new Set(['image', 'video', 'audio', 'file']);

/** What a node shows of its results, with whether the graph has outgrown it. */
function resultOf(session: EditorSession, runTable: NodeRunTable, nodeId: string) {
  const key = session.keys.peek(nodeId);
  const result = visibleResult(session, runTable, nodeId, key);
  return {
    outputs: result?.outputs,
    faces: facesOf(session, runTable, nodeId, result?.outputs),
    isStale: isStale(result, key),
    isCompact: result?.isPreview === true,
  };
}

/** What stands for the outputs of a node: of lists the item in view. */
export function facesOf(
  session: EditorSession,
  runTable: NodeRunTable,
  nodeId: string,
  outputs: Readonly<Record<string, RunOutput>> | undefined,
): Readonly<Record<string, RunOutput>> | undefined {
  const items = itemsIn(session, runTable, nodeId);
  if (items.length === 0) return outputs;
  return { ...outputs, ...itemInView(session, nodeId, items)?.item.outputs };
}

/** The picture that shows an item, by its file; null of one that has none. */
export function pictureOf({ outputs }: NodeItem): string | null {
  for (const output of Object.values(outputs))
    if (isFileOutput(output) && output.contentType.startsWith('image/')) return output.fileId;
  return null;
}

function fileOf(
  { faces, isStale, isCompact }: ReturnType<typeof resultOf>,
  nodeId: string,
  pin: string,
): PreviewSource | null {
  const output = faces?.[pin];
  if (!output || !isFileOutput(output)) return null;
  const named = /^(image|video|audio)\//.exec(output.contentType)?.[1];
  const base = named === 'image' || named === 'video' || named === 'audio' ? named : 'file';
  return {
    kind: 'file',
    fileId: output.fileId,
    base,
    output: { nodeId, pin },
    outgrown: isStale,
    isSmall: isCompact,
  };
}

/** The picture of a node: its newest run's first file output, else the file it holds, else what is plugged in. */
export function previewSourceOf(
  session: EditorSession,
  runTable: NodeRunTable,
  nodeId: string,
): PreviewSource | null {
  const node = session.store.getNode(nodeId);
  if (!node) return null;
  const upload = session.uploads.ofNode(nodeId);
  if (upload?.previewUrl) return { kind: 'local', url: upload.previewUrl, base: 'image' };
  if (node.type.startsWith('input/')) return inputFileSource(session, node);
  const output = firstFileOutput(session, runTable, nodeId);
  if (output) return output;
  return node.type.startsWith('output/')
    ? pluggedIn(session, runTable, node)
    : literalListSource(session, node);
}

/** Of a node that brings in a list of files the first one, before anything ran. */
function literalListSource(session: EditorSession, node: GraphNode): PreviewSource | null {
  const fileId = fileIdOf(literalListOf(node)?.[0]);
  if (fileId === null) return null;
  const base = outputBase(session, node);
  return { kind: 'file', fileId, base, output: null, outgrown: false, isSmall: false };
}

function firstFileOutput(
  session: EditorSession,
  runTable: NodeRunTable,
  nodeId: string,
): PreviewSource | null {
  const result = resultOf(session, runTable, nodeId);
  for (const pin of Object.keys(result.faces ?? {})) {
    const file = fileOf(result, nodeId, pin);
    if (file) return file;
  }
  return null;
}

/** The first text, number or JSON of a node's newest run; of an output node, what its wire brings it. Null without any. */
export function wordsOutputOf(
  session: EditorSession,
  runTable: NodeRunTable,
  nodeId: string,
): { nodeId: string; pin: string } | null {
  const { outputs } = resultOf(session, runTable, nodeId);
  for (const [pin, output] of Object.entries(outputs ?? {})) {
    if (isPrimitive(output)) return { nodeId, pin };
  }
  const node = session.store.getNode(nodeId);
  if (!node?.type.startsWith('output/')) return null;
  for (const pin of session.catalog.pinsOf(node.type)?.inputs ?? []) {
    const [from, fromPin] = session.store.incoming(nodeId, pin.name)?.from ?? [];
    if (from === undefined || fromPin === undefined) continue;
    if (isPrimitive(resultOf(session, runTable, from).outputs?.[fromPin]))
      return { nodeId: from, pin: fromPin };
  }
  return null;
}

const isPrimitive = (output: RunOutput | undefined): boolean =>
  output !== undefined &&
  !isFileOutput(output) &&
  !isListOutput(output) &&
  output.value !== null &&
  output.value !== undefined;

/** What a node makes of any file: a sound, a clip, a picture. */
function outputBase(session: EditorSession, node: GraphNode): PinBase {
  const outputs = session.catalog.pinsOf(node.type)?.outputs.map((pin) => parsePinType(pin.type).base) ?? [];
  return outputs.find((base) => FILE_BASES.has(base)) ?? 'file';
}

/** The file that a node holds itself. */
function inputFileSource(session: EditorSession, node: GraphNode): PreviewSource | null {
  for (const pin of session.catalog.pinsOf(node.type)?.inputs ?? []) {
    const base = parsePinType(pin.type).base;
    if (!FILE_BASES.has(base)) continue;
    const fileId = fileIdOf(node.inputs?.[pin.name]);
    if (!fileId) continue;
    const local = session.uploads.previewOf(fileId);
    return local
      ? { kind: 'local', url: local, base: 'image' }
      : {
          kind: 'file',
          fileId,
          base: base === 'file' ? outputBase(session, node) : base,
          output: null,
          outgrown: false,
          isSmall: false,
        };
  }
  return null;
}

/** What comes in by a wire. */
function pluggedIn(session: EditorSession, runTable: NodeRunTable, node: GraphNode): PreviewSource | null {
  for (const pin of session.catalog.pinsOf(node.type)?.inputs ?? []) {
    const wire = session.store.incoming(node.id, pin.name);
    if (!wire) continue;
    const [from, fromPin] = wire.from;
    const file = fileOf(resultOf(session, runTable, from), from, fromPin);
    if (file) return file;
    const source = session.store.getNode(from);
    if (source?.type.startsWith('input/')) return previewSourceOf(session, runTable, source.id);
  }
  return null;
}

/** The beginning of a primitive result as one line; null for files and for what has no line. */
export function lineOf(output: RunOutput | undefined): string | null {
  if (!output || isFileOutput(output)) return null;
  if (isListOutput(output)) return words.counts.items(output.count);
  const { value } = output;
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return shortText(value);
  if (typeof value === 'number') return fieldNumber(value);
  if (typeof value === 'boolean') return String(value);
  return shortJson(value);
}

/** What a node says in one line: the first result of its newest run, else the first value it holds. */
export function valueLine(session: EditorSession, runTable: NodeRunTable, nodeId: string): string | null {
  const { outputs } = resultOf(session, runTable, nodeId);
  for (const output of Object.values(outputs ?? {})) {
    const line = lineOf(output);
    if (line !== null && line !== '') return line;
  }
  return valueSummary(session, nodeId);
}

/** The first value that a node holds itself, in one line; null of one that holds none. */
export function valueSummary(session: EditorSession, nodeId: string): string | null {
  const node = session.store.getNode(nodeId);
  if (!node) return null;
  for (const pin of session.catalog.pinsOf(node.type)?.inputs ?? []) {
    if (FILE_BASES.has(parsePinType(pin.type).base) || session.store.incoming(nodeId, pin.name)) continue;
    const input = node.inputs?.[pin.name];
    const value = input === undefined ? pin.default : input.value;
    if (typeof value === 'string' && value !== '') return shortText(value);
    if (typeof value === 'number')
      return `${shortText(pin.label ?? pin.name, MAX_LABEL_LETTERS)} ${fieldNumber(Number(value.toFixed(4)))}`;
  }
  return null;
}
