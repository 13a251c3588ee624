import type { Rect, XY } from '../../geometry.ts';
import { snapped } from '../../model/editing.ts';
import type { PlacedItem } from '../../scene/canvas-places.ts';
import { asSized, resized } from '../../session/item-operations.ts';
import type { EditorSession } from '../../session/editor-session.ts';

/** Frames and notes that a drag moves beside nodes. */
export class ItemDrag {
  readonly #session: EditorSession;
  readonly #from: readonly PlacedItem[];

  constructor(session: EditorSession, items: readonly PlacedItem[]) {
    this.#session = session;
    this.#from = items;
  }

  hold(dx: number, dy: number): void {
    const rects = new Map<string, Rect>();
    for (const { key, rect } of this.#from) {
      const at = snapped({ x: rect.x + dx, y: rect.y + dy }, this.#session.snapToGrid);
      rects.set(key, { ...rect, ...at });
    }
    this.#session.items.hold(rects);
  }
}

/** Shows an item at the size that the pointer gives it. */
export function holdResized(session: EditorSession, item: PlacedItem, start: XY, point: XY): void {
  const rect = resized(item, { x: point.x - start.x, y: point.y - start.y });
  session.items.hold(new Map([[item.key, rect]]));
}

/** What a held drag or resize of items came to, as operations. */
export const heldOperations = (session: EditorSession) =>
  asSized(session.items.placeOperations(session.items.held));
