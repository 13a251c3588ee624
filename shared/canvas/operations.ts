import { z } from 'zod';
import { jsonEqual } from '../language/json-equal.ts';
import { joinKey, splitKey } from '../language/join-key.ts';
import { recordUpTo } from '../reading/index.ts';
import {
  CanvasKind,
  ITEM_SCHEMAS,
  maxItemsOf,
  MAX_NOTE_LENGTH,
  MAX_TITLE_LENGTH,
  type CanvasItems,
} from './items.ts';

/** Changes of canvas items as data. */

export type Fields = Readonly<Record<string, unknown>>;

/** Changes of canvas items in one edit. */
export const MAX_CANVAS_OPERATIONS = 100_000;
/** Fields of one item. */
const MAX_FIELDS = 200;

export const Fields = recordUpTo(MAX_FIELDS, z.unknown());
const Id = z.string().min(1).max(500);

export type CanvasOperation =
  /** Puts an item whole; null takes it away. */
  | { op: 'setCanvasItem'; kind: CanvasKind; id: string; item: Fields | null }
  /** Sets one field of an item that is there; without a value it is taken away. */
  | { op: 'setCanvasField'; kind: CanvasKind; id: string; field: string; value?: unknown };

/** Its type is named, so that schemas of routes that hold it stay small. */
export const CanvasOperation: z.ZodType<CanvasOperation, CanvasOperation> = z.discriminatedUnion('op', [
  z.object({ op: z.literal('setCanvasItem'), kind: CanvasKind, id: Id, item: Fields.nullable() }),
  z.object({
    op: z.literal('setCanvasField'),
    kind: CanvasKind,
    id: Id,
    field: z.string(),
    value: z.unknown().optional(),
  }),
]);

type CanvasApplied =
  | { ok: true; items: CanvasItems; /** Undoes it. */ inverse: CanvasOperation }
  | { ok: false; reason: string };

export const fieldOf = (record: Fields, key: string): unknown =>
  Object.hasOwn(record, key) ? record[key] : undefined;

/** One item, or null. */
export const canvasItem = (items: CanvasItems, kind: CanvasKind, id: string): Fields | null => {
  const group: Readonly<Record<string, Fields>> = items[kind];
  return Object.hasOwn(group, id) ? group[id]! : null;
};

/** A record with one key set, or without it for undefined. */
const withKey = (record: Fields, key: string, value: unknown): Fields =>
  value === undefined
    ? Object.fromEntries(Object.entries(record).filter(([each]) => each !== key))
    : // Entries, for a key such as `__proto__`.
      Object.fromEntries([...Object.entries(record).filter(([each]) => each !== key), [key, value]]);

const TOO_MANY = 'This project has as many frames and notes as it can hold. Delete some first.';
const REMOVED = 'This item is gone.';

/** Why an item cannot be as it is asked to be, for people. */
function rejectionOf(item: Fields): string {
  const { text, title } = item;
  if (typeof text === 'string' && text.length > MAX_NOTE_LENGTH)
    return `A note holds at most ${MAX_NOTE_LENGTH.toLocaleString('en')} characters. Shorten it.`;
  if (typeof title === 'string' && title.length > MAX_TITLE_LENGTH)
    return `A title holds at most ${MAX_TITLE_LENGTH} characters. Shorten it.`;
  return 'This value does not fit here. Nothing was changed.';
}

/** Items that operations are applied to one after another: what many of them change is copied once. */
class CanvasDraft {
  readonly #items: CanvasItems;
  /** Items of the kinds that were looked at, by id. */
  readonly #kinds = new Map<CanvasKind, Map<string, Fields>>();
  readonly #changed = new Set<CanvasKind>();

  constructor(items: CanvasItems) {
    this.#items = items;
  }

  get items(): CanvasItems {
    if (this.#changed.size === 0) return this.#items;
    const kinds = Array.from(this.#changed, (kind) => [kind, Object.fromEntries(this.#ofKind(kind))]);
    return { ...this.#items, ...(Object.fromEntries(kinds) as Partial<CanvasItems>) };
  }

  /** @returns what undoes it; after a refusal nothing has changed. */
  apply(operation: CanvasOperation): { ok: true; inverse: CanvasOperation } | { ok: false; reason: string } {
    const { kind, id } = operation;
    const before = this.#item(kind, id);
    if (operation.op === 'setCanvasField' && !before) return { ok: false, reason: REMOVED };
    const inverse: CanvasOperation =
      operation.op === 'setCanvasItem'
        ? { op: 'setCanvasItem', kind, id, item: before }
        : { ...operation, value: fieldOf(before!, operation.field) };
    const item =
      operation.op === 'setCanvasItem' ? operation.item : withKey(before!, operation.field, operation.value);
    if (item === null) {
      if (before) this.#change(kind).delete(id);
      return { ok: true, inverse };
    }
    const parsed = ITEM_SCHEMAS[kind].safeParse(item);
    if (!parsed.success) return { ok: false, reason: rejectionOf(item) };
    if (before && jsonEqual(parsed.data, before)) return { ok: true, inverse };
    if (!before && this.#ofKind(kind).size >= maxItemsOf(kind)) return { ok: false, reason: TOO_MANY };
    const items = this.#change(kind);
    // What was changed last stands last.
    items.delete(id);
    items.set(id, parsed.data);
    return { ok: true, inverse };
  }

  #item(kind: CanvasKind, id: string): Fields | null {
    const items = this.#kinds.get(kind);
    return items ? (items.get(id) ?? null) : canvasItem(this.#items, kind, id);
  }

  #ofKind(kind: CanvasKind): Map<string, Fields> {
    const items = this.#kinds.get(kind) ?? new Map<string, Fields>(Object.entries(this.#items[kind]));
    this.#kinds.set(kind, items);
    return items;
  }

  #change(kind: CanvasKind): Map<string, Fields> {
    this.#changed.add(kind);
    return this.#ofKind(kind);
  }
}

/** Applies one operation; the items given stay as they are. Cost: the items of one kind, copied. */
export function applyCanvas(items: CanvasItems, operation: CanvasOperation): CanvasApplied {
  const draft = new CanvasDraft(items);
  const applied = draft.apply(operation);
  return applied.ok ? { ok: true, items: draft.items, inverse: applied.inverse } : applied;
}

/**
 * Applies operations in order, all or none.
 * @returns the items and the operations that undo all of it, in order.
 */
export function applyAllCanvas(
  items: CanvasItems,
  operations: readonly CanvasOperation[],
): { ok: true; items: CanvasItems; inverse: CanvasOperation[] } | { ok: false; reason: string } {
  const draft = new CanvasDraft(items);
  const inverse: CanvasOperation[] = [];
  for (const operation of operations) {
    const applied = draft.apply(operation);
    if (!applied.ok) return applied;
    inverse.push(applied.inverse);
  }
  return { ok: true, items: draft.items, inverse: inverse.toReversed() };
}

/** Applies those operations that still fit, in order. */
export function applyCanvasLenient(
  items: CanvasItems,
  operations: readonly CanvasOperation[],
): { items: CanvasItems; applied: CanvasOperation[] } {
  const draft = new CanvasDraft(items);
  const applied = operations.filter((operation) => draft.apply(operation).ok);
  return { items: draft.items, applied };
}

/**
 * The same change in fewer operations: the last setting of a field stands for all, and fields of an item that is put
 * in the same list go into it.
 */
export function coalesceCanvas(operations: readonly CanvasOperation[]): CanvasOperation[] {
  const byKey = new Map<string, CanvasOperation>();
  const fieldsOf = new Map<string, Set<string>>();
  for (const operation of operations) {
    const { kind, id } = operation;
    const itemKey = joinKey(kind, id);
    if (operation.op === 'setCanvasItem') {
      // What was set before counts no more.
      for (const key of fieldsOf.get(itemKey) ?? []) byKey.delete(key);
      fieldsOf.delete(itemKey);
      byKey.delete(itemKey);
      byKey.set(itemKey, operation);
      continue;
    }
    const full = byKey.get(itemKey);
    if (full?.op === 'setCanvasItem') {
      const item = full.item && withKey(full.item, operation.field, operation.value);
      byKey.set(itemKey, { ...full, item });
      continue;
    }
    const key = joinKey(kind, id, operation.field);
    byKey.set(key, operation);
    fieldsOf.set(itemKey, (fieldsOf.get(itemKey) ?? new Set()).add(key));
  }
  return [...byKey.values()];
}

/** What a collapsed frame holds, with other ids of its nodes; anything else as it is. */
function renameContent(content: unknown, idOf: (nodeId: string) => string): unknown {
  const parsed = ITEM_SCHEMAS.frames.shape.collapsed.safeParse(content);
  return parsed.success && parsed.data ? { ...parsed.data, nodes: parsed.data.nodes.map(idOf) } : content;
}

function renameFrame(operation: CanvasOperation, idOf: (nodeId: string) => string): CanvasOperation {
  if (operation.op === 'setCanvasField')
    return operation.field === 'collapsed'
      ? { ...operation, value: renameContent(operation.value, idOf) }
      : operation;
  const { item } = operation;
  if (item?.['collapsed'] === undefined) return operation;
  return { ...operation, item: { ...item, collapsed: renameContent(item['collapsed'], idOf) } };
}

/** A node of a group keeps its name within where its id was that. */
function renameMember(operation: CanvasOperation, id: string): CanvasOperation {
  if (operation.op === 'setCanvasField' || operation.item === null || id === operation.id)
    return { ...operation, id };
  return { ...operation, id, item: { as: operation.id, ...operation.item } };
}

/** An operation on items of nodes that got other ids, of their wires, of frames that hold them, or on what says their group. */
export function renameCanvas(operation: CanvasOperation, idOf: (nodeId: string) => string): CanvasOperation {
  const { kind, id } = operation;
  if (kind === 'frames') return renameFrame(operation, idOf);
  if (kind === 'members') return renameMember(operation, idOf(id));
  if (kind === 'nodes') return { ...operation, id: idOf(id) };
  if (kind !== 'reroutes') return operation;
  const [to = '', ...pins] = splitKey(id);
  const renamed = { ...operation, id: joinKey(idOf(to), ...pins) };
  if (renamed.op === 'setCanvasField') return renamed;
  const from = ITEM_SCHEMAS.reroutes.shape.from.safeParse(renamed.item?.['from']);
  if (!from.success) return renamed;
  const [node, pin] = from.data;
  return { ...renamed, item: { ...renamed.item, from: [idOf(node), pin] } };
}
