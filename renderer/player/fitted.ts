export interface Size {
  width: number;
  height: number;
}

/** No picture is drawn with more pixels on a side than this while playing. */
const MOST = 1920;

/**
 * How large a picture is drawn to fill a place without being stretched.
 * @param picture its own pixels. @param bounds pixels of the screen
 * @returns whole pixels, one at least, no more than the picture's own
 */
export function fitted(picture: Size, bounds: Size): Size {
  const factor = Math.min(
    1,
    bounds.width / picture.width,
    bounds.height / picture.height,
    MOST / Math.max(picture.width, picture.height),
  );
  return {
    width: Math.max(1, Math.round(picture.width * factor)),
    height: Math.max(1, Math.round(picture.height * factor)),
  };
}
