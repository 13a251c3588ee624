import type { GraphNode } from '#shared/graph/types.ts';
import { fileIdOf } from './editing.ts';

/** The nodes whose inputs hold a file, by its id, each once and in the order of the graph. */
export function fileUses(nodes: readonly GraphNode[]): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, string[]>();
  for (const node of nodes) {
    const held = new Set(Object.values(node.inputs ?? {}).flatMap((value) => fileIdOf(value) ?? []));
    for (const fileId of held) uses.set(fileId, [...(uses.get(fileId) ?? []), node.id]);
  }
  return uses;
}
