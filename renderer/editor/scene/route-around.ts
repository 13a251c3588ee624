import { contains, grow, type Rect, type XY } from '../geometry.ts';

/** Ways for wires between nodes, past the corners of those that stand between. Canvas units. */

/** As many nodes are gone around; beyond that a way would be no tidier than the wire. */
export const MAX_BLOCKERS = 16;

/** How far from nodes a way turns. */
const CLEARANCE = 28;
/** How far a wire goes straight before it may turn. */
const STUB = 36;

/** Whether a line passes through the inside of a rectangle. */
function cuts({ x, y, width, height }: Rect, a: XY, b: XY): boolean {
  let [first, last] = [0, 1];
  for (const [from, delta, low, high] of [
    [a.x, b.x - a.x, x, x + width],
    [a.y, b.y - a.y, y, y + height],
  ] as const) {
    if (delta === 0) {
      if (from <= low || from >= high) return false;
      continue;
    }
    const [enter, exit] = [(low - from) / delta, (high - from) / delta];
    first = Math.max(first, Math.min(enter, exit));
    last = Math.min(last, Math.max(enter, exit));
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
 * @param blockers the nodes it may not pass under, those of its own ends among them.
 */
export function routeWire(from: XY, to: XY, blockers: readonly Rect[]): XY[] | null {
  const walls = blockers.map((rect) => grow(rect, CLEARANCE));
  const isFree = (point: XY): boolean =>
    walls.every((wall) => !contains(grow(wall, -0.5), { ...point, width: 0, height: 0 }));
  const [start, end] = [
    { x: from.x + STUB, y: from.y },
    { x: to.x - STUB, y: to.y },
  ];
  const corners = walls.flatMap(cornersOf).filter(isFree);
  const vertices = [start, ...corners, end];
  if (!isFree(start) || !isFree(end)) return null;
  const target = vertices.length - 1;
  const lengths = vertices.map((_vertex, index) => (index === 0 ? 0 : Infinity));
  const before = vertices.map(() => 0);
  const open = new Set(vertices.keys());
  for (;;) {
    let at = -1;
    for (const index of open) if (at < 0 || lengths[index]! < lengths[at]!) at = index;
    if (at < 0 || lengths[at] === Infinity) return null;
    if (at === target) break;
    open.delete(at);
    for (const next of open) {
      const [a, b] = [vertices[at]!, vertices[next]!];
      const length = lengths[at]! + Math.hypot(b.x - a.x, b.y - a.y);
      if (length >= lengths[next]! || walls.some((wall) => cuts(wall, a, b))) continue;
      lengths[next] = length;
      before[next] = at;
    }
  }
  const path: XY[] = [];
  for (let at = target; at !== 0; at = before[at]!) path.unshift(vertices[at]!);
  return [start, ...path];
}
