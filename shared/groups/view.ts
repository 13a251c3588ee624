import { chainOf, type GroupTree } from './tree.ts';

/** What is shown where: outside of all groups, or in one that is opened. */

/** The instances that are opened, from the outermost on; none outside of all groups. */
export type GroupPath = readonly string[];

export type Location =
  /** It is shown itself. */
  | { kind: 'shown' }
  /** An instance is shown in its place. */
  | { kind: 'in'; instance: string }
  | { kind: 'elsewhere' };

const VISIBLE: Location = { kind: 'shown' };
const OUTSIDE: Location = { kind: 'elsewhere' };

/** What shows an element where a trail has led to. */
export function locationOf(tree: GroupTree, groupPath: GroupPath, element: string): Location {
  if (tree.isEmpty) return VISIBLE;
  const chain = chainOf(tree, element);
  if (groupPath.some((instance, depth) => chain[depth] !== instance)) return OUTSIDE;
  const instance = chain[groupPath.length];
  return instance === undefined ? VISIBLE : { kind: 'in', instance };
}

/** The part of a trail that is still there: somebody may have deleted or moved what was opened. */
export function validPath(tree: GroupTree, groupPath: GroupPath): GroupPath {
  const last = groupPath.findLastIndex((instance) => tree.contents.has(instance));
  if (last === -1) return [];
  const inner = groupPath[last]!;
  const current = [...chainOf(tree, `instances:${inner}`), inner];
  return current.length === groupPath.length && current.every((id, depth) => id === groupPath[depth])
    ? groupPath
    : current;
}

/** The trail to where an element is shown itself. */
export const pathTo = (tree: GroupTree, element: string): GroupPath => chainOf(tree, element);
