import { type CanvasItems } from '../canvas/items.ts';
import { writeCanvas, type SavedCanvas } from '../canvas/metadata.ts';
import { applyCanvasLenient, canvasItem, fieldOf, type CanvasOperation } from '../canvas/operations.ts';
import type { Withheld, SavingSource } from '../documents/saving-kind.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { canvasOf, type EditedGraph, type PendingEdit } from './graph-edits.ts';

/** Edits of canvas items that go another way than those of the graph, because the service does not take them. */

/** What is said when the service took a change and does not have its canvas items. */
export const CANVAS_LOST =
  'This service does not keep frames and notes. They are saved on this computer only; everything else is saved as usual.';

export const canvasRejection = (message: string): string =>
  `The service did not take your frames and notes: ${message} They are saved on this computer only.`;

const hasCanvas = (edit: PendingEdit): boolean => (edit.canvas?.length ?? 0) > 0;

type Withholding = Pick<EditedGraph, 'withheld' | 'confirmed'>;

/** Why canvas items stay on this computer, a sentence; null when they are sent. */
export function canvasProblemOf({ withheld, confirmed: { canvas } }: Withholding): string | null {
  if (canvas.problem !== null) return canvas.problem;
  return withheld === null || withheld.kind === 'apart' ? null : withheld.message;
}

/** How canvas items stand against the room that a project has for them. */
export function sizeWithheld({ withheld, confirmed: { canvas }, pending }: EditedGraph): Withheld | null {
  if ((withheld !== null && withheld.kind !== 'size') || canvas.problem !== null) return withheld;
  const operations = canvasOf(pending);
  if (operations.length === 0) return null;
  const result = writeCanvas(canvas.metadata, applyCanvasLenient(canvas.items, operations).items);
  return result.ok ? null : { kind: 'size', message: result.reason };
}

/** One edit as one of the graph and one of canvas items, each with its base. */
function separate(edit: PendingEdit, source: SavingSource): PendingEdit[] {
  if (!hasCanvas(edit) || edit.operations.length === 0) return [edit];
  const { canvas: _canvas, canvasBase: _canvasBase, ...graph } = edit;
  const { base: _base, ...remaining } = edit;
  return [
    { ...graph, journaled: false },
    { ...remaining, id: source.newId(), operations: [], journaled: false },
  ];
}

/** Whether edits of the graph and of canvas items are sent by themselves. */
const isApart = ({ withheld, confirmed }: Withholding): boolean =>
  withheld !== null || confirmed.canvas.problem !== null;

/** The edits with every one being of one sort, where that is needed; null when it is so. */
export function separated(at: EditedGraph, source: SavingSource): PendingEdit[] | null {
  if (!isApart(at)) return null;
  const pending = at.pending.flatMap((edit) => separate(edit, source));
  return pending.length === at.pending.length ? null : pending;
}

/** The edits that a save sends now. */
export function sendable(at: EditedGraph): readonly PendingEdit[] {
  if (!isApart(at)) return at.pending;
  const ofGraph = at.pending.filter((edit) => !hasCanvas(edit));
  if (ofGraph.length > 0) return ofGraph;
  return canvasProblemOf(at) === null ? at.pending : [];
}

/** The canvas part of edits that the service took without keeping it. */
export const canvasEditsOf = (edits: readonly PendingEdit[], source: SavingSource): PendingEdit[] =>
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
    const [ours, theirs] = [canvasItem(expected, kind, id), canvasItem(items, kind, id)];
    if (operation.op === 'setCanvasItem' || !ours || !theirs) return jsonEqual(ours, theirs);
    return jsonEqual(fieldOf(ours, operation.field), fieldOf(theirs, operation.field));
  });
