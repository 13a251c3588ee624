import type { PatchOperation } from '../api/schemas/documents.ts';
import type { Group } from '../canvas/group-items.ts';
import type { CanvasItems } from '../canvas/items.ts';
import type { CanvasOperation } from '../canvas/operations.ts';
import { contentHash } from '../language/content-hash.ts';
import type { Graph } from '../graph/types.ts';

/** A graph with what lies around its nodes. */
export interface Grouped {
  graph: Graph;
  items: CanvasItems;
}

/** A change of both, as one step. */
export interface Edit {
  operations: PatchOperation[];
  canvas: CanvasOperation[];
}

/** Node ids hold 200 characters at most. */
const MAX_ID = 160;

/**
 * The id of an element in an instance: made of the instance and the name, so that two people who bring one instance up to
 * date at the same time make the same.
 */
export function nestedId(instance: string, name: string, isUsed: (id: string) => boolean): string {
  const full = `${instance}.${name}`;
  const stem = full.length <= MAX_ID ? full : `${instance.slice(0, 60)}.${contentHash(full).slice(0, 24)}`;
  if (!isUsed(stem)) return stem;
  for (let count = 2; ; count += 1) {
    const id = `${stem}-${count}`;
    if (!isUsed(id)) return id;
  }
}

export const setItem = (
  kind: CanvasOperation['kind'],
  id: string,
  item: Readonly<Record<string, unknown>> | null,
): Extract<CanvasOperation, { op: 'setCanvasItem' }> => ({ op: 'setCanvasItem', kind, id, item });

/** What is said of a group, for one that is no longer brought up to where it came from. */
export function excludingSource(group: Group | undefined): Group {
  const { source: _source, ...remaining } = group ?? {};
  return remaining;
}

export interface Point {
  x: number;
  y: number;
}

/** A place moved from one origin to another. */
export const translated = (at: Point, from: Point, to: Point): Point => ({
  x: at.x - from.x + to.x,
  y: at.y - from.y + to.y,
});
