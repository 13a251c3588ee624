/** Pixels on the screen; smaller words are not drawn. */
export const MIN_TEXT = 9;

/** Pixels on the screen of names where there is room, and the zoom from which on down they get smaller. */
const NAME = 12;
const NAME_ZOOM = 0.3;
/** How high a name and the room around it are, as a multiple of its letters. */
export const NAME_ROW = 1.55;
/** The least zoom at which names are drawn. */
const MIN_NAME_ZOOM = 0.12;

/** From this zoom on down a name takes the whole width of its node, in two rows where that is high enough. */
export const WIDE_NAME_ZOOM = 0.26;

/** Canvas units of a name on a drawn node: 12 pixels on the screen, and 9 where nodes are smallest. */
export function nameSizeAt(zoom: number): number {
  const share = Math.min(1, Math.max(0, (zoom - MIN_NAME_ZOOM) / (NAME_ZOOM - MIN_NAME_ZOOM)));
  return Math.max(14, (MIN_TEXT + (NAME - MIN_TEXT) * share) / zoom);
}

/** Canvas units of what a drawn node says below its name; null where there is no room for words. */
export const bodyTextSizeAt = (zoom: number): number | null =>
  zoom < 0.2 ? null : Math.max(MIN_TEXT, Math.min(11, 27 * zoom)) / zoom;
