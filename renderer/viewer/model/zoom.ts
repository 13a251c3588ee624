/**
 * How much of a picture is seen. A view does not depend on the size of window or picture, so that it survives a resize
 * and can be shared by several pictures.
 */

export interface Size {
  width: number;
  height: number;
}

export interface View {
  /** 1 is the whole picture; 2 twice as near. */
  scale: number;
  /** What is in the middle, as shares of width and height. */
  x: number;
  y: number;
}

/** Where a picture is drawn: its corner in the stage and how many CSS pixels one of its pixels has. */
export interface Placement {
  left: number;
  top: number;
  /** CSS pixels a picture pixel. */
  k: number;
}

export const FITTED: View = { scale: 1, x: 0.5, y: 0.5 };

/** One key or click of zooming. */
export const ZOOM_STEP = 1.4;
/** Screen pixels that a picture pixel can be as wide as. */
const MAX_MAGNIFICATION = 32;
/** The smallest that a picture becomes, as a share of its fitted size. */
const MIN_SCALE = 0.2;

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value));

/**
 * CSS pixels a picture pixel when all of the picture is in the stage.
 * @param maxK not more than this; by default one screen pixel a picture pixel is the most.
 */
export const fitScale = (picture: Size, stage: Size, pixelRatio: number, maxK = 1 / pixelRatio): number =>
  Math.max(1e-6, Math.min(stage.width / picture.width, stage.height / picture.height, maxK));

/** The scales that a view may have. @param fit as `fitScale` gives it. */
export function scaleLimits(fit: number, pixelRatio: number): [number, number] {
  return [MIN_SCALE, Math.max(1, MAX_MAGNIFICATION / pixelRatio / fit)];
}

/** Percent of the picture's own pixels: 100 is one screen pixel a picture pixel. */
export const percentOf = (view: View, fit: number, pixelRatio: number): number =>
  view.scale * fit * pixelRatio * 100;

/** The same place, with one screen pixel a picture pixel. */
export const atFullSize = (view: View, fit: number, pixelRatio: number): View => ({
  ...view,
  scale: 1 / pixelRatio / fit,
});

export function placementOf(view: View, picture: Size, stage: Size, fit: number): Placement {
  const k = fit * view.scale;
  return {
    k,
    left: stage.width / 2 - view.x * picture.width * k,
    top: stage.height / 2 - view.y * picture.height * k,
  };
}

/** The view that a placement shows; the middle of the stage stays on the picture. */
export function viewOf({ left, top, k }: Placement, picture: Size, stage: Size, fit: number): View {
  return {
    scale: k / fit,
    x: clamp((stage.width / 2 - left) / (picture.width * k), 0, 1),
    y: clamp((stage.height / 2 - top) / (picture.height * k), 0, 1),
  };
}

export function zoomed(view: View, factor: number, [min, max]: readonly [number, number]): View {
  return { ...view, scale: clamp(view.scale * factor, min, max) };
}

/** The pixel under a point of the stage; null beside the picture. */
export function pixelAt(
  point: { x: number; y: number },
  { left, top, k }: Placement,
  picture: Size,
): { x: number; y: number } | null {
  const x = Math.floor((point.x - left) / k);
  const y = Math.floor((point.y - top) / k);
  return x >= 0 && y >= 0 && x < picture.width && y < picture.height ? { x, y } : null;
}

/** The pixels that are in the stage; none of a picture that lies beside it. */
export function visibleRegion(
  { left, top, k }: Placement,
  picture: Size,
  stage: Size,
): { left: number; top: number; width: number; height: number } {
  const [x, y] = [
    clamp(Math.floor(-left / k), 0, picture.width),
    clamp(Math.floor(-top / k), 0, picture.height),
  ];
  return {
    left: x,
    top: y,
    width: clamp(Math.ceil((stage.width - left) / k), x, picture.width) - x,
    height: clamp(Math.ceil((stage.height - top) / k), y, picture.height) - y,
  };
}
