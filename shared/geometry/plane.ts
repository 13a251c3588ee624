/** Points, sizes and rectangles of pictures. Pixels, from the top left corner; angles in degrees, clockwise. */

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Rect extends Size {
  left: number;
  top: number;
}

export const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

const radians = (degrees: number): number => (degrees / 180) * Math.PI;

/** A point rotated around the origin. */
export function rotated({ x, y }: Point, degrees: number): Point {
  const [sin, cos] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))];
  return { x: x * cos - y * sin, y: x * sin + y * cos };
}

export const plus = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
export const minus = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
export const times = ({ x, y }: Point, factor: number): Point => ({ x: x * factor, y: y * factor });

/** An angle from above -180 to 180. */
export const normalAngle = (degrees: number): number => {
  const angle = ((degrees % 360) + 360) % 360;
  return angle > 180 ? angle - 360 : angle;
};
