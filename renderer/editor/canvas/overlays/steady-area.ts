import type { Rect } from '../../geometry.ts';
import type { ViewController } from '../../scene/view-controller.ts';

/** How far it reaches beyond the view on each side, as a share of it: as far as wires of what is held may reach. */
const REACH = 1;

/**
 * The area of an empty rectangle that lies beside shapes that change in each frame. Where what is drawn together reaches
 * further or less far than before, the browser puts all layers of the page together anew; with the rectangle it reaches as far
 * as before.
 */
export function stableArea(view: ViewController): Rect {
  const { x, y, width, height } = view.visible(REACH);
  return { x, y, width, height };
}
