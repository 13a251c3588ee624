import { mergeText } from '../document/merge-text.ts';
import { MAX_NOTE_LENGTH } from '../canvas/items.ts';
import { canvasItem, fieldOf, type CanvasOperation } from '../canvas/operations.ts';
import { findNode } from '../graph/graph.ts';
import { parsePinType } from '../graph/pin-type.ts';
import type { Graph, GraphNode, NodeCatalog } from '../graph/types.ts';
import type { PatchOperation } from '../api/schemas/documents.ts';
import { joinKey } from '../language/join-key.ts';
import { basesOf } from './edit-base.ts';
import type { GraphDocument, PendingEdit } from './graph-edits.ts';

/** Whether an input of a node holds a text that people write, and not a choice, a color or a file. */
export type IsText = (nodeType: string, input: string) => boolean;

/** Those of type text, and those of any type, whose strings are texts. A type that is not known has none. */
export const textInputs =
  (catalog: NodeCatalog): IsText =>
  (nodeType, input) => {
    const pin = catalog.pinsOf(nodeType)?.inputs.find(({ name }) => name === input);
    if (!pin) return false;
    const { base } = parsePinType(pin.type);
    return base === 'text' || base === 'any';
  };

/** Longer texts are not joined: no input takes them. In characters. */
const MAX_TEXT_LENGTH = 1_000_000;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const textInput = (node: GraphNode | undefined, input: string): string | undefined => {
  const record = node?.inputs;
  return record && Object.hasOwn(record, input) ? textOf(record[input]?.value) : undefined;
};

/** A text as it was before all that was edited here, and as it is now. */
interface TwoTexts {
  before: string | undefined;
  current: string | undefined;
}

/** Texts that were written in here and elsewhere, by input or item: of several edits of one the first says what was before. */
class TextMerger {
  readonly #texts = new Map<string, TwoTexts>();

  /** @param next as it was written here. @param maxLength in characters. @returns what is to be written. */
  write(key: string, next: string, texts: TwoTexts, maxLength: number): string {
    const { before, current } = this.#texts.get(key) ?? texts;
    this.#texts.set(key, { before, current });
    if (before === undefined || current === undefined || before === current || next === current) return next;
    const merged = mergeText(before, next, current).text;
    return merged.length > maxLength ? next : merged;
  }
}

function mergeOperation(
  operation: PatchOperation,
  edit: PendingEdit,
  { graph, isText, merger }: { graph: Graph; isText: IsText; merger: TextMerger },
): PatchOperation {
  if (operation.op !== 'setNodeInput') return operation;
  const { nodeId, input, value } = operation;
  const next = textOf(value.value);
  const node = findNode(graph, nodeId);
  if (next === undefined || !node || !isText(node.type, input)) return operation;
  const base = edit.base && findNode(edit.base, nodeId);
  const before = textInput(base, input);
  const texts = { before, current: textInput(node, input) };
  const text = merger.write(joinKey('input', nodeId, input), next, texts, MAX_TEXT_LENGTH);
  return text === next ? operation : { ...operation, value: { ...value, value: text } };
}

function mergeCanvasOperation(
  operation: CanvasOperation,
  edit: PendingEdit,
  { canvas, merger }: { canvas: GraphDocument['canvas']; merger: TextMerger },
): CanvasOperation {
  if (operation.op !== 'setCanvasField' || operation.field !== 'text') return operation;
  const { kind, id, field } = operation;
  const next = textOf(operation.value);
  const current = canvasItem(canvas.items, kind, id);
  if (next === undefined || !current) return operation;
  const base = edit.canvasBase?.find((item) => item.kind === kind && item.id === id)?.item;
  const before = base ? textOf(fieldOf(base, field)) : undefined;
  const texts = { before, current: textOf(fieldOf(current, field)) };
  const text = merger.write(joinKey(kind, id, field), next, texts, MAX_NOTE_LENGTH);
  return text === next ? operation : { ...operation, value: text };
}

/**
 * Edits of this window on a document that others wrote in meanwhile. A text that was written in both has both, as in a storyboard;
 * of everything else the later edit counts. Edits in which nothing changes stay the same objects.
 * @param edits in sequence, each with the base it was made on. @param document without them. @param isText which inputs hold texts.
 */
export function mergeLocalTexts(
  edits: readonly PendingEdit[],
  document: GraphDocument,
  isText: IsText,
): PendingEdit[] {
  const { graph, canvas: saved } = document;
  const merger = new TextMerger();
  return edits.map((edit) => {
    const operations = edit.operations.map((operation) =>
      mergeOperation(operation, edit, { graph, isText, merger }),
    );
    const canvas = edit.canvas?.map((operation) =>
      mergeCanvasOperation(operation, edit, { canvas: saved, merger }),
    );
    const isSame =
      operations.every((operation, index) => operation === edit.operations[index]) &&
      (canvas?.every((operation, index) => operation === edit.canvas?.[index]) ?? true);
    return isSame
      ? edit
      : { ...edit, operations, ...basesOf({ graph, items: saved.items }, operations, canvas) };
  });
}
