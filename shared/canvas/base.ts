import { z } from 'zod';
import { joinKey } from '../language/join-key.ts';
import { listUpTo } from '../reading/index.ts';
import { CanvasKind, type CanvasItems } from './items.ts';
import {
  applyCanvasLenient,
  canvasItem,
  Fields,
  MAX_CANVAS_OPERATIONS,
  type CanvasOperation,
} from './operations.ts';

/** The canvas items that an edit stands on, stored with it, as far as it touches them; null where there was none. */
export type CanvasBase = { kind: CanvasKind; id: string; item: Record<string, unknown> | null }[];

export const CanvasBase: z.ZodType<CanvasBase, CanvasBase> = listUpTo(
  MAX_CANVAS_OPERATIONS,
  z.object({
    kind: CanvasKind,
    id: z.string(),
    item: Fields.nullable(),
  }),
);

/** The touched items as they are before the operations. */
export function canvasBaseOf(items: CanvasItems, operations: readonly CanvasOperation[]): CanvasBase {
  const touched = new Map(operations.map(({ kind, id }) => [joinKey(kind, id), { kind, id }]));
  return [...touched.values()].map(({ kind, id }) => ({ kind, id, item: canvasItem(items, kind, id) }));
}

interface CanvasEdit {
  canvas?: readonly CanvasOperation[] | undefined;
  canvasBase?: CanvasBase | undefined;
}

/**
 * The items that journaled edits were made on, as far as they touch them: those of the server now, with the touched ones
 * put back to what they were; of two bases of one item the older counts.
 */
export function canvasBefore(entries: readonly CanvasEdit[], current: CanvasItems): CanvasItems {
  const bases = new Map<string, CanvasOperation>();
  for (const entry of entries) {
    for (const { kind, id, item } of entry.canvasBase ?? []) {
      const key = joinKey(kind, id);
      if (!bases.has(key)) bases.set(key, { op: 'setCanvasItem', kind, id, item });
    }
  }
  return applyCanvasLenient(current, [...bases.values()]).items;
}
