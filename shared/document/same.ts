/** Values of a JSON document, compared and shared. Parts that are one object in both are never looked into. */

export type JsonRecord = Readonly<Record<string, unknown>>;

export const isJsonRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Identified extends JsonRecord {
  readonly id: string;
}

const isIdentified = (item: unknown): item is Identified =>
  isJsonRecord(item) && typeof item['id'] === 'string' && item['id'] !== '';

/** The items of a list by their ids, in its sequence; null for what is no list of items with an id each of its own. */
export function itemsById(list: unknown): Map<string, Identified> | null {
  if (!Array.isArray(list)) return null;
  const found = new Map<string, Identified>();
  for (const item of list) {
    if (!isIdentified(item) || found.has(item.id)) return null;
    found.set(item.id, item);
  }
  return found;
}

/**
 * The fresh value, made of parts of the known one wherever they say the same: what was read again and has not changed is
 * the same object, so that nothing is drawn anew for it.
 */
export function reuseJson<T>(existing: unknown, fresh: T): T;
export function reuseJson(existing: unknown, fresh: unknown): unknown {
  if (Object.is(existing, fresh)) return existing;
  if (Array.isArray(existing) && Array.isArray(fresh)) return reuseList(existing, fresh);
  if (!isJsonRecord(existing) || !isJsonRecord(fresh)) return fresh;
  const keys = Object.keys(fresh);
  let isSame = keys.length === Object.keys(existing).length;
  const shared: Record<string, unknown> = {};
  for (const key of keys) {
    const value = reuseJson(existing[key], fresh[key]);
    shared[key] = value;
    if (!Object.is(value, existing[key]) || !Object.hasOwn(existing, key)) isSame = false;
  }
  return isSame ? existing : shared;
}

function reuseList(existing: readonly unknown[], fresh: readonly unknown[]): unknown {
  const byId = itemsById(existing);
  const shared = fresh.map((item, index) =>
    reuseJson(byId !== null && isIdentified(item) ? byId.get(item.id) : existing[index], item),
  );
  const isSame =
    shared.length === existing.length && shared.every((item, index) => Object.is(item, existing[index]));
  return isSame ? existing : shared;
}
