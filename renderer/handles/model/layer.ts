import {
  fittedSize,
  isAlignment,
  layerCorner,
  offsetOf,
  scaledSize,
  rotatedCorners,
  type Alignment,
  type LayerFit,
} from '#shared/geometry/layer.ts';
import { minus, normalAngle, plus, times, rotated, type Point, type Size } from '#shared/geometry/plane.ts';
import {
  changed,
  inputNumber,
  limited,
  numberOf,
  pixelsOf,
  type BoundPin,
  type Change,
  type Handle,
  type Hand,
  type MoveOptions,
  type PinsByRole,
  type HandContext,
  type Values,
} from './hand.ts';
import { snap, SNAP_PIXELS } from './snap.ts';

/** How far above a layer the handle that turns it is, in screen pixels. */
const ROTATION_DISTANCE = 28;
/** Degrees that turning is held to with Shift, and those it snaps to. */
const ROTATION_STEP = 15;
const RIGHT_ANGLE = 90;
const SNAP_DEGREES = 2;

interface LayerPins {
  x: BoundPin;
  y: BoundPin;
  scale: BoundPin | undefined;
  rotation: BoundPin | undefined;
  alignment: BoundPin | undefined;
  fit: BoundPin | undefined;
}

/** Where a layer lies. */
interface LayerLayout {
  /** Before it is scaled. */
  fitted: Size;
  size: Size;
  center: Point;
  scale: number;
  rotation: number;
  alignment: Alignment;
}

const CORNERS = ['nw', 'ne', 'se', 'sw'] as const;
const SIGNS = [
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
] as const;

/** A picture laid on another one: moved by its inside, scaled by its corners, rotated by the handle above it. */
export function layerHand(roles: PinsByRole): Hand | null {
  const [x, y] = [roles.get('layer.x'), roles.get('layer.y')];
  if (!x || !y) return null;
  const pins: LayerPins = {
    x,
    y,
    scale: roles.get('layer.scale'),
    rotation: roles.get('layer.rotation'),
    alignment: roles.get('layer.place'),
    fit: roles.get('layer.fit'),
  };
  const { scale, rotation } = pins;
  return {
    kind: 'layer',
    pins: [x, y, ...(scale ? [scale] : []), ...(rotation ? [rotation] : [])],
    lies: 'on-result',
    handles(values, context) {
      const layout = layoutOf(pins, values, context);
      return layout === null ? [] : handlesOf(pins, layout, context.zoom);
    },
    outline(values, context) {
      const layout = layoutOf(pins, values, context);
      if (layout === null) return { polygons: [], lines: [] };
      const corners = rotatedCorners(layout.center, layout.size, layout.rotation);
      const top = middleOf(corners[0]!, corners[1]!);
      return {
        polygons: [corners],
        lines: rotation ? [[top, rotationHandleAt(layout, context.zoom)]] : [],
      };
    },
    keyTarget(values, handle, by, context) {
      const layout = handle === 'rotation' ? layoutOf(pins, values, context) : null;
      if (layout === null) return null;
      const at = minus(rotationHandleAt(layout, context.zoom), layout.center);
      return plus(layout.center, rotated(at, by.x || by.y));
    },
    move(values, handle, to, context, options) {
      const layout = layoutOf(pins, values, context);
      return layout === null ? {} : changed(values, dragLayer(pins, layout, handle, to, context, options));
    },
  };
}

const middleOf = (a: Point, b: Point): Point => times(plus(a, b), 0.5);

function layoutOf(pins: LayerPins, values: Values, { picture, layer }: HandContext): LayerLayout | null {
  if (layer === null) return null;
  const choice = (pin: BoundPin | undefined): unknown =>
    pin ? (values[pin.name] ?? pin.fallback) : undefined;
  const current = choice(pins.alignment);
  const alignment = isAlignment(current) ? current : pins.alignment ? 'center' : 'top-left';
  const scale = Math.max(1e-4, numberOf(values, pins.scale, 1));
  const fitted = fittedSize(layer, picture, fitOf(choice(pins.fit)));
  const size = scaledSize(fitted, scale);
  const corner = layerCorner(size, picture, alignment, {
    x: pixelsOf(values, pins.x, picture.width),
    y: pixelsOf(values, pins.y, picture.height),
  });
  return {
    fitted,
    size,
    scale,
    alignment,
    rotation: numberOf(values, pins.rotation, 0),
    center: { x: corner.x + size.width / 2, y: corner.y + size.height / 2 },
  };
}

const fitOf = (fit: unknown): LayerFit =>
  fit === 'contain' || fit === 'cover' || fit === 'fill' ? fit : 'none';

function rotationHandleAt({ center, size, rotation }: LayerLayout, zoom: number): Point {
  return plus(center, rotated({ x: 0, y: -size.height / 2 - ROTATION_DISTANCE / zoom }, rotation));
}

function handlesOf({ x, y, scale, rotation }: LayerPins, layout: LayerLayout, zoom: number): Handle[] {
  const offset = [x.name, y.name];
  const corners = rotatedCorners(layout.center, layout.size, layout.rotation);
  return [
    { id: 'body', at: layout.center, shape: 'body', pins: offset },
    ...(scale
      ? CORNERS.map((id, index): Handle => ({
          id,
          at: corners[index] ?? layout.center,
          shape: 'corner',
          direction: (225 + index * 90 + layout.rotation) % 360,
          pins: [...offset, scale.name],
        }))
      : []),
    ...(rotation
      ? [
          {
            id: 'rotation',
            at: rotationHandleAt(layout, zoom),
            shape: 'turn' as const,
            pins: [rotation.name],
          },
        ]
      : []),
  ];
}

function dragLayer(
  pins: LayerPins,
  layout: LayerLayout,
  handle: string,
  to: Point,
  context: HandContext,
  options: MoveOptions,
): Change {
  if (handle === 'rotation') return rotateLayer(pins, layout, to, options);
  if (handle === 'body') return centered(pins, layout, bodyAt(layout, to, context, options), context.picture);
  const index = CORNERS.findIndex((id) => id === handle);
  const signs = SIGNS[index];
  if (!signs || !pins.scale) return {};
  // From the opposite corner, which stays, or from the middle.
  const half = { x: (signs[0] * layout.size.width) / 2, y: (signs[1] * layout.size.height) / 2 };
  const fromAnchor = options.isCentered ? half : times(half, 2);
  const anchor = options.isCentered ? layout.center : minus(layout.center, rotated(half, layout.rotation));
  const delta = rotated(minus(to, anchor), -layout.rotation);
  const square = fromAnchor.x ** 2 + fromAnchor.y ** 2;
  const factor = (delta.x * fromAnchor.x + delta.y * fromAnchor.y) / square;
  const minimum = 1 / Math.max(layout.fitted.width, layout.fitted.height);
  const scale = limited(Math.max(minimum, layout.scale * factor), pins.scale.type);
  const size = scaledSize(layout.fitted, scale);
  const nextHalf = { x: (signs[0] * size.width) / 2, y: (signs[1] * size.height) / 2 };
  const center = options.isCentered ? layout.center : plus(anchor, rotated(nextHalf, layout.rotation));
  return {
    [pins.scale.name]: scale,
    ...centered(pins, { ...layout, size }, center, context.picture),
  };
}

function rotateLayer(
  { rotation }: LayerPins,
  { center }: LayerLayout,
  to: Point,
  options: MoveOptions,
): Change {
  if (!rotation) return {};
  const delta = minus(to, center);
  if (delta.x === 0 && delta.y === 0) return {};
  const angle = (Math.atan2(delta.y, delta.x) / Math.PI) * 180 + 90;
  const current = options.isConstrained
    ? Math.round(angle / ROTATION_STEP) * ROTATION_STEP
    : options.snaps
      ? snap(angle, [-90, 0, 90, 180, 270], SNAP_DEGREES)
      : angle;
  return { [rotation.name]: limited(normalAngle(current), rotation.type) };
}

/** The middle of a layer that goes onto edges and middle of the picture; while it is rotated, its middle alone. */
function bodyAt(
  { size, rotation }: LayerLayout,
  to: Point,
  { picture, zoom }: HandContext,
  options: MoveOptions,
): Point {
  if (!options.snaps) return to;
  const reach = SNAP_PIXELS / zoom;
  const isAligned = rotation % RIGHT_ANGLE === 0;
  const swaps = Math.abs(rotation % 180) === RIGHT_ANGLE;
  const [width, height] = swaps ? [size.height, size.width] : [size.width, size.height];
  const targets = (length: number, side: number): number[] => [
    length / 2,
    ...(isAligned ? [side / 2, length - side / 2] : []),
  ];
  return {
    x: snap(to.x, targets(picture.width, width), reach),
    y: snap(to.y, targets(picture.height, height), reach),
  };
}

/** The offsets that bring the middle of a layer to a point. */
function centered(
  { x, y }: LayerPins,
  { size, alignment }: LayerLayout,
  center: Point,
  picture: Size,
): Change {
  const corner = { x: center.x - size.width / 2, y: center.y - size.height / 2 };
  const offset = offsetOf(corner, size, picture, alignment);
  return {
    [x.name]: inputNumber(x, offset.x, picture.width),
    [y.name]: inputNumber(y, offset.y, picture.height),
  };
}
