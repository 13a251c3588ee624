import { EMPTY, intersection, isEmpty, reachOf, union, type Rect, type StrokePoint } from './geometry.ts';
import { TILE, type MaskTiles, type TileCopy } from './mask-tiles.ts';

export interface Brush {
  /** Whether it masks or takes away. */
  mode: 'add' | 'erase';
  /** 0 to 1: how much of the brush is solid before it begins to fade out. */
  hardness: number;
  /** 0 to 1, of the whole stroke: going over it again changes nothing. */
  opacity: number;
}

/** Steps of the table that says how strong a brush is by its squared distance. */
const PROFILE_STEPS = 1024;

/**
 * How strong a brush is at squared distances from its middle, in steps up to where it ends: 255 within its hard overlap, and from
 * there a curve without corners to 0. A hard brush goes over one pixel.
 */
function profileOf(radius: number, hardness: number): { table: Uint8Array; reach: number } {
  const reach = radius + 0.5;
  const inner = Math.min(radius * hardness, reach - 1);
  const table = Uint8Array.from({ length: PROFILE_STEPS + 1 }, (_, step) => {
    const distance = reach * Math.sqrt(step / PROFILE_STEPS);
    const share = Math.min(1, Math.max(0, (reach - distance) / (reach - inner)));
    const isSoft = reach - inner > 1.5;
    return Math.round(255 * (isSoft ? share * share * (3 - 2 * share) : share));
  });
  return { table, reach };
}

/**
 * One stroke: at each pixel as strong as the brush was where it came nearest, however many points it is made of. What was there
 * before is result by tile, so that the stroke can be taken back.
 */
export class Stroke {
  readonly #tiles: MaskTiles;
  readonly #brush: Brush;
  readonly #strength = new Map<number, Uint8Array>();
  readonly #before = new Map<number, TileCopy>();
  readonly #profiles = new Map<number, ReturnType<typeof profileOf>>();
  #last: StrokePoint | null = null;

  constructor(tiles: MaskTiles, brush: Brush) {
    this.#tiles = tiles;
    this.#brush = brush;
  }

  /** The tiles that it changed, as they were. */
  get before(): ReadonlyMap<number, TileCopy> {
    return this.#before;
  }

  /** Goes on through points. @returns the pixels that may have changed. */
  extend(points: readonly StrokePoint[]): Rect {
    let dirty = EMPTY;
    for (const point of simplified(this.#last, points)) {
      const from = this.#last ?? point;
      for (const [start, end] of subdivide(from, point)) dirty = union(dirty, this.#drawSegment(start, end));
      this.#last = point;
    }
    return dirty;
  }

  #drawSegment(from: StrokePoint, to: StrokePoint): Rect {
    const reach = intersection(reachOf(from, to), {
      left: 0,
      top: 0,
      width: this.#tiles.width,
      height: this.#tiles.height,
    });
    if (isEmpty(reach)) return EMPTY;
    for (const index of this.#tiles.touching(reach)) this.#drawOnTile(index, reach, from, to);
    return reach;
  }

  #profile(radius: number): ReturnType<typeof profileOf> {
    // Of a pen the radius is another at each point; half a pixel is not seen.
    const rounded = Math.max(0.5, Math.round(radius * 2) / 2);
    let profile = this.#profiles.get(rounded);
    if (!profile) this.#profiles.set(rounded, (profile = profileOf(rounded, this.#brush.hardness)));
    return profile;
  }

  #drawOnTile(index: number, reach: Rect, from: StrokePoint, to: StrokePoint): void {
    const area = this.#tiles.rectOf(index);
    const overlap = intersection(area, reach);
    if (isEmpty(overlap)) return;
    if (!this.#before.has(index)) this.#before.set(index, this.#tiles.copyOf(index));
    const before = this.#before.get(index) ?? null;
    const tile = this.#tiles.writable(index);
    let strength = this.#strength.get(index);
    if (!strength) this.#strength.set(index, (strength = new Uint8Array(TILE * TILE)));
    const { table, reach: end } = this.#profile(Math.max(from.radius, to.radius));
    // With another radius at its end, distances are stretched to that of the larger one.
    const narrowing = 1 - Math.min(from.radius, to.radius) / Math.max(from.radius, to.radius, 0.5);
    const widest = from.radius >= to.radius ? 0 : 1;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const perLength = dx === 0 && dy === 0 ? 0 : 1 / (dx * dx + dy * dy);
    const scale = PROFILE_STEPS / (end * end);
    const adds = this.#brush.mode === 'add';
    const { opacity } = this.#brush;
    for (let y = overlap.top; y < overlap.top + overlap.height; y += 1) {
      const py = y + 0.5 - from.y;
      let at = (y - area.top) * TILE + (overlap.left - area.left);
      for (let x = overlap.left; x < overlap.left + overlap.width; x += 1, at += 1) {
        const px = x + 0.5 - from.x;
        let t = (px * dx + py * dy) * perLength;
        t = t < 0 ? 0 : t > 1 ? 1 : t;
        const ex = px - dx * t;
        const ey = py - dy * t;
        let squared = (ex * ex + ey * ey) * scale;
        if (narrowing > 0) {
          const share = 1 - narrowing * (widest === 0 ? t : 1 - t);
          squared /= Math.max(1e-4, share * share);
        }
        if (squared >= PROFILE_STEPS || strength[at] === 255) continue;
        const level = table[squared | 0]!;
        if (level <= strength[at]!) continue;
        strength[at] = level;
        const was = before === null ? 0 : before[at]!;
        const change = level * opacity;
        tile[at] = adds ? was + ((255 - was) * change) / 255 + 0.5 : was - (was * change) / 255 + 0.5;
      }
    }
  }
}

/** How far a stroke may pass beside a point that it was sourceSize, as a share of its radius, and in pixels at least. */
const TOLERANCE = 0.02;
const MIN_TOLERANCE = 0.3;

/** Without the points that lie on the way between their neighbors: each piece of a large brush covers nearly what the one before did. */
function simplified(start: StrokePoint | null, points: readonly StrokePoint[]): readonly StrokePoint[] {
  const result: StrokePoint[] = [];
  let anchor = start;
  let skipped: StrokePoint[] = [];
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    const isRedundant =
      anchor !== null &&
      next !== undefined &&
      [...skipped, point].every((one) => liesBetween(one, anchor!, next));
    if (isRedundant) skipped.push(point);
    else {
      result.push(point);
      anchor = point;
      skipped = [];
    }
  }
  return result;
}

function liesBetween(point: StrokePoint, from: StrokePoint, to: StrokePoint): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  if (length === 0) return false;
  const t = ((point.x - from.x) * dx + (point.y - from.y) * dy) / length;
  if (t < 0 || t > 1) return false;
  const tolerance = Math.max(MIN_TOLERANCE, TOLERANCE * point.radius);
  const deviation = Math.hypot(from.x + t * dx - point.x, from.y + t * dy - point.y);
  return (
    deviation <= tolerance &&
    Math.abs(from.radius + t * (to.radius - from.radius) - point.radius) <= tolerance
  );
}

/** A piece of a stroke in parts no longer than the brush is wide: the rectangle around a long slanting one is nearly empty. */
function subdivide(from: StrokePoint, to: StrokePoint): [StrokePoint, StrokePoint][] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const count = Math.max(
    1,
    Math.min(256, Math.ceil(length / Math.max(16, 2 * Math.max(from.radius, to.radius)))),
  );
  const at = (share: number): StrokePoint => ({
    x: from.x + (to.x - from.x) * share,
    y: from.y + (to.y - from.y) * share,
    radius: from.radius + (to.radius - from.radius) * share,
  });
  return Array.from({ length: count }, (_, step) => [at(step / count), at((step + 1) / count)]);
}
