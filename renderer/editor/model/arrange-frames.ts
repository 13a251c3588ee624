import type { GraphConnection } from '#shared/graph/types.ts';
import type { Rect } from '../geometry.ts';
import { arranged, type Box } from './arrange.ts';

/** A frame with the ids of all that lies in it, whether it lies in a frame in it or not. */
export interface FrameGroup extends Box {
  holds: readonly string[];
}

/** What a frame needs around what lies in it; the title goes above. Canvas units. */
interface FramePadding {
  margin: number;
  title: number;
}

/**
 * Lays nodes out as `arranged` does, what lies in a frame within it: the frame is drawn close around it and takes its
 * place among the rest as one.
 * @param boxes nodes and notes.
 * @returns where all come to stand, frames too. Ids must differ.
 */
export function arrangedInFrames(
  boxes: readonly Box[],
  wires: readonly GraphConnection[],
  frames: readonly FrameGroup[],
  { margin, title }: FramePadding,
): ReadonlyMap<string, Rect> {
  // The innermost frame of each comes first.
  const inward = [...frames].sort((a, b) => a.holds.length - b.holds.length);
  const rank = new Map(inward.map(({ id }, index) => [id, index]));
  const holderOf = new Map<string, string>();
  for (const [index, frame] of inward.entries()) {
    for (const id of frame.holds) {
      const frameRank = rank.get(id) ?? -1;
      // Of two that lie in each other one is within.
      if (frameRank >= index) continue;
      const inner = inward.slice(frameRank + 1, index).some((candidate) => candidate.holds.includes(id));
      if (!inner) holderOf.set(id, frame.id);
    }
  }
  const units = [...boxes, ...frames];
  const positions = new Map<string, Rect>();
  /** What `id` counts as among those in a frame, or in none. */
  const unitIn = (holder: string | undefined, id: string): string | null => {
    for (let at: string | undefined = id; at !== undefined; at = holderOf.get(at))
      if (holderOf.get(at) === holder) return at;
    return null;
  };
  /** Where those in a frame stand from its corner, and how large it becomes. */
  const arrangeIn = (holder: string | undefined): Map<string, Rect> => {
    const inner = new Map<string, Map<string, Rect>>();
    const children = units
      .filter(({ id }) => holderOf.get(id) === holder)
      .map((unit): Box => {
        if (!('holds' in unit)) return unit;
        const childRects = arrangeIn(unit.id);
        inner.set(unit.id, childRects);
        const right = Math.max(0, ...[...childRects.values()].map(({ x, width }) => x + width));
        const bottom = Math.max(0, ...[...childRects.values()].map(({ y, height }) => y + height));
        if (childRects.size === 0) return unit;
        return { ...unit, width: right + 2 * margin, height: bottom + 2 * margin + title };
      });
    const between = wires.flatMap(({ from, to }): GraphConnection[] => {
      const [source, target] = [unitIn(holder, from[0]), unitIn(holder, to[0])];
      if (source === null || target === null || source === target) return [];
      return [{ from: [source, from[1]], to: [target, to[1]] }];
    });
    const corner = {
      x: Math.min(...children.map(({ x }) => x)),
      y: Math.min(...children.map(({ y }) => y)),
    };
    const start = holder === undefined ? corner : { x: 0, y: 0 };
    const standing = arranged(children, between);
    const result = new Map<string, Rect>();
    for (const child of children) {
      const at = standing.get(child.id) ?? { x: child.x - corner.x, y: child.y - corner.y };
      const [x, y] = [start.x + at.x, start.y + at.y];
      result.set(child.id, { x, y, width: child.width, height: child.height });
      for (const [id, rect] of inner.get(child.id) ?? [])
        result.set(id, { ...rect, x: x + margin + rect.x, y: y + margin + title + rect.y });
    }
    return result;
  };
  for (const [id, rect] of arrangeIn(undefined)) positions.set(id, rect);
  return positions;
}
