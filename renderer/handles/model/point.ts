import { clamp, type Point } from '#shared/geometry/plane.ts';
import { changed, inputNumber, pixelsOf, type Hand, type PinsByRole } from './hand.ts';
import { snapTargets, snap, SNAP_PIXELS } from './snap.ts';

/** One point on a picture; a focal point without a crop is one, too. */
export function pointHand(roles: PinsByRole, kind: 'point' | 'focus'): Hand | null {
  const [x, y] = [roles.get(`${kind}.x`), roles.get(`${kind}.y`)];
  if (!x || !y) return null;
  return {
    kind,
    pins: [x, y],
    lies: 'on-input',
    handles: (values, { picture }) => [
      {
        id: 'point',
        shape: 'point',
        pins: [x.name, y.name],
        at: {
          x: pixelsOf(values, x, picture.width, picture.width / 2),
          y: pixelsOf(values, y, picture.height, picture.height / 2),
        },
      },
    ],
    outline: () => ({ polygons: [], lines: [] }),
    move(values, _grip, to: Point, { picture, zoom }, { snaps }) {
      const reach = snaps ? SNAP_PIXELS / zoom : -1;
      const at = (value: number, length: number): number =>
        clamp(snap(value, snapTargets(length), reach), 0, length);
      return changed(values, {
        [x.name]: inputNumber(x, at(to.x, picture.width), picture.width),
        [y.name]: inputNumber(y, at(to.y, picture.height), picture.height),
      });
    },
  };
}
