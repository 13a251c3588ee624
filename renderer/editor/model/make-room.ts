import type { PatchOperation } from '#shared/api/index.ts';
import type { Rect } from '../geometry.ts';

/** Between a node put into a wire and the one behind it. Canvas units. */
const GAP = 40;
/** Of the grid that nodes snap to. Canvas units. */
const GRID = 8;

/**
 * Moves what lies behind a node that was put into a wire just so far to the right that it does not lie under it.
 * @param target the node that the wire goes to; with its box and those of all behind it, in canvas units.
 * @returns nothing where there is room, or where the wire goes back to the left.
 */
export function makeSpace(
  inserted: Rect,
  target: Rect,
  behind: ReadonlyMap<string, Rect>,
): Extract<PatchOperation, { op: 'moveNode' }>[] {
  const missing = inserted.x + inserted.width + GAP - target.x;
  if (missing <= 0 || target.x + target.width <= inserted.x) return [];
  const shift = Math.ceil(missing / GRID) * GRID;
  return [...behind].flatMap(([nodeId, { x, y }]) =>
    x < target.x ? [] : [{ op: 'moveNode' as const, nodeId, position: { x: x + shift, y } }],
  );
}
