import type { CanvasItems, CanvasReroute } from '#shared/canvas/items.ts';
import type { GraphConnection } from '#shared/graph/types.ts';
import type { XY } from '../geometry.ts';
import type { EditorStore, WireKey } from '../model/editor-store.ts';

/** The points that wires pass on their way, and the names they go by, as people put them. */

const NO_POINTS: readonly XY[] = [];

/** How a wire goes, as people want it; what they wanted of a wire from elsewhere does not count. */
function routeOf(
  reroutes: CanvasItems['reroutes'],
  key: WireKey,
  { from }: GraphConnection,
): CanvasReroute | null {
  const item = Object.hasOwn(reroutes, key) ? reroutes[key] : undefined;
  return item !== undefined && isOf(item, from) ? item : null;
}

/** The points of a wire, the same list while nothing changes. */
export const pointsOf = (...of: Parameters<typeof routeOf>): readonly XY[] =>
  routeOf(...of)?.points ?? NO_POINTS;

/** The name that a wire goes by; null for one that is drawn. */
export const nameOf = (...of: Parameters<typeof routeOf>): string | null => routeOf(...of)?.name ?? null;

/** Whether points are of the wire that comes from an output. */
export const isOf = ({ from }: Pick<CanvasReroute, 'from'>, source: GraphConnection['from']): boolean =>
  from[0] === source[0] && from[1] === source[1];

/** How far two nodes are held from where the document has them; null where not both by the same way. */
export function sharedOffset(
  store: EditorStore,
  dragged: ReadonlyMap<string, XY>,
  ids: readonly string[],
): XY | null {
  const offsets = ids.map((id) => {
    const [current, before] = [dragged.get(id), store.getNode(id)?.position];
    return current && before ? { x: current.x - before.x, y: current.y - before.y } : null;
  });
  const [first] = offsets;
  return first && offsets.every((offset) => offset !== null && offset.x === first.x && offset.y === first.y)
    ? first
    : null;
}

/** Points moved by a way. */
export const shifted = (points: readonly XY[], { x, y }: XY): XY[] =>
  points.map((point) => ({ x: Math.round(point.x + x), y: Math.round(point.y + y) }));

/** Calls back with the nodes whose incoming wires pass other points than before. @returns what ends it. */
export function followReroutes(
  store: EditorStore,
  notify: (nodeIds: ReadonlySet<string>) => void,
): () => void {
  let before = store.canvas.items.reroutes;
  return store.canvas.subscribe(() => {
    const { reroutes } = store.canvas.items;
    if (reroutes === before) return;
    const keys = [...new Set([...Object.keys(before), ...Object.keys(reroutes)])];
    const changed = keys.filter((key) => before[key] !== reroutes[key]);
    before = reroutes;
    const ids = changed.flatMap((key) => store.getWire(key)?.to[0] ?? []);
    if (ids.length > 0) notify(new Set(ids));
  });
}
