import type { Rect, XY } from '../../geometry.ts';
import { snapped } from '../../model/editing.ts';
import type { ItemBox } from '../../scene/canvas-places.ts';
import { asSized, resized } from '../../session/item-operations.ts';
import type { EditorSession } from '../../session/editor-session.ts';

/** Frames and notes that a drag moves beside nodes. */
export class ItemDrag {
  readonly #session: EditorSession;
  readonly #from: readonly ItemBox[];

  constructor(session: EditorSession, items: readonly ItemBox[]) {
    this.#session = session;
    this.#from = items;
  }

  drag(dx: number, dy: number): void {
    const rects = new Map<string, Rect>();
    for (const { key, rect } of this.#from) {
      const at = snapped({ x: rect.x + dx, y: rect.y + dy }, this.#session.snapToGrid);
      rects.set(key, { ...rect, ...at });
    }
    this.#session.items.setDragged(rects);
  }
}

/** Shows an item at the size that the pointer gives it. */
export function previewResize(session: EditorSession, item: ItemBox, start: XY, point: XY): void {
  const rect = resized(item, { x: point.x - start.x, y: point.y - start.y });
  session.items.setDragged(new Map([[item.key, rect]]));
}

/** What a held drag or resize of items came to, as operations. */
export const dragOperations = (session: EditorSession) =>
  asSized(session.items.rectOperations(session.items.dragged));
