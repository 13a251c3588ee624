import { grow, type XY } from '../geometry.ts';
import type { WireKey } from '../model/editor-store.ts';
import { MAX_OBSTACLES, routeAround } from '../scene/route-around.ts';
import type { Scene, WireShape } from '../scene/scene.ts';
import { boundsOf, crosses, curveOf, type Curve } from '../scene/wire-geometry.ts';
import type { SessionCore } from './session-core.ts';

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
function wayFor(scene: Scene, shape: WireShape): XY[] | null {
  const { from, to } = shape.curve;
  const around = new Set([
    shape.wire.from[0],
    shape.wire.to[0],
    ...nodesUnder(scene, shape, curveOf(from, to)),
  ]);
  for (let turn = 0; turn < MAX_TRIES && around.size <= MAX_OBSTACLES; turn += 1) {
    const way = routeAround(
      from,
      to,
      [...around].flatMap((id) => scene.box(id) ?? []),
    );
    if (!way) return null;
    // The ends of the way are needed only where the wire would else swing out too far.
    for (const points of [way.slice(1, -1), way]) {
      const under = nodesUnder(scene, shape, curveOf(from, to, points));
      if (under.length === 0) return points;
      for (const id of under) around.add(id);
    }
  }
  return null;
}

/**
 * Lets wires pass nodes at their sides and not beneath, in one step: the given ones, else all in view.
 * @param now milliseconds that pass.
 */
export function routeWires(
  { reroutes, scene, ui, view }: SessionCore,
  keys: readonly WireKey[],
  now: () => number = () => performance.now(),
): void {
  const asked =
    keys.length > 0 ? keys.flatMap((key) => scene.shape(key) ?? []) : scene.wiresIn(view.visible());
  const until = now() + MAX_TIME;
  const ways = new Map<WireKey, XY[]>();
  let found = 0;
  let looked = 0;
  for (const shape of asked) {
    if (now() > until) break;
    looked += 1;
    if (shape.tags || nodesUnder(scene, shape, shape.curve).length === 0) continue;
    found += 1;
    const way = wayFor(scene, shape);
    if (way) ways.set(shape.key, way);
  }
  if (ways.size > 0) reroutes.lay(ways);
  const left = found - ways.size;
  if (looked < asked.length)
    ui.notify('These are too many wires to route at once. Select the wires you mean and route them.');
  else if (found === 0) ui.notify('No wire passes under a node here.');
  else if (left > 0) {
    const wires = left === 1 ? '1 wire' : `${left} wires`;
    ui.notify(`${wires} found no way around the nodes. Move nodes apart and route again.`);
  }
}
