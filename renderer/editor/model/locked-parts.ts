import type { PatchOperation } from '#shared/api/index.ts';
import type { CanvasItems } from '#shared/canvas/items.ts';
import { omitLockedItems } from '#shared/canvas/locked.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { omitLocked } from '#shared/graph/locked.ts';

/** What an edit would have changed and left, as it is locked: ids of nodes, and frames and notes. */
export interface Locked {
  nodes: readonly string[];
  items: readonly Pick<CanvasOperation, 'kind' | 'id'>[];
}

/** An edit without what would change locked nodes, frames and notes; `locked` is null where it changes none. */
export function excludingLocked(
  items: CanvasItems,
  operations: readonly PatchOperation[],
  canvas: readonly CanvasOperation[],
): { operations: PatchOperation[]; canvas: CanvasOperation[]; locked: Locked | null } {
  const nodes = omitLocked(operations, (id) => items.nodes[id]?.locked === true);
  const itemResult = omitLockedItems(canvas, items);
  const isAny = nodes.rejected.length + itemResult.rejected.length > 0;
  return {
    operations: nodes.allowed,
    canvas: itemResult.allowed,
    locked: isAny ? { nodes: nodes.rejected, items: itemResult.rejected } : null,
  };
}
