import { isConvex, type Corners } from '#shared/geometry/corners.ts';
import type { Point, Size } from '#shared/geometry/plane.ts';
import {
  changed,
  inputNumber,
  pixelsOf,
  type BoundPin,
  type Hand,
  type PinsByRole,
  type Values,
} from './hand.ts';
import { snap, SNAP_PIXELS } from './snap.ts';

const NAMES = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const;
/** Where a corner is while nothing is set, as parts of width and height. */
const ORIGINS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
] as const;
/** Smallest turn at a corner, in square pixels. */
const MIN_CROSS = 1;

/** Four corners that go round. */
export function cornersHand(roles: PinsByRole): Hand | null {
  const pins: (readonly [BoundPin, BoundPin])[] = [];
  for (const name of NAMES) {
    const [x, y] = [roles.get(`corners.${name}.x`), roles.get(`corners.${name}.y`)];
    if (!x || !y) return null;
    pins.push([x, y]);
  }
  const cornersOf = (values: Values, { width, height }: Size): Point[] =>
    pins.map(([x, y], index) => ({
      x: pixelsOf(values, x, width, (ORIGINS[index]?.[0] ?? 0) * width),
      y: pixelsOf(values, y, height, (ORIGINS[index]?.[1] ?? 0) * height),
    }));
  return {
    kind: 'corners',
    pins: pins.flat(),
    lies: 'on-input',
    handles: (values, { picture }) =>
      cornersOf(values, picture).map((at, index) => ({
        id: NAMES[index] ?? '',
        at,
        shape: 'point',
        pins: (pins[index] ?? []).map(({ name }) => name),
      })),
    outline(values, { picture }) {
      const corners = cornersOf(values, picture);
      return { clip: corners, polygons: [corners], lines: [] };
    },
    move(values, handle, to, { picture, zoom }, { snaps }) {
      const index = NAMES.findIndex((name) => name === handle);
      const [x, y] = pins[index] ?? [];
      if (!x || !y) return {};
      const reach = snaps ? SNAP_PIXELS / zoom : -1;
      const change = changed(values, {
        [x.name]: inputNumber(x, snap(to.x, [0, picture.width], reach), picture.width),
        [y.name]: inputNumber(y, snap(to.y, [0, picture.height], reach), picture.height),
      });
      const corners = cornersOf({ ...values, ...change }, picture);
      // A corner does not go past the others: there would be nothing between them.
      return isConvex(corners as unknown as Corners, MIN_CROSS) ? change : {};
    },
  };
}
