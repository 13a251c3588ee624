import type { CanvasItems, CanvasReroute } from '#shared/canvas/items.ts';
import type { GraphConnection } from '#shared/graph/types.ts';
import type { XY } from '../geometry.ts';
import type { EditorStore, WireKey } from '../model/editor-store.ts';

/** Where people lead wires: points that a wire passes, or a name that is shown instead of a line. */

const NO_POINTS: readonly XY[] = [];

/** What a person chose for a wire; what was chosen when its input was connected to another output does not count. */
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

/** The name that is shown instead of the wire; null for one that is drawn. */
export const nameOf = (...of: Parameters<typeof routeOf>): string | null => routeOf(...of)?.name ?? null;

/** Whether a choice was made for the wire that comes from this output. */
export const isOf = ({ from }: Pick<CanvasReroute, 'from'>, source: GraphConnection['from']): boolean =>
  from[0] === source[0] && from[1] === source[1];

/** By how much all of these nodes are dragged away from their place in the document; null where they differ, or one is not dragged. */
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

/** Points moved by an offset. */
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
