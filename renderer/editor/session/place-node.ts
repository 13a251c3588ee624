import { downstreamOf } from '#shared/graph/topology.ts';
import { contains, grow, intersects, type Rect, type XY } from '../geometry.ts';
import { firstFit } from '../model/editing.ts';
import { freeSpot } from '../scene/free-spot.ts';
import { layoutNode, NODE_WIDTH, DEFAULT_HEIGHT } from '../scene/node-layout.ts';
import type { NodeBox } from '../scene/scene-shapes.ts';
import type { NewNodeOptions, SessionCore } from './session-core.ts';
import { words } from '#renderer/words/index.ts';

/** Room for a wire between a node and the one added behind it. Canvas units. */
export const WIRE_GAP = 72;
/** The least room between nodes. Canvas units. */
const NODE_GAP = 16;

interface Size {
  width: number;
  height: number;
}

/** How large a new node of a type is drawn; the usual size while its pins are not known. Canvas units. */
export function sizeOfType({ catalog }: SessionCore, type: string): Size {
  const pins = catalog.pinsOf(type);
  if (!pins) return { width: NODE_WIDTH, height: DEFAULT_HEIGHT };
  const info = { pins, connectedInputs: new Set<string>(), wiredOutputs: new Set<string>() };
  return layoutNode({ id: '', type, inputs: {} }, info);
}

/** How high a node may become when its pins have been read. Canvas units. */
const LIKELY_HEIGHT = 520;

/**
 * Whether a rectangle covers no node, nor the room into which one above may grow whose pins are still being read.
 * @param excluded nodes that will not stay where they are.
 */
export function coversNone(
  { catalog, scene, store }: Pick<SessionCore, 'catalog' | 'scene' | 'store'>,
  rect: Rect,
  excluded: ReadonlySet<string> = new Set(),
): boolean {
  const remaining = (area: Rect) => scene.nodesIn(area).filter(({ id }) => !excluded.has(id));
  if (remaining(rect).length > 0 || scene.tiles.meet(rect)) return false;
  const withAbove = { ...rect, y: rect.y - LIKELY_HEIGHT, height: rect.height + LIKELY_HEIGHT };
  return !remaining(withAbove).some((box) => {
    const type = store.getNode(box.id)?.type;
    return type !== undefined && !catalog.isMissing(type) && !isLaidOut(catalog, type, box);
  });
}

/** Whether a box shows the pins of its type. The catalog knows pins for a while before it tells the scene of many types at once. */
function isLaidOut(catalog: SessionCore['catalog'], type: string, { layout }: NodeBox): boolean {
  const pins = catalog.pinsOf(type);
  if (pins === undefined) return false;
  if (pins.inputs.length + pins.outputs.length === 0 || layout.more !== null) return true;
  return [...layout.inputs, ...layout.outputs].some(({ unknown }) => !unknown);
}

/**
 * The place for a box that covers no node: where it is asked for, else the nearest in view, else the nearest.
 * @param at where its upper left corner would best be. Canvas units.
 * @param isFree whether a rectangle may be covered.
 */
export function freePosition(
  session: SessionCore,
  size: Size,
  at: XY,
  isFree: (rect: Rect) => boolean = (rect) => coversNone(session, rect),
): XY {
  if (isFree(grow({ ...at, ...size }, NODE_GAP))) return at;
  return freeSpot(size, session.view.visible(), isFree, {
    x: at.x + size.width / 2,
    y: at.y + size.height / 2,
  });
}

/**
 * The place for what nobody put anywhere: where it covers no node, note, wire nor the overview, near the middle of the view;
 * beside the view where that is full.
 */
export function positionInView(session: SessionCore, size: Size): XY {
  const { items, scene, view } = session;
  const itemBoxes = items.all();
  const isFree = (rect: Rect): boolean =>
    coversNone(session, rect) &&
    scene.wiresUnder(rect).length === 0 &&
    !intersects(view.underCorner, rect) &&
    !itemBoxes.some(
      (item) => intersects(item.rect, rect) && !(item.kind === 'frames' && contains(item.rect, rect)),
    );
  return freeSpot(size, view.visible(), isFree);
}

/**
 * Adds a node where it covers no other, as near to a point as can be, and shows it.
 * @param at null where nobody pointed anywhere: a free place in view. @returns its id; null when refused.
 */
export function addNodeAt(
  session: SessionCore,
  type: string,
  at: XY | null,
  options: NewNodeOptions = {},
  isFree?: (rect: Rect) => boolean,
): string | null {
  const size = sizeOfType(session, type);
  const position = at === null ? positionInView(session, size) : freePosition(session, size, at, isFree);
  const id = session.addNode(type, position, options);
  const box = id === null ? undefined : session.scene.box(id);
  if (box) session.view.bringIn(box);
  return id;
}

/** A node and all behind it with their boxes, which may make room; locked nodes stay where they are. */
export function movableFrom(
  { scene, states, store }: Pick<SessionCore, 'scene' | 'states' | 'store'>,
  nodeId: string,
): ReadonlyMap<string, Rect> {
  const movable = new Map<string, Rect>();
  for (const id of downstreamOf(store.getGraph(), [nodeId])) {
    const box = scene.box(id);
    if (box && !states.isLocked(id)) movable.set(id, box);
  }
  return movable;
}

/** Where a node added behind another goes: to its right, level with it. Null when that one is gone. */
export function positionBehind({ scene }: SessionCore, nodeId: string): XY | null {
  const box = scene.visibleRect(nodeId);
  return box ? { x: box.x + box.width + WIRE_GAP, y: box.y } : null;
}

/** The first output and input by which a node goes behind another one; null when none fits, or while they are not known. */
function wireBehind({ catalog, store }: SessionCore, nodeId: string, type: string) {
  return firstFit(catalog, { type: store.getNode(nodeId)?.type ?? '' }, { type });
}

/** Wires a node behind another one as soon as the pins of both are known, unless something leads to it or it is gone. */
async function wireWhenLoaded(session: SessionCore, from: string, id: string, type: string): Promise<void> {
  const { catalog, store } = session;
  await catalog.loadTypes([store.getNode(from)?.type ?? type, type]);
  const fit = wireBehind(session, from, type);
  if (!fit || store.getNode(id)?.type !== type || store.wiresOf(id).some(({ to }) => to[0] === id)) return;
  session.apply(words.editorSession.sessionWiring.connect, [
    { op: 'connect', from: [from, fit.from], to: [id, fit.to] },
  ]);
}

/**
 * Adds a node behind another one, wired from the first output to the first input that fit; without a wire when none
 * fits. @returns its id; null when refused.
 */
export function addNodeBehind(session: SessionCore, type: string, nodeId: string): string | null {
  const { catalog, store } = session;
  const at = positionBehind(session, nodeId) ?? session.view.center;
  const arePinsLoaded = [type, store.getNode(nodeId)?.type ?? ''].every(
    (nodeType) => catalog.pinsOf(nodeType) !== undefined,
  );
  const fit = wireBehind(session, nodeId, type);
  const id = addNodeAt(session, type, at, { wireTo: fit && { side: 'output', pin: [nodeId, fit.from] } });
  if (id !== null && !arePinsLoaded) void wireWhenLoaded(session, nodeId, id, type);
  return id;
}
