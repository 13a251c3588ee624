/** So much of a picture may be cut off, as a share of its length in one direction, before it is shown whole instead. */
const MAX_CUT = 0.15;

/**
 * Whether a picture nearly has the shape of the frame it is shown in, so that it can fill it.
 * @param picture its size in pixels. @param frame the size of the frame in pixels. @returns false while either has none
 */
export function isApproximateFit(
  picture: { width: number; height: number },
  frame: { width: number; height: number },
): boolean {
  if (Math.min(picture.width, picture.height, frame.width, frame.height) <= 0) return false;
  const ratio = (picture.width * frame.height) / (picture.height * frame.width);
  return Math.min(ratio, 1 / ratio) >= 1 - MAX_CUT;
}
