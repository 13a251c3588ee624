import type { XY } from '../../geometry.ts';

/** What is drawn while the pointer is held. Canvas units. */
export interface Stroke {
  points: readonly XY[];
  isArrow: boolean;
}

/** The pointer says less than this each time when it moves slowly. Pixels. */
const STEP = 2;
/** A stroke without end becomes a line of these points at most before it is simplified. */
const MAX_POINTS = 20_000;

/** A line that goes where the pointer went; an arrow goes straight from where it was pressed. */
export function extendStroke(stroke: Stroke, point: XY, zoom: number): Stroke {
  const [start] = stroke.points;
  const last = stroke.points.at(-1);
  if (!start || !last) return { ...stroke, points: [point] };
  if (stroke.isArrow) return { ...stroke, points: [start, point] };
  const isClose = Math.hypot(point.x - last.x, point.y - last.y) < STEP / zoom;
  if (isClose || stroke.points.length >= MAX_POINTS) return stroke;
  return { ...stroke, points: [...stroke.points, point] };
}
