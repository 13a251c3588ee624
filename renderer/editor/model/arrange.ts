import * as dagre from '@dagrejs/dagre';
import type { PatchOperation } from '#shared/api/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import type { GraphConnection } from '#shared/graph/types.ts';
import { union, type Rect, type XY } from '../geometry.ts';
import { GRID } from './editing.ts';

export interface Box extends Rect {
  id: string;
}

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom';

/** Moves a node to whole units, unless it stands there. */
export const move = (box: Box, x: number, y: number): PatchOperation[] =>
  Math.round(x) === box.x && Math.round(y) === box.y
    ? []
    : [{ op: 'moveNode', nodeId: box.id, position: { x: Math.round(x), y: Math.round(y) } }];

/** Between boxes that had to be moved apart. Canvas units. */
const SPACING = 2 * GRID;

/** Where the edge or middle of a box goes along the axis that boxes are aligned on. */
function alignedAt(box: Box, frame: Rect, alignment: Alignment): { x: number } | { y: number } {
  switch (alignment) {
    case 'left':
      return { x: frame.x };
    case 'center':
      return { x: frame.x + (frame.width - box.width) / 2 };
    case 'right':
      return { x: frame.x + frame.width - box.width };
    case 'top':
      return { y: frame.y };
    case 'middle':
      return { y: frame.y + (frame.height - box.height) / 2 };
    case 'bottom':
      return { y: frame.y + frame.height - box.height };
    default:
      return assertNever(alignment);
  }
}

/**
 * Lines boxes up along one edge or middle of their common frame. Those that would come to lie on each other are moved apart
 * along the line, in the order they stood.
 */
export function align(boxes: readonly Box[], alignment: Alignment): PatchOperation[] {
  const frame = union(boxes);
  if (!frame || boxes.length < 2) return [];
  const axis = alignment === 'left' || alignment === 'center' || alignment === 'right' ? 'y' : 'x';
  const size = axis === 'y' ? 'height' : 'width';
  const positions = new Map<string, { x: number; y: number }>();
  let end = -Infinity;
  for (const box of boxes.toSorted((a, b) => a[axis] - b[axis])) {
    const current = Math.round(box[axis]);
    const start = current < end ? Math.ceil(end) + SPACING : current;
    end = start + box[size];
    positions.set(box.id, { x: box.x, y: box.y, [axis]: start, ...alignedAt(box, frame, alignment) });
  }
  return boxes.flatMap((box) => {
    const { x, y } = positions.get(box.id) ?? box;
    return move(box, x, y);
  });
}

/** Makes the gaps between neighbors equal; the outermost two stay, unless there is not room enough between them. */
export function distribute(boxes: readonly Box[], axis: 'x' | 'y'): PatchOperation[] {
  if (boxes.length < 3) return [];
  const size = axis === 'x' ? 'width' : 'height';
  const sorted = [...boxes].sort((a, b) => a[axis] - b[axis]);
  const first = sorted[0];
  const last = sorted.at(-1);
  if (!first || !last) return [];
  const span = last[axis] + last[size] - first[axis];
  const available = (span - sorted.reduce((sum, box) => sum + box[size], 0)) / (sorted.length - 1);
  // Places are whole numbers: below one unit two boxes could meet.
  const gap = available < 1 ? SPACING : available;
  let at = first[axis];
  return sorted.flatMap((box) => {
    const offset = at;
    at += box[size] + gap;
    return axis === 'x' ? move(box, offset, box.y) : move(box, box.x, offset);
  });
}

/** Boxes that hang together by wires, each group and the boxes in it in the order they were given. */
function groupsOf(boxes: readonly Box[], wires: readonly GraphConnection[]): Box[][] {
  const neighbors = new Map(boxes.map((box) => [box.id, new Set<string>()]));
  for (const { from, to } of wires) {
    if (!neighbors.has(to[0])) continue;
    neighbors.get(from[0])?.add(to[0]);
    if (neighbors.has(from[0])) neighbors.get(to[0])?.add(from[0]);
  }
  const visited = new Set<string>();
  return boxes.flatMap((start) => {
    if (visited.has(start.id)) return [];
    const group = new Set([start.id]);
    // A set walks over what is added while it is walked.
    for (const id of group) for (const next of neighbors.get(id) ?? []) group.add(next);
    for (const id of group) visited.add(id);
    return [boxes.filter((box) => group.has(box.id))];
  });
}

/** One group from left to right along its wires, its corner at 0, 0. */
function layoutGroup(boxes: readonly Box[], wires: readonly GraphConnection[]): Box[] {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 32, ranksep: 88, ranker: 'network-simplex' });
  graph.setDefaultEdgeLabel(() => ({}));
  const inside = new Set(boxes.map((box) => box.id));
  for (const box of boxes) graph.setNode(box.id, { width: box.width, height: box.height });
  for (const wire of wires) {
    if (inside.has(wire.from[0]) && inside.has(wire.to[0])) graph.setEdge(wire.from[0], wire.to[0]);
  }
  dagre.layout(graph);
  const positioned = boxes.map((box) => {
    const { x, y } = graph.node(box.id) as { x: number; y: number };
    return { ...box, x: x - box.width / 2, y: y - box.height / 2 };
  });
  const left = Math.min(...positioned.map(({ x }) => x));
  const top = Math.min(...positioned.map(({ y }) => y));
  return positioned.map((box) => ({ ...box, x: box.x - left, y: box.y - top }));
}

/** Between rows there is room for a frame around each, with its title; beside each other for their edges. */
const GROUP_GAP = { x: 5 * GRID, y: 8 * GRID };
/** Width to height that rows of groups aim at: about a window's. */
const ROWS_RATIO = 1.6;

/**
 * Lays boxes out from left to right along their wires, from 0, 0. Groups that no wire joins stand in rows, so that many
 * single nodes fill a window instead of one tall column.
 * @returns upper left corners on the grid.
 */
export function arranged(boxes: readonly Box[], wires: readonly GraphConnection[]): Map<string, XY> {
  const groups = groupsOf(boxes, wires).flatMap((group) => {
    const positioned = layoutGroup(group, wires);
    const size = union(positioned);
    return size ? [{ positioned, width: size.width, height: size.height }] : [];
  });
  // Tall ones first, so that rows are filled well; equal ones stay in order, so that a second time changes nothing.
  groups.sort((a, b) => b.height - a.height);
  const area = groups.reduce(
    (sum, { width, height }) => sum + (width + GROUP_GAP.x) * (height + GROUP_GAP.y),
    0,
  );
  const widest = Math.max(Math.sqrt(area * ROWS_RATIO), ...groups.map(({ width }) => width));
  const onGrid = (value: number): number => Math.round(value / GRID) * GRID;
  const positions = new Map<string, XY>();
  let [x, y, rowHeight] = [0, 0, 0];
  for (const { positioned, width, height } of groups) {
    if (x > 0 && x + width > widest) [x, y, rowHeight] = [0, y + rowHeight + GROUP_GAP.y, 0];
    for (const box of positioned) positions.set(box.id, { x: onGrid(x + box.x), y: onGrid(y + box.y) });
    x += width + GROUP_GAP.x;
    rowHeight = Math.max(rowHeight, height);
  }
  return positions;
}
