import { sameValue } from '../graph/stable-json.ts';
import { CANVAS_KINDS, CanvasItems, type CanvasKind } from './items.ts';

/** Changes of canvas items as data, and three versions of them merged. */

type Fields = Readonly<Record<string, unknown>>;

export type CanvasOperation =
  /** Puts an item whole; null takes it away. */
  | { op: 'setCanvasItem'; kind: CanvasKind; id: string; item: Fields | null }
  /** Sets one field of an item that is there; undefined takes it away. */
  | { op: 'setCanvasField'; kind: CanvasKind; id: string; field: string; value: unknown };

type CanvasApplied =
  | { ok: true; items: CanvasItems; /** Undoes it. */ inverse: CanvasOperation }
  | { ok: false; reason: string };

const own = (record: Fields, key: string): unknown => (Object.hasOwn(record, key) ? record[key] : undefined);

const itemOf = (items: CanvasItems, kind: CanvasKind, id: string): Fields | null => {
  const group: Readonly<Record<string, Fields>> = items[kind];
  return Object.hasOwn(group, id) ? group[id]! : null;
};

/** A record with one key set, or without it for undefined. */
const withKey = (record: Fields, key: string, value: unknown): Fields =>
  value === undefined
    ? Object.fromEntries(Object.entries(record).filter(([each]) => each !== key))
    : { ...record, [key]: value };

/** Applies one operation; the items given stay as they are. A refusal is a sentence for people. */
export function applyCanvas(items: CanvasItems, operation: CanvasOperation): CanvasApplied {
  const { kind, id } = operation;
  const before = itemOf(items, kind, id);
  if (operation.op === 'setCanvasField' && !before) return { ok: false, reason: 'This item is gone.' };
  const item =
    operation.op === 'setCanvasItem' ? operation.item : withKey(before!, operation.field, operation.value);
  const parsed = CanvasItems.safeParse({ ...items, [kind]: withKey(items[kind], id, item ?? undefined) });
  if (!parsed.success) return { ok: false, reason: parsed.error.issues[0]!.message };
  const inverse: CanvasOperation =
    operation.op === 'setCanvasItem'
      ? { op: 'setCanvasItem', kind, id, item: before }
      : { ...operation, value: own(before!, operation.field) };
  return { ok: true, items: parsed.data, inverse };
}

/** What both sides changed differently; field null is the item as a whole. */
interface CanvasClash {
  kind: CanvasKind;
  id: string;
  field: string | null;
}

interface CanvasMerge {
  /** What was changed here, to be applied to theirs. */
  operations: CanvasOperation[];
  /** Not among the operations: theirs stays until people choose. */
  clashes: CanvasClash[];
}

const keysOf = (...records: readonly Fields[]): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record))),
];

function mergeItem(
  place: { kind: CanvasKind; id: string },
  [base, mine, theirs]: readonly [Fields | null, Fields | null, Fields | null],
  merge: CanvasMerge,
): void {
  if (sameValue(mine, base) || sameValue(mine, theirs)) return;
  if (sameValue(theirs, base)) {
    if (base && mine) mergeFields(place, [base, mine, base], merge);
    else merge.operations.push({ op: 'setCanvasItem', ...place, item: mine });
  } else if (mine && theirs) mergeFields(place, [base ?? {}, mine, theirs], merge);
  else merge.clashes.push({ ...place, field: null });
}

function mergeFields(
  place: { kind: CanvasKind; id: string },
  [base, mine, theirs]: readonly [Fields, Fields, Fields],
  merge: CanvasMerge,
): void {
  for (const field of keysOf(base, mine, theirs)) {
    const [before, value, now] = [own(base, field), own(mine, field), own(theirs, field)];
    if (sameValue(value, before) || sameValue(value, now)) continue;
    if (sameValue(now, before)) merge.operations.push({ op: 'setCanvasField', ...place, field, value });
    else merge.clashes.push({ ...place, field });
  }
}

/** Merges item by item and field by field; only a field that both sides changed differently clashes. */
export function mergeCanvas(base: CanvasItems, mine: CanvasItems, theirs: CanvasItems): CanvasMerge {
  const merge: CanvasMerge = { operations: [], clashes: [] };
  for (const kind of CANVAS_KINDS) {
    for (const id of keysOf(base[kind], mine[kind], theirs[kind])) {
      const sides = [itemOf(base, kind, id), itemOf(mine, kind, id), itemOf(theirs, kind, id)] as const;
      mergeItem({ kind, id }, sides, merge);
    }
  }
  return merge;
}
