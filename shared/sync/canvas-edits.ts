import { type CanvasItems } from '../canvas/items.ts';
import type { SavedCanvas } from '../canvas/metadata.ts';
import { canvasItem, ownField, type CanvasOperation } from '../canvas/operations.ts';
import { jsonEqual } from '../language/json-equal.ts';
import type { SyncEffect, SyncSource } from './sync-events.ts';
import { entryOf, type PendingEdit, type SyncState } from './sync-state.ts';

/** Edits of canvas items that go another way than those of the graph, because the service does not take them. */

/** What is said when the service took a change and does not have its canvas items. */
export const CANVAS_LOST =
  'This service does not keep frames and notes. They are saved on this computer only; everything else is saved as usual.';

const hasCanvas = (edit: PendingEdit): boolean => (edit.canvas?.length ?? 0) > 0;

/** Why canvas items stay on this computer, a sentence; null when they are sent. */
export function canvasProblemOf(state: SyncState): string | null {
  const { canvasHold: hold, canvas } = state;
  if (canvas.problem !== null) return canvas.problem;
  return hold === null || hold.kind === 'apart' ? null : hold.message;
}

/** One edit as one of the graph and one of canvas items, each with its base. */
function separate(edit: PendingEdit, source: SyncSource): PendingEdit[] {
  if (!hasCanvas(edit) || edit.operations.length === 0) return [edit];
  const { canvas: _canvas, canvasBase: _canvasBase, ...graph } = edit;
  const { base: _base, ...rest } = edit;
  return [
    { ...graph, journaled: false },
    { ...rest, id: source.newId(), operations: [], journaled: false },
  ];
}

/** Whether edits of the graph and of canvas items are sent by themselves. */
export const isApart = (state: SyncState): boolean =>
  state.canvasHold !== null || state.canvas.problem !== null;

/** The state with every edit being of one sort; null when that is so. */
export function separated(state: SyncState, source: SyncSource): [SyncState, SyncEffect[]] | null {
  const pending = state.pending.flatMap((edit) => separate(edit, source));
  if (pending.length === state.pending.length) return null;
  const replaced = state.pending.map(({ id }) => id);
  return [
    { ...state, pending },
    [{ type: 'replace-journal', replaced, entries: pending.map(entryOf) }, { type: 'schedule-save' }],
  ];
}

/** The edits that a save sends now. */
export function batchOf(state: SyncState): readonly PendingEdit[] {
  if (!isApart(state)) return state.pending;
  const ofGraph = state.pending.filter((edit) => !hasCanvas(edit));
  if (ofGraph.length > 0) return ofGraph;
  return canvasProblemOf(state) === null ? state.pending : [];
}

/** The canvas part of edits that the service took without keeping it. */
export const canvasPartOf = (edits: readonly PendingEdit[], source: SyncSource): PendingEdit[] =>
  edits.filter(hasCanvas).map(({ base: _base, ...edit }) => ({
    ...edit,
    id: source.newId(),
    operations: [],
    journaled: false,
  }));

/** Whether items hold what operations left in other ones. */
export const canvasAgrees = (
  expected: CanvasItems,
  { items, problem }: SavedCanvas,
  operations: readonly CanvasOperation[],
): boolean =>
  (problem === null || operations.length === 0) &&
  operations.every(({ kind, id, ...operation }) => {
    const [mine, theirs] = [canvasItem(expected, kind, id), canvasItem(items, kind, id)];
    if (operation.op === 'setCanvasItem' || !mine || !theirs) return jsonEqual(mine, theirs);
    return jsonEqual(ownField(mine, operation.field), ownField(theirs, operation.field));
  });
