import { EMPTY, intersection, isEmpty, type Rect } from './geometry.ts';
import type { MaskTiles } from './mask-tiles.ts';

/** How much of each pixel of a rectangle is meant, 0 to 255, row after row. */
export interface Region {
  rect: Rect;
  data: Uint8Array;
}

const EMPTY_REGION: Region = { rect: EMPTY, data: new Uint8Array(0) };

/** Lines within a pixel at which a polygon is measured. */
const LINES = 4;

interface Point {
  x: number;
  y: number;
}

/** What lies within a closed line, wherever it winds around; pixels at its edge by how much of them does. */
export function polygonRegion(points: readonly Point[], size: { width: number; height: number }): Region {
  if (points.length < 3) return EMPTY_REGION;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const left = Math.floor(Math.min(...xs));
  const top = Math.floor(Math.min(...ys));
  const rect = intersection(
    { left, top, width: Math.ceil(Math.max(...xs)) - left, height: Math.ceil(Math.max(...ys)) - top },
    { left: 0, top: 0, ...size },
  );
  if (isEmpty(rect)) return EMPTY_REGION;
  const data = new Uint8Array(rect.width * rect.height);
  const row = new Float32Array(rect.width);
  for (let y = 0; y < rect.height; y += 1) {
    row.fill(0);
    for (let line = 0; line < LINES; line += 1)
      addSpans(row, crossingsAt(points, rect.top + y + (line + 0.5) / LINES), rect.left);
    for (let x = 0; x < rect.width; x += 1) data[y * rect.width + x] = Math.round((row[x]! * 255) / LINES);
  }
  return { rect, data };
}

/** Where a polygon crosses a line, from left to right, and in which direction. */
function crossingsAt(points: readonly Point[], y: number): { x: number; winding: 1 | -1 }[] {
  const found: { x: number; winding: 1 | -1 }[] = [];
  for (const [index, from] of points.entries()) {
    const to = points[(index + 1) % points.length]!;
    if (from.y <= y === to.y <= y) continue;
    found.push({
      x: from.x + ((y - from.y) * (to.x - from.x)) / (to.y - from.y),
      winding: to.y > from.y ? 1 : -1,
    });
  }
  return found.sort((a, b) => a.x - b.x);
}

function addSpans(row: Float32Array, crossings: ReturnType<typeof crossingsAt>, left: number): void {
  let winding = 0;
  for (const [index, crossing] of crossings.entries()) {
    winding += crossing.winding;
    const next = crossings[index + 1];
    if (winding === 0 || !next) continue;
    const from = Math.max(0, crossing.x - left);
    const to = Math.min(row.length, next.x - left);
    for (let x = Math.floor(from); x < to; x += 1)
      row[x] = (row[x] ?? 0) + Math.min(1, to - x, x + 1 - from, to - from);
  }
}

/** What lies on the masked side: half and more. */
const HALF = 128;

/**
 * All pixels that hang together with one and lie on the same side of half masked, and a ring of one pixel around them, so that no
 * seam is left at soft edges.
 */
export function connectedRegion(tiles: MaskTiles, at: Point): Region {
  const { width, height } = tiles;
  const [startX, startY] = [Math.floor(at.x), Math.floor(at.y)];
  if (startX < 0 || startY < 0 || startX >= width || startY >= height) return EMPTY_REGION;
  const isMasked = tiles.valueAt(startX, startY) >= HALF;
  const pixels = tiles.toPixels();
  const reached = new Uint8Array(width * height);
  const fits = (index: number): boolean => reached[index] === 0 && pixels[index]! >= HALF === isMasked;
  const pending = [startY * width + startX];
  for (let index = pending.pop(); index !== undefined; index = pending.pop()) {
    if (!fits(index)) continue;
    const rowStart = index - (index % width);
    let from = index;
    while (from > rowStart && fits(from - 1)) from -= 1;
    let end = from;
    while (end < rowStart + width && fits(end)) reached[end++] = 255;
    // One pixel of each piece above and below stands for all of that piece.
    for (const offset of [-width, width])
      for (let neighbor = from + offset; neighbor < end + offset; neighbor += 1)
        if (
          neighbor >= 0 &&
          neighbor < reached.length &&
          fits(neighbor) &&
          (neighbor === from + offset || !fits(neighbor - 1))
        )
          pending.push(neighbor);
  }
  return withRing(reached, width, height);
}

function withRing(reached: Uint8Array, width: number, height: number): Region {
  const ringed = Uint8Array.from(reached);
  for (let index = 0; index < reached.length; index += 1) {
    if (reached[index] !== 0) continue;
    const x = index % width;
    if (
      (x > 0 && reached[index - 1] !== 0) ||
      (x < width - 1 && reached[index + 1] !== 0) ||
      reached[index - width] ||
      reached[index + width]
    )
      ringed[index] = 255;
  }
  return { rect: { left: 0, top: 0, width, height }, data: ringed };
}
