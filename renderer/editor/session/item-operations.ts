import type { CanvasNote } from '#shared/canvas/items.ts';
import type { CanvasOperation } from '#shared/canvas/operations.ts';
import type { Rect, XY } from '../geometry.ts';
import { MIN_SIZES, type ItemBox } from '../scene/canvas-places.ts';

/** Puts items where they are asked to be, by their keys; those that stand there already are left out. */
export function moveOperations(
  items: readonly ItemBox[],
  rects: ReadonlyMap<string, Rect>,
): CanvasOperation[] {
  return items.flatMap(({ key, kind, id, rect: current }) => {
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
      ...(rect.x === current.x && rect.y === current.y ? [] : [set('position', { x: rect.x, y: rect.y })]),
      ...(kind === 'instances' || (rect.width === current.width && rect.height === current.height)
        ? []
        : [set('size', { width: rect.width, height: rect.height })]),
    ];
  });
}

/** A note grows no higher by itself. Canvas units. */
const MAX_GROWN = 640;

/** Makes a note that nobody sized as high as its text, up to a limit; it becomes no lower. */
export function growOperations(id: string, note: CanvasNote | undefined, height: number): CanvasOperation[] {
  const grown = Math.min(MAX_GROWN, Math.ceil(height));
  if (note?.grows !== true || grown <= note.size.height) return [];
  const value = { ...note.size, height: grown };
  return [{ op: 'setCanvasField', kind: 'notes', id, field: 'size', value }];
}

/** The same operations, after which notes that got another size keep it whatever is typed. */
export const asSized = (operations: readonly CanvasOperation[]): CanvasOperation[] =>
  operations.flatMap((operation): CanvasOperation[] =>
    operation.op === 'setCanvasField' && operation.kind === 'notes' && operation.field === 'size'
      ? [operation, { ...operation, field: 'grows', value: undefined }]
      : [operation],
  );

/** The size that a resize comes to. */
export function resized({ kind, rect, collapsed }: ItemBox, by: XY): Rect {
  if (collapsed) return rect;
  const { width, height } = kind === 'lines' || kind === 'instances' ? rect : MIN_SIZES[kind];
  return {
    ...rect,
    width: Math.max(width, Math.round(rect.width + by.x)),
    height: Math.max(height, Math.round(rect.height + by.y)),
  };
}
