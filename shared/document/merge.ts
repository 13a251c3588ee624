import { isJsonRecord, itemsById, sameJson, type Identified, type JsonRecord } from './same.ts';
import { mergedSequence } from './sequence.ts';

/** Where two sides of a merge meant different things. What the merged document has is said by `how`. */
export interface Clash {
  /** Fields and ids from the document down, with dots: `timeline.clips.c1.opacity`. */
  path: string;
  /**
   * `both-changed`: mine stands. `removed-here`, `removed-there`: one side removed what the other changed; it stays,
   * as it was changed.
   */
  how: 'both-changed' | 'removed-here' | 'removed-there';
  mine: unknown;
  theirs: unknown;
}

export interface Merged<D> {
  document: D;
  clashes: Clash[];
}

/**
 * Merges two changes of one JSON document. Lists whose items all have an `id` of their own merge by id: items are added,
 * removed and moved by either side, and their fields merge one by one. Any other list, and any other value, is taken
 * whole from the side that changed it. Parts that nobody changed are the same objects as before.
 * @param base what both began with. @param mine what wins where both changed the same. @param theirs the other side.
 */
export function mergeDocuments<D>(base: D, mine: D, theirs: D): Merged<D>;
export function mergeDocuments(base: unknown, mine: unknown, theirs: unknown): Merged<unknown> {
  const clashes: Clash[] = [];
  return { document: mergeValues({ base, mine, theirs }, [], clashes), clashes };
}

interface Three<T> {
  base: T;
  mine: T;
  theirs: T;
}

type Path = readonly string[];

function mergeValues({ base, mine, theirs }: Three<unknown>, path: Path, clashes: Clash[]): unknown {
  if (Object.is(mine, theirs) || Object.is(theirs, base)) return mine;
  if (Object.is(mine, base)) return theirs;
  if (isJsonRecord(mine) && isJsonRecord(theirs) && (base === undefined || isJsonRecord(base))) {
    return mergeRecords({ base: base ?? {}, mine, theirs }, path, clashes);
  }
  const [ofBase, ofMine, ofTheirs] = [itemsById(base ?? []), itemsById(mine), itemsById(theirs)];
  if (ofBase && ofMine && ofTheirs) {
    const merged = mergeLists({ base: ofBase, mine: ofMine, theirs: ofTheirs }, path, clashes);
    return isListOf(mine, merged) ? mine : isListOf(theirs, merged) ? theirs : merged;
  }
  if (sameJson(mine, theirs) || sameJson(base, theirs)) return mine;
  if (sameJson(base, mine)) return theirs;
  clashes.push({ path: path.join('.'), how: 'both-changed', mine, theirs });
  return mine;
}

const isListOf = (list: unknown, items: readonly unknown[]): boolean =>
  Array.isArray(list) &&
  list.length === items.length &&
  items.every((item, index) => Object.is(item, list[index]));

function mergeRecords({ base, mine, theirs }: Three<JsonRecord>, path: Path, clashes: Clash[]): JsonRecord {
  const merged: Record<string, unknown> = {};
  let [isMine, isTheirs] = [true, true];
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const fields = { base: base[key], mine: mine[key], theirs: theirs[key] };
    const value = mergeValues(fields, [...path, key], clashes);
    isMine &&= Object.is(value, mine[key]);
    isTheirs &&= Object.is(value, theirs[key]);
    // Of a field that one side removed nothing is left, not even its name.
    if (value !== undefined) merged[key] = value;
  }
  return isMine ? mine : isTheirs ? theirs : merged;
}

function mergeLists(
  lists: Three<ReadonlyMap<string, Identified>>,
  path: Path,
  clashes: Clash[],
): readonly unknown[] {
  const { base, mine, theirs } = lists;
  const merged = new Map<string, unknown>();
  for (const id of new Set([...mine.keys(), ...theirs.keys()])) {
    const item = mergeItems(
      { base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) },
      [...path, id],
      clashes,
    );
    if (item !== undefined) merged.set(id, item);
  }
  return mergedSequence([...base.keys()], [...mine.keys()], [...theirs.keys()], (id) => merged.has(id)).map(
    (id) => merged.get(id),
  );
}

/** @returns undefined for an item that is to go. */
function mergeItems(item: Three<Identified | undefined>, path: Path, clashes: Clash[]): unknown {
  const { base, mine, theirs } = item;
  if (mine && theirs) return mergeValues(item, path, clashes);
  const left = mine ?? theirs;
  if (!base || !left) return left;
  if (sameJson(base, left)) return undefined;
  const how = mine ? 'removed-there' : 'removed-here';
  clashes.push({ path: path.join('.'), how, mine, theirs });
  return left;
}
