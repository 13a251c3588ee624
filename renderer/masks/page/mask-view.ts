import type { Size } from '../worker/mask-messages.ts';
import type { View } from '../raster/paint.ts';

/** How much larger than its own pixels a mask is shown at most. */
const MAX_SCALE = 32;
/** Room around a picture that is fitted into the window, in pixels of the page. */
const MARGIN = 24;

/** All of a picture in the middle of the window; a small one at its own size. */
export function fittedView(picture: Size, stage: Size): View {
  const scale = Math.min(
    Math.max(1, stage.width - 2 * MARGIN) / picture.width,
    Math.max(1, stage.height - 2 * MARGIN) / picture.height,
    1,
  );
  return centered(picture, stage, scale);
}

export const centered = (picture: Size, stage: Size, scale: number): View => ({
  scale,
  x: (stage.width - picture.width * scale) / 2,
  y: (stage.height - picture.height * scale) / 2,
});

/** The view larger by a factor, around a point of the window that stays where it is. */
export function zoomed(view: View, factor: number, at: { x: number; y: number }, smallest: number): View {
  const scale = Math.min(MAX_SCALE, Math.max(Math.min(smallest, view.scale), view.scale * factor));
  const change = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * change, y: at.y - (at.y - view.y) * change };
}

/** Where a point of the window lies on the mask, in its pixels. */
export const toMask = ({ scale, x, y }: View, at: { x: number; y: number }): { x: number; y: number } => ({
  x: (at.x - x) / scale,
  y: (at.y - y) / scale,
});

/** Most pixels of a mask; that of a larger picture is drawn smaller, and nodes stretch it. */
const MAX_MASK_PIXELS = 40_000_000;
/** Longest side of a mask for a picture that is shown small alone. */
const SIDE_FOR_PREVIEWS = 2048;

/** The size a mask is drawn at. @param isPreview the picture is a small copy of one that is not there yet. */
export function maskSizeFor(picture: Size, isPreview: boolean): Size {
  const enlargement = isPreview
    ? Math.max(1, SIDE_FOR_PREVIEWS / Math.max(picture.width, picture.height))
    : 1;
  const scale = Math.min(enlargement, Math.sqrt(MAX_MASK_PIXELS / (picture.width * picture.height)));
  return {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  };
}

/** By how much of its shape a mask may differ from its picture before a person is asked how it is to fit. */
const SHAPE_TOLERANCE = 0.01;

export const differsInShape = (a: Size, b: Size): boolean =>
  Math.abs((a.width * b.height) / (a.height * b.width) - 1) > SHAPE_TOLERANCE;
