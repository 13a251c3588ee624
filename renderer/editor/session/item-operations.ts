import type { CanvasOperation } from '#shared/canvas/operations.ts';
import type { Rect, XY } from '../geometry.ts';
import { MIN_SIZES, type PlacedItem } from '../scene/canvas-places.ts';

/** Puts items where they are asked to be, by their keys; those that stand there already are left out. */
export function placeOperations(
  items: readonly PlacedItem[],
  rects: ReadonlyMap<string, Rect>,
): CanvasOperation[] {
  return items.flatMap(({ key, kind, id, rect: now }) => {
    const rect = rects.get(key);
    if (!rect) return [];
    const set = (field: string, value: unknown): CanvasOperation => ({
      op: 'setCanvasField',
      kind,
      id,
      field,
      value,
    });
    return [
      ...(rect.x === now.x && rect.y === now.y ? [] : [set('position', { x: rect.x, y: rect.y })]),
      ...(rect.width === now.width && rect.height === now.height
        ? []
        : [set('size', { width: rect.width, height: rect.height })]),
    ];
  });
}

/** The size that a resize comes to. */
export function resized({ kind, rect, collapsed }: PlacedItem, by: XY): Rect {
  if (collapsed) return rect;
  const { width, height } = kind === 'lines' ? rect : MIN_SIZES[kind];
  return {
    ...rect,
    width: Math.max(width, Math.round(rect.width + by.x)),
    height: Math.max(height, Math.round(rect.height + by.y)),
  };
}
