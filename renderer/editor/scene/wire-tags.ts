import { grow, intersects, union, type Rect, type XY } from '../geometry.ts';
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

/** The least width that still tells a name, how far up or down a tag goes for room, and how far it keeps off nodes. */
const CLEARANCE = { readable: 60, reach: 150, clear: 4 };

/** What stands within this of a tag may have it stand elsewhere. */
export const TAG_REACH = TAG.most + CLEARANCE.reach;

/** Letters are counted and not measured: a tag is as wide on every screen, and in tests. */
function widthOf(name: string): number {
  let width = 2 * TAG.padding;
  for (const letter of name) {
    width += TAG.letters * ((letter.codePointAt(0) ?? 0) < 0x1100 ? 0.56 : 1.05);
    if (width > TAG.most) return TAG.most;
  }
  return Math.max(TAG.least, width);
}

/** What covers tags in an area: nodes and collapsed frames. */
export type BlockerQuery = (area: Rect) => readonly Rect[];

const noBlockers: BlockerQuery = () => [];

/**
 * The tags of a wire between two pins. Between nodes that stand close they are as small as leaves both to be seen, and
 * they keep off what is around.
 */
export function tagsOf(name: string, from: XY, to: XY, findBlockers: BlockerQuery = noBlockers): WireTags {
  const available = to.x - from.x;
  const isSameRow = Math.abs(to.y - from.y) < TAG.height + 4;
  const gap = available > 0 ? Math.min(TAG.gap, Math.max(4, available / 10)) : TAG.gap;
  const share = isSameRow ? (available - 3 * gap) / 2 : available - 2 * gap;
  const width = available > 0 ? Math.max(TAG.bead, Math.min(widthOf(name), share)) : widthOf(name);
  const level = { width, gap };
  return {
    name,
    source: positionTag(from, 1, level, findBlockers),
    target: positionTag(to, -1, level, findBlockers),
  };
}

/**
 * Where a tag is free of what is around: beside its pin, else narrower there, else above or below what is in its way,
 * else as a bead in the gap before that.
 * @param direction 1 right of the pin, -1 left of it.
 */
function positionTag(
  pin: XY,
  direction: 1 | -1,
  { width, gap }: { width: number; gap: number },
  findBlockers: BlockerQuery,
): Rect {
  const at = (y: number, wide: number, offset = gap): Rect => ({
    x: direction > 0 ? pin.x + offset : pin.x - offset - wide,
    y: y - TAG.height / 2,
    width: wide,
    height: TAG.height,
  });
  const level = at(pin.y, width);
  const column = { ...level, y: level.y - CLEARANCE.reach, height: level.height + 2 * CLEARANCE.reach };
  const candidates = findBlockers(grow(column, CLEARANCE.clear));
  const blockers = (tag: Rect): Rect[] =>
    candidates.filter((rect) => intersects(grow(tag, CLEARANCE.clear), rect));
  const blocking = blockers(level);
  if (blocking.length === 0) return level;
  const available = Math.min(
    ...blocking.map((rect) => (direction > 0 ? rect.x - pin.x : pin.x - rect.x - rect.width)),
  );
  if (available - gap - CLEARANCE.clear >= CLEARANCE.readable)
    return at(pin.y, available - gap - CLEARANCE.clear);
  const half = TAG.height / 2 + CLEARANCE.clear;
  const rows = candidates
    .flatMap((rect) => [rect.y - half, rect.y + rect.height + half])
    .filter((y) => Math.abs(y - pin.y) <= CLEARANCE.reach && blockers(at(y, width)).length === 0)
    .toSorted((a, b) => Math.abs(a - pin.y) - Math.abs(b - pin.y));
  if (rows[0] !== undefined) return at(rows[0], width);
  // Where nodes lie over the pin itself nothing is free.
  return available < TAG.bead / 2 ? level : at(pin.y, Math.min(TAG.bead, available / 2), available / 4);
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
export function closestEnd(
  { curve: { from, to }, tags }: { curve: Curve; tags: WireTags | null },
  point: XY,
  reach: number,
): WireEnd | null {
  if (tags) return endAt(tags, point);
  if (Math.hypot(point.x - to.x, point.y - to.y) < reach) return 'target';
  return Math.hypot(point.x - from.x, point.y - from.y) < reach ? 'source' : null;
}

/** Room around a wire for its points. Canvas units. */
const POINT_PADDING = 8;

/** What covers a wire with its points and tags; one that goes by name is drawn too while it stands out. */
export function boundsWith(curve: Curve, hasPoints: boolean, tags: WireTags | null): Rect {
  const bounds = hasPoints ? grow(boundsOf(curve), POINT_PADDING) : boundsOf(curve);
  return (tags && union([bounds, tags.source, tags.target])) ?? bounds;
}

/** Whether the tags of a wire stand where they stood. */
export const sameTags = (a: WireTags | null, b: WireTags | null): boolean =>
  a === b ||
  (a !== null && b !== null && a.name === b.name && same(a.source, b.source) && same(a.target, b.target));

const same = (a: Rect, b: Rect): boolean => a.x === b.x && a.y === b.y && a.width === b.width;
