import { contains, grow, type Rect, type XY } from '../geometry.ts';

/** Ways for wires between nodes, past the corners of those that stand between. Canvas units. */

/** As many nodes are gone around; beyond that a way would be no tidier than the wire. */
export const MAX_OBSTACLES = 16;

/** How far from nodes a way turns. */
const ROOM = 28;
/** How far a wire goes straight before it may turn. */
const STUB = 36;

/** Whether a line passes through the inside of a rectangle. */
function cuts({ x, y, width, height }: Rect, a: XY, b: XY): boolean {
  let [first, last] = [0, 1];
  for (const [from, way, low, high] of [
    [a.x, b.x - a.x, x, x + width],
    [a.y, b.y - a.y, y, y + height],
  ] as const) {
    if (way === 0) {
      if (from <= low || from >= high) return false;
      continue;
    }
    const [one, other] = [(low - from) / way, (high - from) / way];
    first = Math.max(first, Math.min(one, other));
    last = Math.min(last, Math.max(one, other));
  }
  return last - first > 1e-9;
}

const cornersOf = ({ x, y, width, height }: Rect): XY[] => [
  { x, y },
  { x: x + width, y },
  { x, y: y + height },
  { x: x + width, y: y + height },
];

/**
 * The shortest way between two pins past the corners of nodes, without its two ends; null where there is none. It leaves
 * to the right and arrives from the left.
 * @param obstacles the nodes it may not pass under, those of its own ends among them.
 */
export function routeAround(from: XY, to: XY, obstacles: readonly Rect[]): XY[] | null {
  const walls = obstacles.map((rect) => grow(rect, ROOM));
  const isFree = (point: XY): boolean =>
    walls.every((wall) => !contains(grow(wall, -0.5), { ...point, width: 0, height: 0 }));
  const [start, end] = [
    { x: from.x + STUB, y: from.y },
    { x: to.x - STUB, y: to.y },
  ];
  const corners = walls.flatMap(cornersOf).filter(isFree);
  const places = [start, ...corners, end];
  if (!isFree(start) || !isFree(end)) return null;
  const goal = places.length - 1;
  const lengths = places.map((_place, index) => (index === 0 ? 0 : Infinity));
  const before = places.map(() => 0);
  const open = new Set(places.keys());
  for (;;) {
    let at = -1;
    for (const index of open) if (at < 0 || lengths[index]! < lengths[at]!) at = index;
    if (at < 0 || lengths[at] === Infinity) return null;
    if (at === goal) break;
    open.delete(at);
    for (const next of open) {
      const [a, b] = [places[at]!, places[next]!];
      const length = lengths[at]! + Math.hypot(b.x - a.x, b.y - a.y);
      if (length >= lengths[next]! || walls.some((wall) => cuts(wall, a, b))) continue;
      lengths[next] = length;
      before[next] = at;
    }
  }
  const way: XY[] = [];
  for (let at = goal; at !== 0; at = before[at]!) way.unshift(places[at]!);
  return [start, ...way];
}
