import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { grow, union, type Rect } from '../geometry.ts';
import {
  contentOf,
  FRAME_MARGIN,
  isItemKind,
  itemKey,
  TITLE_HEIGHT,
  type ItemBox,
} from '../scene/canvas-places.ts';
import type { Scene } from '../scene/scene.ts';
import type { SessionStore } from './session-store.ts';

/** Rectangles of frames, notes, lines and groups. Canvas units. */

/** A frame around what lies in a rectangle. */
export function framing(bounds: Rect): Rect {
  const { x, y, width, height } = grow(bounds, FRAME_MARGIN);
  return { x, y: y - TITLE_HEIGHT, width, height: height + TITLE_HEIGHT };
}

/** Frames drawn close around what lies in them, by their keys. @param visible all items that are shown. */
export function fittedFrames(
  scene: Scene,
  visible: readonly ItemBox[],
  selection: readonly ItemBox[],
): Map<string, Rect> {
  const rects = new Map<string, Rect>();
  for (const { key, kind, rect, collapsed } of selection) {
    if (kind !== 'frames' || collapsed) continue;
    const { nodes, items } = contentOf(scene.nodesIn(rect), visible, rect);
    const bounds = union([
      ...nodes.flatMap((id) => scene.box(id) ?? []),
      ...items.filter((item) => item.key !== key).map((item) => item.rect),
    ]);
    if (bounds) rects.set(key, framing(bounds));
  }
  return rects;
}

/**
 * What shows an item, or the node or wire that it is of.
 * @param before where items were, for those that are gone.
 */
export function rectOfItem(
  { scene, store }: { scene: Scene; store: SessionStore },
  visible: readonly ItemBox[],
  { kind, id }: Pick<CanvasOperation, 'kind' | 'id'>,
  before: ReadonlyMap<string, Rect>,
): Rect | undefined {
  if (kind === 'nodes') return scene.visibleRect(id);
  if (kind === 'reroutes') return scene.visibleRect(store.getWire(id)?.to[0] ?? '');
  if (!isItemKind(kind)) return undefined;
  const key = itemKey(kind, id);
  const holder = scene.tiles.all().get(scene.tiles.holderOfItem.get(key) ?? '');
  // In another group than the one that is open it is not shown.
  if (!holder && scene.tiles.hidesItem(key)) return undefined;
  return holder?.rect ?? visible.find((item) => item.key === key)?.rect ?? before.get(key);
}
