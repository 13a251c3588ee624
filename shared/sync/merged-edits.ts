import type { PatchOperation } from '../api/schemas/documents.ts';
import { canvasBefore } from '../canvas/base.ts';
import { mergeCanvas } from '../canvas/merge.ts';
import type { SavedCanvas } from '../canvas/metadata.ts';
import { applyCanvasLenient, renameCanvas, type CanvasOperation } from '../canvas/operations.ts';
import type { Graph } from '../graph/types.ts';
import { canvasPartOf } from './canvas-edits.ts';
import { basesOf } from './edit-base.ts';
import type { SyncSource } from './sync-events.ts';
import { canvasOf, type PendingEdit, type SyncState } from './sync-state.ts';

/** Edits that stand on a document of the service, and what a merge leaves of those that stood on another. */

interface ServiceDocument {
  version: number;
  graph: Graph;
  canvas: SavedCanvas;
}

/** Operations as one edit that stands on a document. */
export const editOn = (
  document: ServiceDocument,
  operations: PatchOperation[],
  label: string,
  source: SyncSource,
  canvas?: CanvasOperation[],
): PendingEdit => ({
  id: source.newId(),
  label,
  at: source.now(),
  baseVersion: document.version,
  operations,
  ...basesOf({ graph: document.graph, items: document.canvas.items }, operations, canvas),
  journaled: false,
});

/** What of the canvas items is left to do on top of theirs; all of it where theirs cannot be read. */
export function mergeItems(state: SyncState, theirs: SavedCanvas): ReturnType<typeof mergeCanvas> {
  const operations = canvasOf(state.pending);
  if (operations.length === 0) return { operations: [], clashes: [] };
  if (theirs.problem !== null) return { operations, clashes: [] };
  // What could not be read was no base.
  const base = state.canvas.problem === null ? state.canvas.items : canvasBefore(state.pending, theirs.items);
  return mergeCanvas(base, applyCanvasLenient(base, operations).items, theirs.items);
}

/** What a merge leaves to do as one edit; canvas items that cannot be merged now keep the edits and bases they have. */
export function mergedEdits(
  state: SyncState,
  theirs: ServiceDocument,
  left: {
    operations: PatchOperation[];
    canvas: readonly CanvasOperation[];
    renamed: ReadonlyMap<string, string>;
  },
  source: SyncSource,
): PendingEdit[] {
  const canvas = left.canvas.map((operation) => renameCanvas(operation, (id) => left.renamed.get(id) ?? id));
  const label = state.pending.at(-1)?.label ?? 'merged changes';
  if (theirs.canvas.problem === null) {
    return left.operations.length + canvas.length === 0
      ? []
      : [editOn(theirs, left.operations, label, source, canvas)];
  }
  const graph = left.operations.length === 0 ? [] : [editOn(theirs, left.operations, label, source)];
  return [...graph, ...canvasPartOf(state.pending, source)];
}
