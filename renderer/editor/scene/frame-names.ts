import { sharedArea, type Rect } from '../geometry.ts';
import { TITLE_ABOVE_ZOOM } from './canvas-places.ts';
import type { Scene } from './scene.ts';
import type { View } from './view-controller.ts';

/** The strip of a name, its padding and the average width of its letters. Pixels on the screen. */
const STRIP = 18;
const PADDING = 8;
const LETTER = 7;
/** The least that a name is cut to. Pixels. */
const LEAST = 72;

/** Steps of zoom in which names of frames are looked at anew, as parts of twice as near. */
const ZOOM_STEPS = 4;

/**
 * The zoom by which it is chosen where names of frames stand: it changes in steps, so that names stay where they are while the
 * view glides. Names are drawn and pressed by it.
 * @returns at TITLE_ABOVE_ZOOM and nearer, where names stand in their frames, always the same.
 */
export const nameZoom = (zoom: number): number =>
  zoom >= TITLE_ABOVE_ZOOM ? TITLE_ABOVE_ZOOM : 2 ** (Math.round(Math.log2(zoom) * ZOOM_STEPS) / ZOOM_STEPS);

/** How much of the nodes a rectangle covers, in square units. */
const covered = (scene: Pick<Scene, 'nodesIn'>, rect: Rect): number =>
  scene.nodesIn(rect).reduce((sum, box) => sum + sharedArea(box, rect), 0);

/**
 * Whether the name of a frame stands below it where nodes are small: above it would cover more of other nodes.
 * @param rect of the frame. Canvas units.
 */
export function isNameBelow(
  { scene, view }: { scene: Pick<Scene, 'nodesIn'>; view: { readonly view: Pick<View, 'zoom'> } },
  rect: Rect,
  name: string,
): boolean {
  const zoom = nameZoom(view.view.zoom);
  if (zoom >= TITLE_ABOVE_ZOOM) return false;
  const height = STRIP / zoom;
  const width = Math.min(Math.max(rect.width, LEAST / zoom), (name.length * LETTER + PADDING) / zoom);
  const above = covered(scene, { x: rect.x, y: rect.y - height, width, height });
  if (above === 0) return false;
  return covered(scene, { x: rect.x, y: rect.y + rect.height, width, height }) < above / 2;
}
