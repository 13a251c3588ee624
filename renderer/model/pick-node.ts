import type { GraphNode } from '#shared/graph/types.ts';

/** The node type by which a graph takes one item out of a list, and its pins. */
export const PICK = { type: 'list/pick', list: 'list', number: 'number', item: 'item' } as const;

/** Letters of an id that is made of names. */
const MAX_ID = 90;

/** A node that takes the item at a place, from 0. */
export const pickNode = (id: string, position: number): GraphNode => ({
  id,
  type: PICK.type,
  inputs: { [PICK.number]: { type: 'number', value: position + 1 } },
});

/** An id like the one that is preferred, in the letters of ids, that nobody has. */
export function freeId(preferred: string, isUsed: (id: string) => boolean): string {
  const base = preferred.replaceAll(/[^\w-]/g, '-').slice(0, MAX_ID);
  let id = base;
  for (let count = 2; isUsed(id); count += 1) id = `${base}-${count}`;
  return id;
}
