import type { CanvasOperation } from '#shared/canvas/operations.ts';
import type { ItemBox } from '../scene/canvas-places.ts';

/**
 * Collapses those of the chosen that are frames to tiles, or opens them where all are collapsed. A frame in which nothing
 * lies stays as it is.
 * @param contentsOf a frame with all that lies in it.
 */
export function collapseOperations(
  selection: readonly ItemBox[],
  contentsOf: (frame: ItemBox) => { nodes: ReadonlySet<string>; items: readonly ItemBox[] },
): { opens: boolean; operations: CanvasOperation[] } {
  const frames = selection.filter(({ kind }) => kind === 'frames');
  const opens = frames.every(({ collapsed }) => collapsed === true);
  const operations = frames.flatMap((frame): CanvasOperation[] => {
    const field = { op: 'setCanvasField', kind: 'frames', id: frame.id, field: 'collapsed' } as const;
    if (opens) return [field];
    const { nodes, items } = contentsOf(frame);
    const itemKeys = items.map(({ key }) => key).filter((key) => key !== frame.key);
    if (frame.collapsed || nodes.size + itemKeys.length === 0) return [];
    return [{ ...field, value: { nodes: [...nodes], items: itemKeys } }];
  });
  return { opens, operations };
}
