import { contains, type Rect, type XY } from '../geometry.ts';

/** Canvas units between the places that are tried, and around what stands there. */
const STEP = 32;
/** Rings of places around the first that are tried. */
const RINGS = 60;

/**
 * The place for a new box that covers nothing: the nearest to a point inside the view, else the nearest at all, else
 * that point.
 * @param size of the box. @param view the part of the document that is seen. @param isFree whether a rectangle covers nothing.
 * @param anchor where the middle of the box would best be: the middle of the view, unless given.
 * @returns its upper left corner.
 */
export function freeSpot(
  size: { width: number; height: number },
  view: Rect,
  isFree: (rect: Rect) => boolean,
  anchor: XY = { x: view.x + view.width / 2, y: view.y + view.height / 2 },
): XY {
  const middle = { x: anchor.x - size.width / 2, y: anchor.y - size.height / 2 };
  const rectAt = ({ x, y }: XY): Rect => ({ x, y, ...size });
  const padded = ({ x, y }: XY): Rect => ({
    x: x - STEP / 2,
    y: y - STEP / 2,
    width: size.width + STEP,
    height: size.height + STEP,
  });
  let outside: XY | null = null;
  for (let ring = 0; ring < RINGS; ring += 1) {
    for (const at of ringOf(middle, ring)) {
      const inside = contains(view, rectAt(at));
      if ((!inside && outside !== null) || !isFree(padded(at))) continue;
      if (inside) return at;
      outside = at;
    }
    // Farther rings lie outside the view altogether.
    if (outside !== null && ring * STEP > Math.max(view.width, view.height)) break;
  }
  return outside ?? middle;
}

/** The places of one ring, nearest to its middle first. */
function ringOf(middle: XY, ring: number): XY[] {
  const candidates: { at: XY; distance: number }[] = [];
  for (let row = -ring; row <= ring; row += 1) {
    const isFullRow = Math.abs(row) === ring;
    for (let column = -ring; column <= ring; column += isFullRow || ring === 0 ? 1 : 2 * ring) {
      const at = { x: middle.x + column * STEP, y: middle.y + row * STEP };
      candidates.push({ at, distance: Math.hypot(column, row) });
    }
  }
  return candidates.sort((a, b) => a.distance - b.distance).map(({ at }) => at);
}
