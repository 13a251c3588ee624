import type { Point, Size } from './plane.ts';

/** Where a gradient begins and ends, in pixels; of a radial one its middle and a point of its rim. */
export interface GradientEnds {
  start: Point;
  end: Point;
}

/**
 * The ends that an angle gives, as CSS has it: the line is just long enough that the corners get the pure end colors.
 * @param angle 0 runs upwards, 90 to the right.
 */
export function endsByAngle(
  { width, height }: Size,
  shape: 'linear' | 'radial',
  angle: number,
): GradientEnds {
  const [cx, cy] = [width / 2, height / 2];
  if (shape === 'radial') return { start: { x: cx, y: cy }, end: { x: width, y: height } };
  const radians = (angle * Math.PI) / 180;
  const [x, y] = [Math.sin(radians), -Math.cos(radians)];
  const half = (Math.abs(width * x) + Math.abs(height * y)) / 2;
  return { start: { x: cx - x * half, y: cy - y * half }, end: { x: cx + x * half, y: cy + y * half } };
}
