import { contains, intersects, union, type Rect, type XY } from '../geometry.ts';
import type { Clip } from '../model/clip.ts';
import { freeSpot } from '../scene/free-spot.ts';
import { rectOfLine } from '../scene/line-shape.ts';
import { layoutNode, DEFAULT_HEIGHT } from '../scene/node-layout.ts';
import { coversNone } from './place-node.ts';
import type { SessionCore } from './session-core.ts';

/** Canvas units between a document and what is pasted below it. */
const GAP_BELOW = 64;

interface Size {
  width: number;
  height: number;
}

/** How much room a clip takes from its upper left corner. Nodes whose pins are not known count with the usual height. */
export function sizeOfClip({ catalog }: Pick<SessionCore, 'catalog'>, clip: Clip, corner: XY): Size {
  const [wiresByTarget, wiresBySource] = [
    Map.groupBy(clip.connections, ({ to }) => to[0]),
    Map.groupBy(clip.connections, ({ from }) => from[0]),
  ];
  const boxes = clip.nodes.map((node): Rect => {
    const pins = catalog.pinsOf(node.type);
    const state = Object.hasOwn(clip.states, node.id) ? clip.states[node.id] : undefined;
    const layout = layoutNode(node, {
      pins,
      connectedInputs: new Set(wiresByTarget.get(node.id)?.map(({ to }) => to[1])),
      wiredOutputs: new Set(wiresBySource.get(node.id)?.map(({ from }) => from[1])),
      ...(state?.width === undefined ? {} : { width: state.width }),
      ...(state?.collapsed === undefined ? {} : { collapsed: state.collapsed }),
    });
    const height = pins ? layout.height : DEFAULT_HEIGHT;
    return { ...(node.position ?? { x: 0, y: 0 }), width: layout.width, height };
  });
  const items = [...clip.frames, ...clip.notes].map(({ position, size }): Rect => ({ ...position, ...size }));
  const all = union([...boxes, ...items, ...clip.lines.map(rectOfLine)]);
  if (!all) return { width: 0, height: 0 };
  return { width: all.x + all.width - corner.x, height: all.y + all.height - corner.y };
}

/**
 * Where what is pasted covers neither nodes nor notes and lies in no frame by half: the nearest place to the pointer, else
 * to the middle of the view, that is in view; else the nearest; else below everything.
 */
export function clipPosition(session: SessionCore, size: Size): XY {
  const { items, scene, view } = session;
  const visible = view.visible();
  const anchor = view.pointer ? view.toGraph(view.pointer) : view.center;
  const itemBoxes = items.all();
  const isFree = (rect: Rect): boolean =>
    coversNone(session, rect) &&
    !itemBoxes.some(
      (item) => intersects(item.rect, rect) && !(item.kind === 'frames' && contains(item.rect, rect)),
    );
  const at =
    size.width <= visible.width && size.height <= visible.height
      ? freeSpot(size, visible, isFree, anchor)
      : { x: anchor.x - size.width / 2, y: anchor.y - size.height / 2 };
  if (isFree({ ...at, ...size })) return at;
  const all = union([...scene.visibleRects(), ...itemBoxes.map(({ rect }) => rect)]);
  return all ? { x: all.x, y: all.y + all.height + GAP_BELOW } : at;
}
