import type { PatchOperation } from '#shared/api/index.ts';
import { words } from '#renderer/words/index.ts';
import { contains, intersects, sharedArea, union, type Rect, type XY } from '../geometry.ts';
import { type PlacedItem } from '../scene/canvas-places.ts';
import { coversNone, freePlace } from './place-node.ts';
import type { SessionCore } from './session-core.ts';

/** Between a frame and what was moved out of it. Canvas units. */
const GAP = 32;
/** From this share of a node on that a frame covers, it looks as if it belonged to it. */
const LOOKS_WITHIN = 0.25;

/** What moves as one: a node, a note, or a frame with all that lies in it. */
interface Unit {
  label: string;
  rect: Rect;
  nodes: readonly string[];
  items: readonly PlacedItem[];
  /** Whether it lies in the frame and so belongs to it; else it only reaches over its edge. */
  isWithin: boolean;
}

/**
 * Puts a frame around the selection. What lies within a frame belongs to it, so what nobody chose and lies there too is
 * named, as is what reaches into it and only looks so; both can be moved out in one step of their own.
 */
export function frameSelection(session: SessionCore): void {
  const { items, store, ui } = session;
  const chosenItems = items.selected();
  const chosen = items.carried(
    chosenItems.map(({ key }) => key),
    store.selectedNodes,
  );
  const before = new Set(items.all().map(({ key }) => key));
  items.addFrame();
  const frame = items.selected().find(({ key }) => !before.has(key));
  if (!frame) return;
  const chosenKeys = new Set(chosen.items.map(({ key }) => key));
  const others = unitsIn(session, frame).filter(
    ({ nodes, items: within }) =>
      !nodes.some((id) => chosen.nodes.has(id)) && !within.some(({ key }) => chosenKeys.has(key)),
  );
  if (others.length === 0) return;
  const [within, reaching] = [true, false].map((isWithin) =>
    others.filter((unit) => unit.isWithin === isWithin).map(({ label }) => label),
  );
  const said = [
    ...(within?.length ? [words.frames.tookIn(within)] : []),
    ...(reaching?.length ? [words.frames.reachIn(reaching)] : []),
  ];
  ui.notify(said.join(' '), {
    label: words.frames.moveOut(others.length),
    run: () => moveOut(session, frame.key, others),
  });
}

/** What lies in a frame, each with what it holds itself, and nodes that look as if they did. Lines say something about what lies there: they are left out. */
function unitsIn(session: SessionCore, frame: PlacedItem): Unit[] {
  const { items, scene } = session;
  const inside = items.carried([frame.key], []);
  const within = inside.items.filter(({ key, kind }) => key !== frame.key && kind !== 'lines');
  const held = new Set<string>();
  const units: Unit[] = [];
  // From behind to front: a frame comes before what lies in it.
  for (const item of within) {
    if (held.has(item.key)) continue;
    const all = items.carried([item.key], []);
    for (const id of all.nodes) held.add(id);
    for (const { key } of all.items) held.add(key);
    const boxes = [...all.nodes].flatMap((id) => scene.box(id) ?? []);
    const rect = union([...all.items.map((one) => one.rect), ...boxes]);
    const label = items.labelOf(item);
    if (rect) units.push({ label, rect, nodes: [...all.nodes], items: all.items, isWithin: true });
  }
  for (const id of inside.nodes) {
    const rect = held.has(id) ? undefined : scene.box(id);
    if (rect) units.push({ label: session.titleOf(id), rect, nodes: [id], items: [], isWithin: true });
  }
  // A node of another frame stays with that.
  const otherFrames = items.all().filter(({ key, kind }) => kind === 'frames' && key !== frame.key);
  for (const box of scene.nodesIn(frame.rect)) {
    if (inside.nodes.has(box.id) || otherFrames.some(({ rect }) => intersects(rect, box))) continue;
    if (sharedArea(box, frame.rect) < LOOKS_WITHIN * box.width * box.height) continue;
    const label = session.titleOf(box.id);
    units.push({ label, rect: box, nodes: [box.id], items: [], isWithin: false });
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
  const there = unitsIn(session, frame).filter((unit) =>
    [...unit.nodes, ...unit.items.map(({ key }) => key)].every((name) => names.has(name)),
  );
  const free = there.filter(
    (unit) =>
      !unit.nodes.some((id) => states.isLocked(id)) && !unit.items.some((item) => items.isLocked(item)),
  );
  const places = placesBeside(session, frame, free);
  const positions = new Map<string, XY>();
  const rects = new Map<string, Rect>();
  for (const [unit, at] of places) {
    const by = { x: Math.round(at.x - unit.rect.x), y: Math.round(at.y - unit.rect.y) };
    for (const id of unit.nodes) {
      const box = session.scene.place(id);
      if (box) positions.set(id, { x: box.x + by.x, y: box.y + by.y });
    }
    for (const { key, rect } of unit.items) rects.set(key, { ...rect, x: rect.x + by.x, y: rect.y + by.y });
  }
  const operations = [...positions].map(([nodeId, position]): PatchOperation => ({
    op: 'moveNode',
    nodeId,
    position,
  }));
  const canvas = [...items.placeOperations(rects), ...reroutes.moveOperations(positions)];
  if (session.apply('move out of the frame', operations, { canvas }))
    view.show([frame.rect, ...[...places].map(([{ rect }, at]) => ({ ...rect, ...at }))]);
  if (free.length < there.length) ui.notify(words.frames.lockedStay(there.length - free.length));
}

/** Where each comes to lie: over the nearest edge of the frame, and covering neither nodes nor notes nor other frames. */
function placesBeside(session: SessionCore, frame: PlacedItem, units: readonly Unit[]): Map<Unit, XY> {
  const leaving = new Set(units.flatMap(({ nodes }) => nodes));
  const leavingItems = new Set(units.flatMap(({ items }) => items.map(({ key }) => key)));
  // A frame around this one holds what lay in it further on.
  const taken = session.items
    .all()
    .filter(
      ({ key, kind, rect }) => kind !== 'lines' && !leavingItems.has(key) && !contains(rect, frame.rect),
    )
    .map(({ rect }) => rect);
  taken.push(frame.rect);
  const places = new Map<Unit, XY>();
  for (const unit of units) {
    const at = freePlace(
      session,
      unit.rect,
      overNearestEdge(unit.rect, frame.rect),
      (rect) => !taken.some((one) => intersects(one, rect)) && coversNone(session, rect, leaving),
    );
    places.set(unit, at);
    taken.push({ ...unit.rect, ...at });
  }
  return places;
}

function overNearestEdge({ x, y, width, height }: Rect, frame: Rect): XY {
  const ways = [
    { x: frame.x + frame.width + GAP, y },
    { x: frame.x - width - GAP, y },
    { x, y: frame.y + frame.height + GAP },
    { x, y: frame.y - height - GAP },
  ];
  const far = (at: XY): number => Math.abs(at.x - x) + Math.abs(at.y - y);
  return ways.reduce((best, way) => (far(way) < far(best) ? way : best));
}
