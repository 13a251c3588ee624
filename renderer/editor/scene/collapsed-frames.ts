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
    .sort(([one], [other]) => (one < other ? -1 : 1));
  if (collapsed.length === 0) return NONE_COLLAPSED;

  const heldBy = new Map<string, string>();
  for (const [id, { items }] of collapsed)
    for (const key of items) if (key !== itemKey('frames', id) && !heldBy.has(key)) heldBy.set(key, id);

  /** The frame that is shown in place of one, or that one. */
  const shownFor = (frame: string): string => {
    const way: string[] = [frame];
    for (;;) {
      const outer = heldBy.get(itemKey('frames', way.at(-1)!));
      if (outer === undefined) return way.at(-1)!;
      const turn = way.indexOf(outer);
      if (turn >= 0) return way.slice(turn).sort()[0]!;
      way.push(outer);
    }
  };

  const nodesOf = new Map<string, string[]>();
  const holderOf = new Map<string, string>();
  for (const [id, { nodes }] of collapsed) {
    const shown = shownFor(id);
    const list = nodesOf.get(shown) ?? [];
    nodesOf.set(shown, list);
    for (const node of nodes) {
      if (holderOf.has(node)) continue;
      holderOf.set(node, shown);
      list.push(node);
    }
  }
  const holderOfItem = new Map<string, string>();
  for (const [key, id] of heldBy) {
    const shown = shownFor(id);
    if (key !== itemKey('frames', shown)) holderOfItem.set(key, shown);
  }
  return { nodesOf, holderOf, holderOfItem };
}
