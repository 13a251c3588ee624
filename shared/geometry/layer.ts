import { plus, rotated, type Point, type Size } from './plane.ts';

/** Where a layer lies before it is moved, by which part of the room left it has on its left and above. */
export const ALIGNMENTS = {
  center: [0.5, 0.5],
  top: [0.5, 0],
  'top-right': [1, 0],
  right: [1, 0.5],
  'bottom-right': [1, 1],
  bottom: [0.5, 1],
  'bottom-left': [0, 1],
  left: [0, 0.5],
  'top-left': [0, 0],
} as const;
export type Alignment = keyof typeof ALIGNMENTS;

export const isAlignment = (value: unknown): value is Alignment =>
  typeof value === 'string' && Object.hasOwn(ALIGNMENTS, value);

export type LayerFit = 'none' | 'contain' | 'cover' | 'fill';

/** The size of a layer that is fitted to what it lies on. Whole pixels. */
export function fittedSize(layer: Size, base: Size, fit: LayerFit): Size {
  if (fit === 'none') return { width: layer.width, height: layer.height };
  if (fit === 'fill') return { width: base.width, height: base.height };
  const [x, y] = [base.width / layer.width, base.height / layer.height];
  return scaledSize(layer, fit === 'contain' ? Math.min(x, y) : Math.max(x, y));
}

export const scaledSize = ({ width, height }: Size, scale: number): Size => ({
  width: Math.max(1, Math.round(width * scale)),
  height: Math.max(1, Math.round(height * scale)),
});

/** The top left corner of a layer that is not rotated. Whole pixels where the offset is. */
export function layerCorner(size: Size, base: Size, alignment: Alignment, offset: Point): Point {
  const [x, y] = ALIGNMENTS[alignment];
  return {
    x: Math.round((base.width - size.width) * x) + offset.x,
    y: Math.round((base.height - size.height) * y) + offset.y,
  };
}

/** The offset that brings the top left corner of a layer to a point. */
export function offsetOf(corner: Point, size: Size, base: Size, alignment: Alignment): Point {
  const origin = layerCorner(size, base, alignment, { x: 0, y: 0 });
  return { x: corner.x - origin.x, y: corner.y - origin.y };
}

/** The corners of a rectangle that is rotated around its middle, from its top left one clockwise. */
export function rotatedCorners(center: Point, { width, height }: Size, rotation: number): Point[] {
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x = 0, y = 0]) => plus(center, rotated({ x: (x * width) / 2, y: (y * height) / 2 }, rotation)));
}
