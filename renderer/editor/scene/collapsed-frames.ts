import type { CanvasItems, FrameContent } from '#shared/canvas/items.ts';
import { itemKey } from './canvas-places.ts';

/** Which nodes and items are not shown because they lie in collapsed frames, and in which of them. */
export interface CollapsedFrames {
  /** The collapsed frames that are shown, with the nodes they stand for; nodes that are gone may be among them. */
  readonly nodesOf: ReadonlyMap<string, readonly string[]>;
  /** By the id of a node: the frame that is shown in its place. */
  readonly holderOf: ReadonlyMap<string, string>;
  /** By the key of an item: the frame that is shown in its place. */
  readonly holderOfItem: ReadonlyMap<string, string>;
}

export const NONE_COLLAPSED: CollapsedFrames = {
  nodesOf: new Map(),
  holderOf: new Map(),
  holderOfItem: new Map(),
};

/**
 * Reads which frames are collapsed. A collapsed frame in another one is shown by that; of frames that hold each other in a
 * circle the first by id is shown, so that nothing is ever shown nowhere.
 */
export function collapsedFrames(frames: CanvasItems['frames']): CollapsedFrames {
  const collapsed = Object.entries(frames)
    .flatMap(([id, { collapsed: content }]): [string, FrameContent][] => (content ? [[id, content]] : []))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  if (collapsed.length === 0) return NONE_COLLAPSED;

  const parentOf = new Map<string, string>();
  for (const [id, { items }] of collapsed)
    for (const key of items) if (key !== itemKey('frames', id) && !parentOf.has(key)) parentOf.set(key, id);

  /** The frame that is shown in place of one, or that one. */
  const visibleFrame = (frame: string): string => {
    const path: string[] = [frame];
    for (;;) {
      const outer = parentOf.get(itemKey('frames', path.at(-1)!));
      if (outer === undefined) return path.at(-1)!;
      const cycleStart = path.indexOf(outer);
      if (cycleStart >= 0) return path.slice(cycleStart).sort()[0]!;
      path.push(outer);
    }
  };

  const nodesOf = new Map<string, string[]>();
  const holderOf = new Map<string, string>();
  for (const [id, { nodes }] of collapsed) {
    const visible = visibleFrame(id);
    const list = nodesOf.get(visible) ?? [];
    nodesOf.set(visible, list);
    for (const node of nodes) {
      if (holderOf.has(node)) continue;
      holderOf.set(node, visible);
      list.push(node);
    }
  }
  const holderOfItem = new Map<string, string>();
  for (const [key, id] of parentOf) {
    const visible = visibleFrame(id);
    if (key !== itemKey('frames', visible)) holderOfItem.set(key, visible);
  }
  return { nodesOf, holderOf, holderOfItem };
}
