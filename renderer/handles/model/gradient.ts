import { endsByAngle, type GradientEnds } from '#shared/geometry/gradient.ts';
import { clamp, minus, plus, times, type Point, type Size } from '#shared/geometry/plane.ts';
import {
  changed,
  inputNumber,
  limited,
  numberOf,
  pixelsOf,
  type BoundPin,
  type Change,
  type Hand,
  type PinsByRole,
  type HandContext,
  type Values,
} from './hand.ts';
import { snap, SNAP_PIXELS } from './snap.ts';

/** How far along the line a key moves the stop. */
const KEY_FRACTION = 0.01;
/** Degrees that a direction is held to with Shift. */
const DIRECTION_STEP = 15;

/** The two ends of a gradient, and its stop between them. */
export function gradientHand(roles: PinsByRole): Hand | null {
  const [startX, startY] = [roles.get('gradient.start.x'), roles.get('gradient.start.y')];
  const [endX, endY] = [roles.get('gradient.end.x'), roles.get('gradient.end.y')];
  if (!startX || !startY || !endX || !endY) return null;
  const [middle, angle, shape] = [
    roles.get('gradient.middle'),
    roles.get('gradient.angle'),
    roles.get('gradient.shape'),
  ];
  const ends = (values: Values, picture: Size): GradientEnds => {
    const isRadial = shape !== undefined && (values[shape.name] ?? shape.fallback) === 'radial';
    const byAngle = endsByAngle(picture, isRadial ? 'radial' : 'linear', numberOf(values, angle, 135));
    const at = (x: BoundPin, y: BoundPin, fallback: Point): Point => ({
      x: pixelsOf(values, x, picture.width, fallback.x),
      y: pixelsOf(values, y, picture.height, fallback.y),
    });
    return { start: at(startX, startY, byAngle.start), end: at(endX, endY, byAngle.end) };
  };
  const pins = [startX, startY, endX, endY].map(({ name }) => name);
  const toChange = ({ start, end }: GradientEnds, { width, height }: Size): Change => ({
    [startX.name]: inputNumber(startX, start.x, width),
    [startY.name]: inputNumber(startY, start.y, height),
    [endX.name]: inputNumber(endX, end.x, width),
    [endY.name]: inputNumber(endY, end.y, height),
  });
  return {
    kind: 'gradient',
    pins: [startX, startY, endX, endY, ...(middle ? [middle] : [])],
    lies: 'on-result',
    handles(values, { picture }) {
      const { start, end } = ends(values, picture);
      const stop = plus(start, times(minus(end, start), numberOf(values, middle, 0.5)));
      return [
        { id: 'start', at: start, shape: 'point', pins },
        { id: 'end', at: end, shape: 'point', pins },
        ...(middle ? [{ id: 'middle', at: stop, shape: 'stop' as const, pins: [middle.name] }] : []),
      ];
    },
    outline(values, { picture }) {
      const { start, end } = ends(values, picture);
      return { polygons: [], lines: [[start, end]] };
    },
    keyTarget(values, handle, by, { picture }) {
      if (handle !== 'middle') return null;
      const { start, end } = ends(values, picture);
      const fraction = numberOf(values, middle, 0.5) + (by.x || by.y) * KEY_FRACTION;
      return plus(start, times(minus(end, start), fraction));
    },
    move(values, handle, to, context, { isConstrained, snaps }) {
      const { picture } = context;
      const current = ends(values, picture);
      if (handle === 'middle') {
        if (!middle) return {};
        return changed(values, { [middle.name]: limited(projectionOf(current, to), middle.type) });
      }
      const opposite = handle === 'start' ? current.end : current.start;
      const at = isConstrained ? onDirection(opposite, to) : snaps ? snapped(to, context) : to;
      return changed(values, toChange({ ...current, [handle === 'start' ? 'start' : 'end']: at }, picture));
    },
  };
}

/** How far along the line a point lies: 0 at the start, 1 at the end. */
function projectionOf({ start, end }: GradientEnds, to: Point): number {
  const [line, delta] = [minus(end, start), minus(to, start)];
  const square = line.x ** 2 + line.y ** 2;
  return square === 0 ? 0 : clamp((line.x * delta.x + line.y * delta.y) / square, 0, 1);
}

function onDirection(from: Point, to: Point): Point {
  const delta = minus(to, from);
  const step = (DIRECTION_STEP / 180) * Math.PI;
  const angle = Math.round(Math.atan2(delta.y, delta.x) / step) * step;
  const length = delta.x * Math.cos(angle) + delta.y * Math.sin(angle);
  return plus(from, { x: Math.cos(angle) * length, y: Math.sin(angle) * length });
}

function snapped({ x, y }: Point, { picture: { width, height }, zoom }: HandContext): Point {
  const reach = SNAP_PIXELS / zoom;
  return { x: snap(x, [0, width / 2, width], reach), y: snap(y, [0, height / 2, height], reach) };
}
