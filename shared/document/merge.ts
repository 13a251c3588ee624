import type { ClashOf } from '../documents/clash.ts';
import { isJsonRecord, itemsById, type Identified, type JsonRecord } from './same.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { mergeText } from './merge-text.ts';
import { mergedSequence } from './sequence.ts';

export interface Merged<D> {
  document: D;
  /** What the merged document has of them is said by `clashRule`. */
  clashes: ClashOf<'document'>[];
}

/**
 * Merges two changes of one JSON document. Lists whose items all have an `id` of their own merge by id: items are added,
 * removed and moved by either side, and their fields merge one by one. Any other list, and any other value, is taken
 * whole from the side that changed it. Parts that nobody changed are the same objects as before.
 * @param base what both began with. @param ours what wins where both changed the same. @param theirs the other side.
 * @param texts fields that people write in: there both texts stay. Each with what goes between two in one place.
 */
export function mergeDocuments<D>(base: D, ours: D, theirs: D, texts?: TextFields): Merged<D>;
export function mergeDocuments(
  base: unknown,
  mine: unknown,
  theirs: unknown,
  texts: TextFields = new Map(),
): Merged<unknown> {
  const clashes: ClashOf<'document'>[] = [];
  return { document: mergeValues({ base, mine, theirs }, [], { clashes, texts }), clashes };
}

/** By the name of a field, what goes between two texts that were written in one place. */
export type TextFields = ReadonlyMap<string, string>;

interface Merging {
  clashes: ClashOf<'document'>[];
  texts: TextFields;
}

interface Three<T> {
  base: T;
  mine: T;
  theirs: T;
}

type Path = readonly string[];

function mergeValues({ base, mine, theirs }: Three<unknown>, path: Path, merging: Merging): unknown {
  if (Object.is(mine, theirs) || Object.is(theirs, base)) return mine;
  if (Object.is(mine, base)) return theirs;
  if (isJsonRecord(mine) && isJsonRecord(theirs) && (base === undefined || isJsonRecord(base))) {
    return mergeRecords({ base: base ?? {}, mine, theirs }, path, merging);
  }
  const [ofBase, ofOurs, ofTheirs] = [itemsById(base ?? []), itemsById(mine), itemsById(theirs)];
  if (ofBase && ofOurs && ofTheirs) {
    const merged = mergeLists({ base: ofBase, mine: ofOurs, theirs: ofTheirs }, path, merging);
    return isListOf(mine, merged) ? mine : isListOf(theirs, merged) ? theirs : merged;
  }
  return mergeLeaves({ base, mine, theirs }, path, merging);
}

/** What is taken whole from one side, unless it is a text. */
function mergeLeaves({ base, mine, theirs }: Three<unknown>, path: Path, merging: Merging): unknown {
  if (jsonEqual(mine, theirs) || jsonEqual(base, theirs)) return mine;
  if (jsonEqual(base, mine)) return theirs;
  const text = mergedText({ base, mine, theirs }, merging.texts.get(path.at(-1) ?? ''));
  const how = text === null ? 'both-changed' : 'texts-joined';
  if (text === null || text.isJoined)
    merging.clashes.push({ of: 'document', path: path.join('.'), how, mine, theirs });
  return text === null ? mine : text.text;
}

/** @returns null for what is no text that people write. A text that was taken away is an empty one. */
function mergedText({ base = '', mine = '', theirs = '' }: Three<unknown>, separator: string | undefined) {
  const isText = [base, mine, theirs].every((value) => typeof value === 'string');
  if (separator === undefined || !isText) return null;
  return mergeText(String(base), String(mine), String(theirs), separator);
}

const isListOf = (list: unknown, items: readonly unknown[]): boolean =>
  Array.isArray(list) &&
  list.length === items.length &&
  items.every((item, index) => Object.is(item, list[index]));

function mergeRecords({ base, mine, theirs }: Three<JsonRecord>, path: Path, merging: Merging): JsonRecord {
  const merged: Record<string, unknown> = {};
  let [isOurs, isTheirs] = [true, true];
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const fields = { base: base[key], mine: mine[key], theirs: theirs[key] };
    const value = mergeValues(fields, [...path, key], merging);
    isOurs &&= Object.is(value, mine[key]);
    isTheirs &&= Object.is(value, theirs[key]);
    // Of a field that one side removed nothing is left, not even its name.
    if (value !== undefined) merged[key] = value;
  }
  return isOurs ? mine : isTheirs ? theirs : merged;
}

function mergeLists(
  lists: Three<ReadonlyMap<string, Identified>>,
  path: Path,
  merging: Merging,
): readonly unknown[] {
  const { base, mine, theirs } = lists;
  const merged = new Map<string, unknown>();
  for (const id of new Set([...mine.keys(), ...theirs.keys()])) {
    const item = mergeItems(
      { base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) },
      [...path, id],
      merging,
    );
    if (item !== undefined) merged.set(id, item);
  }
  return mergedSequence([...base.keys()], [...mine.keys()], [...theirs.keys()], (id) => merged.has(id)).map(
    (id) => merged.get(id),
  );
}

/** @returns undefined for an item that is to go. */
function mergeItems(item: Three<Identified | undefined>, path: Path, merging: Merging): unknown {
  const { base, mine, theirs } = item;
  if (mine && theirs) return mergeValues(item, path, merging);
  const left = mine ?? theirs;
  if (!base || !left) return left;
  if (jsonEqual(base, left)) return undefined;
  const how = mine ? 'removed-there' : 'removed-here';
  merging.clashes.push({ of: 'document', path: path.join('.'), how, mine, theirs });
  return left;
}
