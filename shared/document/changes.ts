import { isJsonRecord, itemsById, type Identified, type JsonRecord } from './same.ts';
import { jsonEqual } from '../language/json-equal.ts';

/**
 * What turns one JSON document into another, as JSON: small where little changed, so that it can be written down with
 * every edit of a large document.
 */
export type DocumentChanges =
  | { set: unknown }
  /** By field; null removes it. */
  | { fields: Record<string, DocumentChanges | null> }
  /** Of a list whose items have ids. */
  | {
      items: Record<string, DocumentChanges>;
      gone: string[];
      /** New items with the id of the one they stand behind; null: at the head. In their sequence. */
      added: { after: string | null; item: unknown }[];
      /** All ids in their sequence, where that changed. */
      sequence?: string[];
    };

/** @returns null when both say the same. Parts that are one object in both are not looked into. */
export function changesBetween(from: unknown, to: unknown): DocumentChanges | null {
  if (Object.is(from, to)) return null;
  if (isJsonRecord(from) && isJsonRecord(to)) return changedFields(from, to);
  const [before, after] = [itemsById(from), itemsById(to)];
  if (before && after) return changedItems(before, after);
  return jsonEqual(from, to) ? null : { set: to };
}

function changedFields(from: JsonRecord, to: JsonRecord): DocumentChanges | null {
  const fields: Record<string, DocumentChanges | null> = {};
  for (const key of Object.keys(from))
    if (from[key] !== undefined && to[key] === undefined) fields[key] = null;
  for (const key of Object.keys(to)) {
    if (to[key] === undefined) continue;
    const change = from[key] === undefined ? { set: to[key] } : changesBetween(from[key], to[key]);
    if (change !== null) fields[key] = change;
  }
  return Object.keys(fields).length === 0 ? null : { fields };
}

function changedItems(
  from: ReadonlyMap<string, Identified>,
  to: ReadonlyMap<string, Identified>,
): DocumentChanges | null {
  const items: Record<string, DocumentChanges> = {};
  const added: { after: string | null; item: unknown }[] = [];
  let after: string | null = null;
  for (const [id, item] of to) {
    const existing = from.get(id);
    const change = existing ? changesBetween(existing, item) : null;
    if (!existing) added.push({ after, item });
    else if (change) items[id] = change;
    after = id;
  }
  const removed = [...from.keys()].filter((id) => !to.has(id));
  const left = [...from.keys()].filter((id) => to.has(id));
  const stayed = [...to.keys()].filter((id) => from.has(id));
  const isReordered = stayed.some((id, index) => id !== left[index]);
  if (!isReordered && removed.length + added.length + Object.keys(items).length === 0) return null;
  return { items, gone: removed, added, ...(isReordered && { sequence: [...to.keys()] }) };
}

/**
 * Makes the changes on the document that they were found on.
 * @throws Error where they do not fit it.
 */
export function applyChanges(from: unknown, changes: DocumentChanges | null): unknown {
  if (changes === null) return from;
  if ('set' in changes) return changes.set;
  if ('fields' in changes) return withFields(from, changes.fields);
  const items = itemsById(from);
  if (!items) throw new Error('The changes are of another document: there is no list of items.');
  const kept = new Map<string, unknown>();
  const removed = new Set(changes.gone);
  for (const [id, item] of items) {
    const change = Object.hasOwn(changes.items, id) ? changes.items[id] : undefined;
    if (!removed.has(id)) kept.set(id, change ? applyChanges(item, change) : item);
  }
  const behind = Map.groupBy(changes.added, ({ after }) => after);
  const list: unknown[] = [];
  /** What stands behind an item, the first one last; once, so that changes in a circle come to an end. */
  const takeBehind = (id: string | null): unknown[] => {
    const found = behind.get(id) ?? [];
    behind.delete(id);
    return found.map(({ item }) => item).toReversed();
  };
  const addBehind = (id: string | null): void => {
    // One new item may stand behind another, thousands in a row: no recursion, whose depth is limited.
    const stack = takeBehind(id);
    while (stack.length > 0) {
      const item = stack.pop();
      list.push(item);
      if (isJsonRecord(item) && typeof item['id'] === 'string')
        for (const next of takeBehind(item['id'])) stack.push(next);
    }
  };
  addBehind(null);
  for (const [id, item] of kept) {
    list.push(item);
    addBehind(id);
  }
  return changes.sequence ? inSequence(list, changes.sequence) : list;
}

function withFields(from: unknown, changes: Record<string, DocumentChanges | null>): JsonRecord {
  if (!isJsonRecord(from)) throw new Error('The changes are of another document: there are no fields.');
  const fields = Object.entries(changes).map(([key, change]) => [
    key,
    change === null ? undefined : applyChanges(from[key], change),
  ]);
  const changed: JsonRecord = { ...from, ...Object.fromEntries(fields) };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
}

function inSequence(list: readonly unknown[], sequence: readonly string[]): unknown[] {
  const items = itemsById(list);
  return sequence.flatMap((id) => items?.get(id) ?? []);
}
