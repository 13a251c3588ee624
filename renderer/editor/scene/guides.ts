import type { Rect } from '../geometry.ts';

/** A line along which edges or middles stand. Canvas units. */
interface GuideLine {
  /** The axis whose coordinate is the same all along it: a line of `x` is upright. */
  axis: 'x' | 'y';
  at: number;
  from: number;
  to: number;
}

/** One of several equal distances. Canvas units. */
interface GuideGap {
  /** The axis along which it is measured. */
  axis: 'x' | 'y';
  from: number;
  to: number;
  /** Where it is drawn, on the other axis. */
  at: number;
}

export interface Guides {
  /** What is to be added to the place; null where nothing on that axis is near. */
  dx: number | null;
  dy: number | null;
  lines: readonly GuideLine[];
  gaps: readonly GuideGap[];
}

export const NO_GUIDES: Guides = { dx: null, dy: null, lines: [], gaps: [] };

/** A box seen along one axis: where it begins and ends, and the same across. */
interface Span {
  start: number;
  end: number;
  crossStart: number;
  crossEnd: number;
}

interface Snap {
  delta: number;
  lines: GuideLine[];
  gaps: GuideGap[];
}

const spanOf = ({ x, y, width, height }: Rect, axis: 'x' | 'y'): Span =>
  axis === 'x'
    ? { start: x, end: x + width, crossStart: y, crossEnd: y + height }
    : { start: y, end: y + height, crossStart: x, crossEnd: x + width };

const middle = ({ start, end }: Span): number => (start + end) / 2;
const meetsAcross = (a: Span, b: Span): boolean => a.crossStart < b.crossEnd && b.crossStart < a.crossEnd;

/** How far an edge or the middle is from one of a neighbor: edges go to edges, middles to middles. */
function alignments(moving: Span, target: Span): number[] {
  return [
    target.start - moving.start,
    target.end - moving.end,
    target.end - moving.start,
    target.start - moving.end,
    middle(target) - middle(moving),
  ];
}

/** The lines on which a box that stands right already meets its neighbors. */
function linesThrough(moving: Span, spans: readonly Span[], axis: 'x' | 'y'): GuideLine[] {
  const lines = new Map<number, GuideLine>();
  const add = (at: number, span: Span): void => {
    const line = lines.get(at) ?? { axis, at, from: moving.crossStart, to: moving.crossEnd };
    line.from = Math.min(line.from, span.crossStart);
    line.to = Math.max(line.to, span.crossEnd);
    lines.set(at, line);
  };
  for (const span of spans) {
    for (const at of [moving.start, moving.end]) {
      if (Math.abs(span.start - at) < 0.01 || Math.abs(span.end - at) < 0.01) add(at, span);
    }
    if (Math.abs(middle(span) - middle(moving)) < 0.01) add(middle(moving), span);
  }
  return [...lines.values()];
}

/** Places at which the distances to neighbors in one row are the same, each with the distances that are then equal. */
function equalGaps(moving: Span, spans: readonly Span[], axis: 'x' | 'y'): Snap[] {
  const row = spans.filter((span) => meetsAcross(moving, span)).toSorted((a, b) => a.start - b.start);
  const size = moving.end - moving.start;
  const at = (moving.crossStart + moving.crossEnd) / 2;
  const gap = (from: number, to: number): GuideGap => ({ axis, from, to, at });
  const snaps: Snap[] = [];
  const add = (start: number, gaps: GuideGap[]): void => {
    snaps.push({ delta: start - moving.start, lines: [], gaps });
  };
  for (const [index, right] of row.entries()) {
    const left = row[index - 1];
    const space = left === undefined ? 0 : right.start - left.end;
    if (left === undefined || space <= 0) continue;
    add(right.end + space, [gap(left.end, right.start), gap(right.end, right.end + space)]);
    add(left.start - space - size, [gap(left.start - space, left.start), gap(left.end, right.start)]);
    const half = (space - size) / 2;
    if (half > 0)
      add(left.end + half, [gap(left.end, left.end + half), gap(right.start - half, right.start)]);
  }
  return snaps;
}

function snapOnAxis(moving: Span, spans: readonly Span[], axis: 'x' | 'y', reach: number): Snap | null {
  let best: Snap | null = null;
  const addCandidate = (snap: Snap): void => {
    const distance = Math.abs(snap.delta);
    if (distance <= reach && (best === null || distance < Math.abs(best.delta))) best = snap;
  };
  for (const span of spans) {
    for (const delta of alignments(moving, span)) addCandidate({ delta, lines: [], gaps: [] });
  }
  for (const snap of equalGaps(moving, spans, axis)) addCandidate(snap);
  return best;
}

/**
 * Where a box that is dragged would stand in line with its neighbors, or at equal distances from them. Each axis by itself.
 * @param reach how far it may be brought there, in canvas units.
 */
export function guidesFor(moving: Rect, neighbors: readonly Rect[], reach: number): Guides {
  const snapAxis = (axis: 'x' | 'y') => {
    const spans = neighbors.map((rect) => spanOf(rect, axis));
    return { spans, snap: snapOnAxis(spanOf(moving, axis), spans, axis, reach) };
  };
  const [horizontal, vertical] = [snapAxis('x'), snapAxis('y')];
  if (!horizontal.snap && !vertical.snap) return NO_GUIDES;
  const at: Rect = {
    ...moving,
    x: moving.x + (horizontal.snap?.delta ?? 0),
    y: moving.y + (vertical.snap?.delta ?? 0),
  };
  const visibleGuides = (axis: 'x' | 'y', { spans, snap }: ReturnType<typeof snapAxis>) =>
    snap === null
      ? { lines: [], gaps: [] }
      : {
          lines: linesThrough(spanOf(at, axis), spans, axis),
          // Of places that differ by nothing the distances are the ones of where it stands now.
          gaps: equalGaps(spanOf(at, axis), spans, axis)
            .filter(({ delta }) => Math.abs(delta) < 0.01)
            .flatMap(({ gaps }) => gaps),
        };
  const [x, y] = [visibleGuides('x', horizontal), visibleGuides('y', vertical)];
  return {
    dx: horizontal.snap?.delta ?? null,
    dy: vertical.snap?.delta ?? null,
    lines: [...x.lines, ...y.lines],
    gaps: [...x.gaps, ...y.gaps],
  };
}
