import { words } from '#renderer/words/index.ts';
import { grow, type XY } from '../geometry.ts';
import type { WireKey } from '../model/editor-store.ts';
import { MAX_BLOCKERS, routeWire } from '../scene/route-around.ts';
import type { Scene, WireShape } from '../scene/scene.ts';
import { boundsOf, crosses, curveOf, type Curve } from '../scene/wire-geometry.ts';
import type { SessionCore } from './session-core.ts';

const t = words.editorSession.routeWires;

/** So long a person waits for it, in milliseconds; wires that are left are said. */
const MAX_TIME = 800;
/** A way around nodes may lead under others, which are then gone around too. */
const MAX_TRIES = 8;

/** The nodes that a wire passes under and not only touches, those of its own ends left out. */
function nodesUnder(scene: Scene, { wire }: WireShape, curve: Curve): string[] {
  return scene
    .nodesIn(boundsOf(curve))
    .filter((box) => box.id !== wire.from[0] && box.id !== wire.to[0] && crosses(curve, grow(box, -1)))
    .map(({ id }) => id);
}

/** Points by which a wire passes under no node; null where none were found. */
function routeFor(scene: Scene, shape: WireShape): XY[] | null {
  const { from, to } = shape.curve;
  const adjacentNodes = new Set([
    shape.wire.from[0],
    shape.wire.to[0],
    ...nodesUnder(scene, shape, curveOf(from, to)),
  ]);
  for (let attempt = 0; attempt < MAX_TRIES && adjacentNodes.size <= MAX_BLOCKERS; attempt += 1) {
    const path = routeWire(
      from,
      to,
      [...adjacentNodes].flatMap((id) => scene.box(id) ?? []),
    );
    if (!path) return null;
    // The ends of the way are needed only where the wire would else swing out too far.
    for (const points of [path.slice(1, -1), path]) {
      const under = nodesUnder(scene, shape, curveOf(from, to, points));
      if (under.length === 0) return points;
      for (const id of under) adjacentNodes.add(id);
    }
  }
  return null;
}

/**
 * Lets wires pass nodes at their sides and not beneath, in one step: the given ones, else all in view.
 * @param getTime milliseconds that pass.
 */
export function routeWires(
  { reroutes, scene, ui, view }: SessionCore,
  keys: readonly WireKey[],
  getTime: () => number = () => performance.now(),
): void {
  const shapes =
    keys.length > 0 ? keys.flatMap((key) => scene.shape(key) ?? []) : scene.wiresIn(view.visible());
  const until = getTime() + MAX_TIME;
  const routes = new Map<WireKey, XY[]>();
  let found = 0;
  let checked = 0;
  for (const shape of shapes) {
    if (getTime() > until) break;
    checked += 1;
    if (shape.tags || nodesUnder(scene, shape, shape.curve).length === 0) continue;
    found += 1;
    const route = routeFor(scene, shape);
    if (route) routes.set(shape.key, route);
  }
  if (routes.size > 0) reroutes.lay(routes);
  const left = found - routes.size;
  if (checked < shapes.length) ui.notify(t.theseManyWiresRoute);
  else if (found === 0) ui.notify(t.noWirePassesUnder);
  else if (left > 0) {
    const wires = left === 1 ? '1 wire' : t.wires(left);
    ui.notify(t.foundNoNodesMove(wires));
  }
}
