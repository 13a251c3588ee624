import type { PatchOperation } from '#shared/api/index.ts';
import type { Rect } from '../geometry.ts';

/** The least space between a node that was put into a wire and the next one. Canvas units. */
const GAP = 40;
/** Nodes snap to a grid of so many canvas units. */
const GRID = 8;

/**
 * Moves to the right what a node that was put into a wire would cover, by as much as it needs. All boxes are in canvas units.
 * @param target the box of the node to which the wire goes.
 * @param downstream boxes by node of the target and all that follows it; those to the left of the target stay.
 * @returns none where there is space already, or where the wire goes to the left.
 */
export function makeSpace(
  inserted: Rect,
  target: Rect,
  downstream: ReadonlyMap<string, Rect>,
): Extract<PatchOperation, { op: 'moveNode' }>[] {
  const missing = inserted.x + inserted.width + GAP - target.x;
  if (missing <= 0 || target.x + target.width <= inserted.x) return [];
  const shift = Math.ceil(missing / GRID) * GRID;
  return [...downstream].flatMap(([nodeId, { x, y }]) =>
    x < target.x ? [] : [{ op: 'moveNode' as const, nodeId, position: { x: x + shift, y } }],
  );
}
