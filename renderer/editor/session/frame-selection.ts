import type { PatchOperation } from '#shared/api/index.ts';
import { words } from '#renderer/words/index.ts';
import { contains, intersects, sharedArea, union, type Rect, type XY } from '../geometry.ts';
import { type ItemBox } from '../scene/canvas-places.ts';
import { coversNone, freePosition } from './place-node.ts';
import type { SessionCore } from './session-core.ts';

const t = words.editorSession.frameSelection;

/** Between a frame and what was moved out of it. Canvas units. */
const GAP = 32;
/** From this share of a node on that a frame covers, it looks as if it belonged to it. */
const INSIDE_SHARE = 0.25;

/** What moves as one: a node, a note, or a frame with all that lies in it. */
interface Unit {
  label: string;
  rect: Rect;
  nodes: readonly string[];
  items: readonly ItemBox[];
  /** Whether it lies in the frame and so belongs to it; else it only reaches over its edge. */
  isInside: boolean;
}

/**
 * Puts a frame around the selection. What lies within a frame belongs to it, so what nobody chose and lies there too is
 * named, as is what reaches into it and only looks so; both can be moved out in one step of their own.
 */
export function frameSelection(session: SessionCore): void {
  const { items, store, ui } = session;
  const selectedItems = items.selected();
  const grouped = items.grouped(
    selectedItems.map(({ key }) => key),
    store.selectedNodes,
  );
  const before = new Set(items.all().map(({ key }) => key));
  items.addFrame();
  const frame = items.selected().find(({ key }) => !before.has(key));
  if (!frame) return;
  const selectedKeys = new Set(grouped.items.map(({ key }) => key));
  const neighbors = unitsIn(session, frame).filter(
    ({ nodes, items: unitItems }) =>
      !nodes.some((id) => grouped.nodes.has(id)) && !unitItems.some(({ key }) => selectedKeys.has(key)),
  );
  if (neighbors.length === 0) return;
  const [inside, reaching] = [true, false].map((isInside) =>
    neighbors.filter((unit) => unit.isInside === isInside).map(({ label }) => label),
  );
  const messages = [
    ...(inside?.length ? [words.frames.tookIn(inside)] : []),
    ...(reaching?.length ? [words.frames.reachIn(reaching)] : []),
  ];
  ui.notify(messages.join(' '), {
    label: words.frames.moveOut(neighbors.length),
    run: () => moveOut(session, frame.key, neighbors),
  });
}

/** What lies in a frame, each with what it holds itself, and nodes that look as if they did. Lines say something about what lies there: they are left out. */
function unitsIn(session: SessionCore, frame: ItemBox): Unit[] {
  const { items, scene } = session;
  const inside = items.grouped([frame.key], []);
  const innerItems = inside.items.filter(({ key, kind }) => key !== frame.key && kind !== 'lines');
  const claimed = new Set<string>();
  const units: Unit[] = [];
  // From behind to front: a frame comes before what lies in it.
  for (const item of innerItems) {
    if (claimed.has(item.key)) continue;
    const all = items.grouped([item.key], []);
    for (const id of all.nodes) claimed.add(id);
    for (const { key } of all.items) claimed.add(key);
    const boxes = [...all.nodes].flatMap((id) => scene.box(id) ?? []);
    const rect = union([...all.items.map((entry) => entry.rect), ...boxes]);
    const label = items.labelOf(item);
    if (rect) units.push({ label, rect, nodes: [...all.nodes], items: all.items, isInside: true });
  }
  for (const id of inside.nodes) {
    const rect = claimed.has(id) ? undefined : scene.box(id);
    if (rect) units.push({ label: session.titleOf(id), rect, nodes: [id], items: [], isInside: true });
  }
  // A node of another frame stays with that.
  const siblingFrames = items.all().filter(({ key, kind }) => kind === 'frames' && key !== frame.key);
  for (const box of scene.nodesIn(frame.rect)) {
    if (inside.nodes.has(box.id) || siblingFrames.some(({ rect }) => intersects(rect, box))) continue;
    if (sharedArea(box, frame.rect) < INSIDE_SHARE * box.width * box.height) continue;
    const label = session.titleOf(box.id);
    units.push({ label, rect: box, nodes: [box.id], items: [], isInside: false });
  }
  return units;
}

/** Moves what lies in a frame to where it covers nothing beside it. What is locked stays, which is said. */
function moveOut(session: SessionCore, frameKey: string, units: readonly Unit[]): void {
  const { items, reroutes, states, ui, view } = session;
  const frame = items.all().find(({ key }) => key === frameKey);
  if (!frame) return;
  // As they are now: something may have been moved or deleted since.
  const names = new Set(units.flatMap((unit) => [...unit.nodes, ...unit.items.map(({ key }) => key)]));
  const matching = unitsIn(session, frame).filter((unit) =>
    [...unit.nodes, ...unit.items.map(({ key }) => key)].every((name) => names.has(name)),
  );
  const free = matching.filter(
    (unit) =>
      !unit.nodes.some((id) => states.isLocked(id)) && !unit.items.some((item) => items.isLocked(item)),
  );
  const targets = positionsOutside(session, frame, free);
  const positions = new Map<string, XY>();
  const rects = new Map<string, Rect>();
  for (const [unit, at] of targets) {
    const by = { x: Math.round(at.x - unit.rect.x), y: Math.round(at.y - unit.rect.y) };
    for (const id of unit.nodes) {
      const box = session.scene.boxOf(id);
      if (box) positions.set(id, { x: box.x + by.x, y: box.y + by.y });
    }
    for (const { key, rect } of unit.items) rects.set(key, { ...rect, x: rect.x + by.x, y: rect.y + by.y });
  }
  const operations = [...positions].map(([nodeId, position]): PatchOperation => ({
    op: 'moveNode',
    nodeId,
    position,
  }));
  const canvas = [...items.rectOperations(rects), ...reroutes.moveOperations(positions)];
  if (session.apply(t.moveOutFrame, operations, { canvas }))
    view.show([frame.rect, ...[...targets].map(([{ rect }, at]) => ({ ...rect, ...at }))]);
  if (free.length < matching.length) ui.notify(words.frames.lockedStay(matching.length - free.length));
}

/** Where each comes to lie: over the nearest edge of the frame, and covering neither nodes nor notes nor other frames. */
function positionsOutside(session: SessionCore, frame: ItemBox, units: readonly Unit[]): Map<Unit, XY> {
  const movingNodes = new Set(units.flatMap(({ nodes }) => nodes));
  const movingItems = new Set(units.flatMap(({ items }) => items.map(({ key }) => key)));
  // A frame around this one holds what lay in it further on.
  const occupied = session.items
    .all()
    .filter(({ key, kind, rect }) => kind !== 'lines' && !movingItems.has(key) && !contains(rect, frame.rect))
    .map(({ rect }) => rect);
  occupied.push(frame.rect);
  const positions = new Map<Unit, XY>();
  for (const unit of units) {
    const at = freePosition(
      session,
      unit.rect,
      overNearestEdge(unit.rect, frame.rect),
      (rect) => !occupied.some((item) => intersects(item, rect)) && coversNone(session, rect, movingNodes),
    );
    positions.set(unit, at);
    occupied.push({ ...unit.rect, ...at });
  }
  return positions;
}

function overNearestEdge({ x, y, width, height }: Rect, frame: Rect): XY {
  const options = [
    { x: frame.x + frame.width + GAP, y },
    { x: frame.x - width - GAP, y },
    { x, y: frame.y + frame.height + GAP },
    { x, y: frame.y - height - GAP },
  ];
  const distance = (at: XY): number => Math.abs(at.x - x) + Math.abs(at.y - y);
  return options.reduce((best, option) => (distance(option) < distance(best) ? option : best));
}
