import { grow, union, type Rect, type XY } from '../geometry.ts';
import { boundsOf, type Curve } from './wire-geometry.ts';

/** A wire that goes by name: a tag at each of its ends in place of a line across the screen. Canvas units. */
export interface WireTags {
  name: string;
  /** The tag behind its output, and the one before its input. */
  source: Rect;
  target: Rect;
}

export type WireEnd = 'source' | 'target';

/** The letters on tags, and what is around them; a bead is a tag without letters. */
export const TAG = { height: 26, letters: 15, padding: 10, least: 40, bead: 16, most: 220, gap: 14 };

/** Letters are counted and not measured: a tag is as wide on every screen, and in tests. */
function widthOf(name: string): number {
  let width = 2 * TAG.padding;
  for (const letter of name) {
    width += TAG.letters * ((letter.codePointAt(0) ?? 0) < 0x1100 ? 0.56 : 1.05);
    if (width > TAG.most) return TAG.most;
  }
  return Math.max(TAG.least, width);
}

/** The tags of a wire between two pins. Between nodes that stand close they are as small as leaves both to be seen. */
export function tagsOf(name: string, from: XY, to: XY): WireTags {
  const room = to.x - from.x;
  const isBeside = Math.abs(to.y - from.y) < TAG.height + 4;
  const gap = room > 0 ? Math.min(TAG.gap, Math.max(4, room / 10)) : TAG.gap;
  const share = isBeside ? (room - 3 * gap) / 2 : room - 2 * gap;
  const width = room > 0 ? Math.max(TAG.bead, Math.min(widthOf(name), share)) : widthOf(name);
  const at = (x: number, y: number): Rect => ({ x, y: y - TAG.height / 2, width, height: TAG.height });
  return { name, source: at(from.x + gap, from.y), target: at(to.x - gap - width, to.y) };
}

/** How far a point is from a rectangle; 0 inside. */
function toRect({ x, y, width, height }: Rect, point: XY): number {
  const dx = Math.max(x - point.x, 0, point.x - x - width);
  const dy = Math.max(y - point.y, 0, point.y - y - height);
  return Math.hypot(dx, dy);
}

export const distanceToTags = ({ source, target }: WireTags, point: XY): number =>
  Math.min(toRect(source, point), toRect(target, point));

/** The end whose tag is nearer to a point. */
export const endAt = ({ source, target }: WireTags, point: XY): WireEnd =>
  toRect(source, point) <= toRect(target, point) ? 'source' : 'target';

/** The end of a wire by which a point within `reach` takes it, or null. */
export function endNear(
  { curve: { from, to }, tags }: { curve: Curve; tags: WireTags | null },
  point: XY,
  reach: number,
): WireEnd | null {
  if (tags) return endAt(tags, point);
  if (Math.hypot(point.x - to.x, point.y - to.y) < reach) return 'target';
  return Math.hypot(point.x - from.x, point.y - from.y) < reach ? 'source' : null;
}

/** Room around a wire for its points. Canvas units. */
const POINT_ROOM = 8;

/** What covers a wire with its points and tags; one that goes by name is drawn too while it stands out. */
export function boundsWith(curve: Curve, hasPoints: boolean, tags: WireTags | null): Rect {
  const bounds = hasPoints ? grow(boundsOf(curve), POINT_ROOM) : boundsOf(curve);
  return (tags && union([bounds, tags.source, tags.target])) ?? bounds;
}
