import type { CanvasItems } from '#shared/canvas/items.ts';
import { contains, type Rect, type XY } from '../geometry.ts';
import { distanceToLine, rectOfLine } from './line-shape.ts';
import { HEADER, NODE_WIDTH } from './node-layout.ts';
import type { NodeBox } from './scene-shapes.ts';

/** Where frames, notes and lines lie on the canvas, and what of them is at a point. Canvas units. */

export type ItemKind = 'frames' | 'notes' | 'lines' | 'instances';

const ITEM_KINDS: readonly ItemKind[] = ['frames', 'notes', 'lines', 'instances'];

export const isItemKind = (kind: string): kind is ItemKind =>
  ITEM_KINDS.some((itemKind) => itemKind === kind);

export interface ItemBox {
  /** One text for kind and id. */
  key: string;
  kind: ItemKind;
  id: string;
  rect: Rect;
  /** A frame that is shown as one tile, or a group, of the size that this has. */
  collapsed?: true;
  /** Of a line: its points from the corner of the rectangle. */
  points?: readonly XY[];
}

/** Whether an item lies beneath wires and nodes: a frame that is open, or a note. */
export const isBackground = ({ kind, collapsed }: ItemBox): boolean => kind !== 'lines' && !collapsed;

export const itemKey = (kind: ItemKind, id: string): string => `${kind}:${id}`;

/** By what the tile of a collapsed frame or of a group is found. */
export const tileIdOf = ({ kind, id, key }: Pick<ItemBox, 'kind' | 'id' | 'key'>): string =>
  kind === 'instances' ? key : id;

/** Room between a frame and what it is drawn around. */
export const FRAME_MARGIN = 32;
/** The strip of a frame that holds its title, and by which it is taken. */
export const TITLE_HEIGHT = 32;
/** The corner by which an item is resized, in pixels. */
const CORNER = 14;
/** How near to a line it is taken, in pixels. */
const LINE_REACH = 7;
/** Titles stay this high on the screen, in pixels, so that they can be read and taken far away. */
const MIN_TITLE = 18;

export const MIN_SIZES: Readonly<
  Record<Exclude<ItemKind, 'lines' | 'instances'>, { width: number; height: number }>
> = {
  frames: { width: 160, height: 96 },
  notes: { width: 120, height: 56 },
};

/** From this zoom on down a title stands above its frame, or below it: in it, nodes would cover it. */
export const TITLE_ABOVE_ZOOM = 0.26;

/** Where the title of a frame is at a zoom. @param isBelow far away, it stands below the frame and not above. */
function titleRect(rect: Rect, zoom: number, isBelow: boolean): Rect {
  const height = Math.max(TITLE_HEIGHT, MIN_TITLE / zoom);
  if (zoom >= TITLE_ABOVE_ZOOM) return { ...rect, height: Math.min(rect.height, height) };
  return { ...rect, y: isBelow ? rect.y + rect.height : rect.y - height, height };
}

const NO_TILES: ReadonlyMap<string, { rect: Rect }> = new Map();

/**
 * All items from behind to front: larger frames lie behind smaller ones, notes before all frames, then groups, lines before all.
 * @param tiles collapsed frames as they are shown, by their ids, and groups by their keys.
 */
export function itemBoxes(items: CanvasItems, tiles = NO_TILES): ItemBox[] {
  const of = (kind: 'frames' | 'notes'): ItemBox[] =>
    Object.entries(items[kind]).map(([id, { position, size }]) => ({
      key: itemKey(kind, id),
      kind,
      id,
      rect: { ...position, ...size },
    }));
  const frames = of('frames')
    .map((item): ItemBox => {
      const tile = tiles.get(item.id)?.rect;
      if (!tile) return item;
      // Its size alone: while a gesture holds it, it stands elsewhere than in the document.
      const { width, height } = tile;
      return { ...item, rect: { ...item.rect, width, height }, collapsed: true };
    })
    .sort((a, b) => area(b.rect) - area(a.rect));
  const lines = Object.entries(items.lines).map(([id, line]): ItemBox => ({
    key: itemKey('lines', id),
    kind: 'lines',
    id,
    rect: rectOfLine(line),
    points: line.points,
  }));
  const groups = Object.entries(items.instances).map(([id, { position }]): ItemBox => {
    const key = itemKey('instances', id);
    const { width, height } = tiles.get(key)?.rect ?? { width: NODE_WIDTH, height: HEADER };
    return { key, kind: 'instances', id, rect: { ...position, width, height }, collapsed: true };
  });
  return [...frames, ...of('notes'), ...groups, ...lines];
}

const area = ({ width, height }: Rect): number => width * height;

const isIn = (point: XY, rect: Rect): boolean => contains(rect, { ...point, width: 0, height: 0 });

/** What of an item is at a point: where it is taken, or the corner by which it is resized. */
export interface ItemHit {
  item: ItemBox;
  area: 'body' | 'corner';
}

/** The line in front that is near a point. */
export function lineAt(items: readonly ItemBox[], point: XY, zoom: number): ItemBox | null {
  return (
    items.findLast(({ points, rect }) => {
      if (!points) return false;
      return distanceToLine({ x: point.x - rect.x, y: point.y - rect.y }, points) <= LINE_REACH / zoom;
    }) ?? null
  );
}

/**
 * The item in front at a point; inside a frame, beneath its title, there is none.
 * @param isNameBelow whether a frame has its name below it, far away.
 */
export function itemAt(
  items: readonly ItemBox[],
  point: XY,
  zoom: number,
  isNameBelow: (frame: ItemBox) => boolean = () => false,
): ItemHit | null {
  const line = lineAt(items, point, zoom);
  if (line) return { item: line, area: 'body' };
  for (const item of items.toReversed()) {
    const { rect, kind } = item;
    if (kind === 'frames' && isIn(point, titleRect(rect, zoom, isNameBelow(item))))
      return { item, area: 'body' };
    if (kind === 'lines' || !isIn(point, rect)) continue;
    if (item.collapsed) return { item, area: 'body' };
    const reach = CORNER / zoom;
    const corner = {
      x: rect.x + rect.width - reach,
      y: rect.y + rect.height - reach,
      width: reach,
      height: reach,
    };
    if (isIn(point, corner)) return { item, area: 'corner' };
    if (kind === 'notes') return { item, area: 'body' };
  }
  return null;
}

/** What lies whole in a rectangle. */
export const itemsInside = (items: readonly ItemBox[], rect: Rect): ItemBox[] =>
  items.filter((item) => contains(rect, item.rect));

/** What a frame holds: nodes whose header lies in it, up to its usual width, as the rest grows with values, results and by hand, and items that lie whole in it. */
export const contentOf = (
  boxes: readonly NodeBox[],
  items: readonly ItemBox[],
  frame: Rect,
): { nodes: string[]; items: ItemBox[] } => ({
  nodes: boxes
    .filter((box) =>
      contains(frame, {
        ...box,
        width: Math.min(box.width, NODE_WIDTH),
        height: Math.min(box.height, HEADER),
      }),
    )
    .map(({ id }) => id),
  items: itemsInside(items, frame),
});
