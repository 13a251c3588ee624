import type { PatchOperation } from '../api/schemas/documents.ts';
import { canvasBefore } from '../canvas/base.ts';
import { selectedOperation, mergeCanvas } from '../canvas/merge.ts';
import type { SavedCanvas } from '../canvas/metadata.ts';
import { applyCanvasLenient, renameCanvas } from '../canvas/operations.ts';
import { findNode, inputConnection } from '../graph/graph.ts';
import { sameContent, samePosition } from '../graph/diff.ts';
import { targetOf } from '../graph/operation-table.ts';
import { applySelected, rebase } from '../graph/rebase.ts';
import type { Graph } from '../graph/types.ts';
import { assertNever } from '../language/assert-never.ts';
import { jsonEqual } from '../language/json-equal.ts';
import type { Side } from '../documents/clash.ts';
import type { SavingKind, SavingSource } from '../documents/saving-kind.ts';
import { canvasEditsOf } from './canvas-edits.ts';
import {
  canvasOf,
  editOn,
  operationsOf,
  type GraphDocument,
  type EditedGraph,
  type PendingEdit,
  type SavedGraph,
} from './graph-edits.ts';

/** Whether a partial response says of everything the operations touched what is expected of it. */
export function agreesWith(expected: Graph, response: Graph, operations: readonly PatchOperation[]): boolean {
  return operations.every((operation) => {
    const target = targetOf(operation);
    switch (target.kind) {
      case 'wire': {
        const [nodeId, pin] = target.to;
        return jsonEqual(inputConnection(expected, nodeId, pin), inputConnection(response, nodeId, pin));
      }
      case 'node':
      case 'field': {
        const [ours, theirs] = [findNode(expected, target.nodeId), findNode(response, target.nodeId)];
        return ours && theirs ? sameContent(ours, theirs) && samePosition(ours, theirs) : ours === theirs;
      }
      default:
        return assertNever(target);
    }
  });
}

/** What of the canvas items is left to do on top of theirs; all of it where theirs cannot be read. */
function mergeItems(
  { confirmed: { canvas }, pending }: EditedGraph,
  theirs: SavedCanvas,
): ReturnType<typeof mergeCanvas> {
  const operations = canvasOf(pending);
  if (operations.length === 0) return { operations: [], clashes: [] };
  if (theirs.problem !== null) return { operations, clashes: [] };
  // What could not be read was no base.
  const base = canvas.problem === null ? canvas.items : canvasBefore(pending, theirs.items);
  return mergeCanvas(base, applyCanvasLenient(base, operations).items, theirs.items);
}

/** Merges node by node, wire by wire, and the canvas items field by field; what both changed is asked about. */
export function mergeGraph(
  at: EditedGraph,
  theirs: { version: number; document: GraphDocument },
  answerTo: (clash: SavedGraph['clash']) => Side | undefined,
  source: SavingSource,
): ReturnType<SavingKind<SavedGraph>['merge']> {
  const { confirmed } = at;
  const ours = operationsOf(at.pending);
  const unmerged = { open: [], pending: [], settled: [], renamed: new Map<string, string>(), message: null };
  if (ours.length === 0 && canvasOf(at.pending).length === 0) return unmerged;
  const rebased = rebase(confirmed.graph, ours, theirs.document.graph);
  const items = mergeItems(at, theirs.document.canvas);
  const open = [...rebased.clashes, ...items.clashes].filter((clash) => answerTo(clash) === undefined);
  if (open.length > 0) return { ...unmerged, open };
  const isOurs = (clash: SavedGraph['clash']): boolean => answerTo(clash) === 'mine';
  const sides = { base: confirmed.graph, ours: rebased.ours, theirs: theirs.document.graph };
  const { applied, notes } = applySelected(sides, rebased.operations, rebased.clashes.filter(isOurs));
  const canvas = [...items.operations, ...items.clashes.filter(isOurs).map(selectedOperation)];
  const left = {
    operations: applied,
    canvas: canvas.map((operation) => renameCanvas(operation, (id) => rebased.renamed.get(id) ?? id)),
  };
  const reasons = [...new Set([...rebased.dropped.map(({ reason }) => reason), ...notes])];
  return {
    ...unmerged,
    pending: mergedEdits(at, theirs, left, source),
    renamed: rebased.renamed,
    message: reasons.length === 0 ? null : `Someone else changed this project: ${reasons.join('; ')}`,
  };
}

/** What a merge leaves to do as one edit; canvas items that cannot be merged now keep the edits and bases they have. */
function mergedEdits(
  { pending }: EditedGraph,
  theirs: { version: number; document: GraphDocument },
  { operations, canvas }: Required<Omit<SavedGraph['change'], 'label'>>,
  source: SavingSource,
): PendingEdit[] {
  const label = pending.at(-1)?.label ?? 'merged changes';
  if (theirs.document.canvas.problem === null) {
    return operations.length + canvas.length === 0
      ? []
      : [editOn(theirs, { label, operations, canvas }, source)];
  }
  const graph = operations.length === 0 ? [] : [editOn(theirs, { label, operations }, source)];
  return [...graph, ...canvasEditsOf(pending, source)];
}
