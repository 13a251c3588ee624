import type { ClashOf } from '../documents/clash.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { CANVAS_KINDS, type CanvasItems, type CanvasKind } from './items.ts';
import { canvasItem, fieldOf, type CanvasOperation, type Fields } from './operations.ts';

/** Three versions of canvas items merged, item by item and field by field. */

interface CanvasMerge {
  /** What was changed here, to be applied to theirs. */
  operations: CanvasOperation[];
  /** Not among the operations. */
  clashes: ClashOf<'canvas', CanvasKind>[];
}

/** Where something lies is no question for people: mine wins, as with nodes. */
const POSITIONS: ReadonlySet<string> = new Set(['position', 'size', 'width', 'points', 'zoom', 'order']);

interface ItemRef {
  kind: CanvasKind;
  id: string;
}

const keysOf = (...records: readonly Fields[]): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record))),
];

function mergeItem(
  location: ItemRef,
  [base, ours, theirs]: readonly [Fields | null, Fields | null, Fields | null],
  merge: CanvasMerge,
): void {
  if (jsonEqual(ours, base) || jsonEqual(ours, theirs)) return;
  if (jsonEqual(theirs, base)) {
    if (base && ours) mergeFields(location, [base, ours, base], merge);
    else merge.operations.push({ op: 'setCanvasItem', ...location, item: ours });
  } else if (ours && theirs) mergeFields(location, [base ?? {}, ours, theirs], merge);
  else merge.clashes.push({ of: 'canvas', ...location, field: null, mine: ours, theirs });
}

function mergeFields(
  location: ItemRef,
  [base, ours, theirs]: readonly [Fields, Fields, Fields],
  merge: CanvasMerge,
): void {
  for (const field of keysOf(base, ours, theirs)) {
    const [before, value, current] = [fieldOf(base, field), fieldOf(ours, field), fieldOf(theirs, field)];
    if (jsonEqual(value, before) || jsonEqual(value, current)) continue;
    if (jsonEqual(current, before) || POSITIONS.has(field))
      merge.operations.push({ op: 'setCanvasField', ...location, field, value });
    else merge.clashes.push({ of: 'canvas', ...location, field, mine: value, theirs: current });
  }
}

/** What puts mine in the place of theirs. */
export const selectedOperation = ({
  kind,
  id,
  field,
  mine,
}: ClashOf<'canvas', CanvasKind>): CanvasOperation =>
  field === null
    ? { op: 'setCanvasItem', kind, id, item: isFields(mine) ? mine : null }
    : { op: 'setCanvasField', kind, id, field, value: mine };

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Merges item by item and field by field; only a field that both sides changed differently clashes, and places never. */
export function mergeCanvas(base: CanvasItems, ours: CanvasItems, theirs: CanvasItems): CanvasMerge {
  const merge: CanvasMerge = { operations: [], clashes: [] };
  for (const kind of CANVAS_KINDS) {
    if (ours[kind] === base[kind]) continue;
    for (const id of keysOf(base[kind], ours[kind], theirs[kind])) {
      const sides = [
        canvasItem(base, kind, id),
        canvasItem(ours, kind, id),
        canvasItem(theirs, kind, id),
      ] as const;
      mergeItem({ kind, id }, sides, merge);
    }
  }
  return merge;
}
