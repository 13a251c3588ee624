import { cutToRatio, namedRect, ratioOf } from '#shared/geometry/crop.ts';
import { clamp, type Point, type Rect, type Size } from '#shared/geometry/plane.ts';
import {
  changed,
  inputNumber,
  numberOf,
  pixelsOf,
  type BoundPin,
  type Change,
  type Handle,
  type Hand,
  type MoveOptions,
  type Outline,
  type PinsByRole,
  type HandContext,
  type Values,
} from './hand.ts';
import { snapTargets, snap, SNAP_PIXELS } from './snap.ts';

/** The inputs of a rectangle. */
interface RectPins {
  left: BoundPin;
  top: BoundPin;
  width: BoundPin;
  height: BoundPin;
  aspect: BoundPin | undefined;
  focusX: BoundPin | undefined;
  focusY: BoundPin | undefined;
}

const SIDES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const;
type Side = (typeof SIDES)[number] | 'body' | 'focus';

/** A rectangle with eight handles and its inside: of a crop, or one that stands for itself. */
export function rectangleHand(roles: PinsByRole, kind: 'crop' | 'rectangle'): Hand | null {
  const [left, top] = [roles.get(`${kind}.left`), roles.get(`${kind}.top`)];
  const [width, height] = [roles.get(`${kind}.width`), roles.get(`${kind}.height`)];
  if (!left || !top || !width || !height) return null;
  const isCrop = kind === 'crop';
  const pins: RectPins = {
    left,
    top,
    width,
    height,
    aspect: isCrop ? roles.get('crop.aspect') : undefined,
    focusX: isCrop ? roles.get('focus.x') : undefined,
    focusY: isCrop ? roles.get('focus.y') : undefined,
  };
  return {
    kind,
    pins: Object.values(pins).filter((pin) => pin !== undefined),
    lies: isCrop ? 'on-input' : 'on-result',
    handles: (values, context) => handlesOf(pins, values, context),
    outline: (values, context) => outlineOf(pins, values, context),
    move: (values, handle, to, context, options) =>
      handle === 'focus'
        ? dragFocus(pins, values, to, context)
        : changeTo(
            pins,
            values,
            context.picture,
            resized(visibleRect(pins, values, context.picture), handle, to, context, {
              ...options,
              ratio: options.ratio ?? ratioOfPin(pins, values),
            }),
          ),
  };
}

const ratioOfPin = ({ aspect }: Pick<RectPins, 'aspect'>, values: Values): number | null =>
  aspect === undefined ? null : ratioOf(values[aspect.name] ?? aspect.fallback);

/** The rectangle that the numbers name; all of the picture where they name nothing of it. */
function regionOf(pins: RectPins, values: Values, picture: Size): Rect {
  const current = {
    left: Math.max(0, pixelsOf(values, pins.left, picture.width)),
    top: Math.max(0, pixelsOf(values, pins.top, picture.height)),
    width: Math.max(0, pixelsOf(values, pins.width, picture.width)),
    height: Math.max(0, pixelsOf(values, pins.height, picture.height)),
  };
  return namedRect(current, picture) ?? { left: 0, top: 0, ...picture };
}

/** What is left of the picture: the region, cut to its aspect. */
function visibleRect(pins: RectPins, values: Values, picture: Size): Rect {
  const region = regionOf(pins, values, picture);
  const ratio = ratioOfPin(pins, values);
  return ratio === null ? region : cutToRatio(region, ratio, focusOf(pins, values, picture));
}

const focusOf = ({ focusX, focusY }: RectPins, values: Values, picture: Size): Point => ({
  x: pixelsOf(values, focusX, picture.width, picture.width / 2),
  y: pixelsOf(values, focusY, picture.height, picture.height / 2),
});

function handlesOf(pins: RectPins, values: Values, { picture }: HandContext): Handle[] {
  const rect = visibleRect(pins, values, picture);
  const all = [pins.left, pins.top, pins.width, pins.height].map(({ name }) => name);
  const hasRatio = ratioOfPin(pins, values) !== null;
  const handles: Handle[] = [
    { id: 'body', at: middleOf(rect), shape: 'body', pins: all },
    ...SIDES.map((id): Handle => {
      const horizontal = /e|w/.test(id) ? (id.includes('w') ? [pins.left, pins.width] : [pins.width]) : [];
      const vertical = /n|s/.test(id) ? (id.includes('n') ? [pins.top, pins.height] : [pins.height]) : [];
      return {
        id,
        at: pointOf(rect, id),
        shape: id.length === 2 ? 'corner' : 'edge',
        direction: (SIDES.indexOf(id) * 45 + 225) % 360,
        pins: hasRatio ? all : [...horizontal, ...vertical].map(({ name }) => name),
      };
    }),
  ];
  const { focusX, focusY } = pins;
  if (focusX && focusY && hasRatio)
    handles.push({
      id: 'focus',
      at: focusOf(pins, values, picture),
      shape: 'point',
      pins: [focusX.name, focusY.name],
    });
  return handles;
}

const middleOf = ({ left, top, width, height }: Rect): Point => ({
  x: left + width / 2,
  y: top + height / 2,
});

function pointOf({ left, top, width, height }: Rect, side: string): Point {
  const x = side.includes('w') ? 0 : side.includes('e') ? 1 : 0.5;
  const y = side.includes('n') ? 0 : side.includes('s') ? 1 : 0.5;
  return { x: left + width * x, y: top + height * y };
}

const cornersOf = ({ left, top, width, height }: Rect): Point[] => [
  { x: left, y: top },
  { x: left + width, y: top },
  { x: left + width, y: top + height },
  { x: left, y: top + height },
];

function outlineOf(pins: RectPins, values: Values, { picture }: HandContext): Outline {
  const rect = visibleRect(pins, values, picture);
  const corners = cornersOf(rect);
  const thirds = [1 / 3, 2 / 3].flatMap((fraction): [Point, Point][] => [
    [
      { x: rect.left + rect.width * fraction, y: rect.top },
      { x: rect.left + rect.width * fraction, y: rect.top + rect.height },
    ],
    [
      { x: rect.left, y: rect.top + rect.height * fraction },
      { x: rect.left + rect.width, y: rect.top + rect.height * fraction },
    ],
  ]);
  return { clip: corners, polygons: [corners], lines: thirds };
}

/** A rectangle with a handle of it brought to a point, within the picture. Whole pixels where they were. */
function resized(
  rect: Rect,
  handle: string,
  to: Point,
  { picture, zoom }: Pick<HandContext, 'picture' | 'zoom'>,
  options: MoveOptions,
): Rect {
  const reach = options.snaps ? SNAP_PIXELS / zoom : -1;
  const side = handle as Side;
  if (side === 'body') return dragBody(rect, to, picture, reach);
  const ratio = options.ratio ?? (options.isConstrained ? rect.width / rect.height : null);
  const at = {
    x: clamp(snap(to.x, snapTargets(picture.width), reach), 0, picture.width),
    y: clamp(snap(to.y, snapTargets(picture.height), reach), 0, picture.height),
  };
  return ratio === null
    ? resizeFreely(rect, side, at, picture, options.isCentered)
    : resizeToRatio(rect, side, at, picture, ratio);
}

function dragBody({ width, height }: Rect, to: Point, picture: Size, reach: number): Rect {
  const fit = (middle: number, size: number, length: number): number => {
    const start = middle - size / 2;
    const snapped = snap(start, [0, (length - size) / 2, length - size], reach);
    return clamp(snapped, 0, length - size);
  };
  return {
    left: fit(to.x, width, picture.width),
    top: fit(to.y, height, picture.height),
    width,
    height,
  };
}

/** One axis between two edges. */
function span(
  [start, end]: readonly [number, number],
  moves: 'start' | 'end' | null,
  to: number,
  length: number,
  isCentered: boolean,
): [number, number] {
  if (moves === null) return [start, end];
  const minimum = Math.min(1, length);
  if (isCentered) {
    const middle = (start + end) / 2;
    const half = clamp(Math.abs(to - middle), minimum / 2, Math.min(middle, length - middle));
    return [middle - half, middle + half];
  }
  return moves === 'start' ? [clamp(to, 0, end - minimum), end] : [start, clamp(to, start + minimum, length)];
}

function resizeFreely(rect: Rect, side: string, at: Point, picture: Size, isCentered: boolean): Rect {
  const horizontal = side.includes('w') ? 'start' : side.includes('e') ? 'end' : null;
  const vertical = side.includes('n') ? 'start' : side.includes('s') ? 'end' : null;
  const [left, right] = span(
    [rect.left, rect.left + rect.width],
    horizontal,
    at.x,
    picture.width,
    isCentered,
  );
  const [top, bottom] = span([rect.top, rect.top + rect.height], vertical, at.y, picture.height, isCentered);
  return { left, top, width: right - left, height: bottom - top };
}

/** With a ratio to hold: the opposite corner stays, or the middle of the opposite edge. */
function resizeToRatio(rect: Rect, side: string, at: Point, picture: Size, ratio: number): Rect {
  const anchor = pointOf(rect, opposite(side));
  const isCorner = side.length === 2;
  const byWidth = side === 'n' || side === 's' ? 0 : Math.abs(at.x - anchor.x);
  const byHeight = side === 'e' || side === 'w' ? 0 : Math.abs(at.y - anchor.y) * ratio;
  const limitX =
    isCorner || side === 'e' || side === 'w'
      ? side.includes('w')
        ? anchor.x
        : picture.width - anchor.x
      : 2 * Math.min(anchor.x, picture.width - anchor.x);
  const limitY =
    isCorner || side === 'n' || side === 's'
      ? side.includes('n')
        ? anchor.y
        : picture.height - anchor.y
      : 2 * Math.min(anchor.y, picture.height - anchor.y);
  const most = Math.max(1, Math.min(limitX, limitY * ratio));
  const width = clamp(Math.max(byWidth, byHeight), Math.min(most, Math.max(1, ratio)), most);
  const height = width / ratio;
  return {
    left: side.includes('w') ? anchor.x - width : side.includes('e') ? anchor.x : anchor.x - width / 2,
    top: side.includes('n') ? anchor.y - height : side.includes('s') ? anchor.y : anchor.y - height / 2,
    width,
    height,
  };
}

const opposite = (side: string): string =>
  side.replace(/[nsew]/g, (letter) => ({ n: 's', s: 'n', e: 'w', w: 'e' })[letter] ?? letter);

/** What the inputs hold for a rectangle: edges on their steps first, so that both stay where they are. */
function changeTo(pins: RectPins, values: Values, picture: Size, rect: Rect): Change {
  return changed(values, {
    ...axis(values, [pins.left, pins.width], [rect.left, rect.left + rect.width], picture.width),
    ...axis(values, [pins.top, pins.height], [rect.top, rect.top + rect.height], picture.height),
  });
}

function axis(
  values: Values,
  [startPin, lengthPin]: readonly [BoundPin, BoundPin],
  [from, to]: readonly [number, number],
  length: number,
): Change {
  const start = inputNumber(startPin, from, length);
  const startPixels = startPin.unit === 'share' ? start * length : start;
  const end = startPin.unit === 'share' ? to : Math.min(length, Math.max(Math.round(to), startPixels + 1));
  // 0 goes on to the edge, whatever size the picture has.
  const reachesEdge = end >= length - 0.5 && numberOf(values, lengthPin) === 0;
  return {
    [startPin.name]: start,
    [lengthPin.name]: reachesEdge ? 0 : inputNumber(lengthPin, end - startPixels, length),
  };
}

/** The numbers of a rectangle that is all of the picture. */
export function fullPicture(hand: Hand, values: Values): Change {
  const [left, top, width, height] = hand.pins;
  if (!left || !top || !width || !height) return {};
  return changed(values, { [left.name]: 0, [top.name]: 0, [width.name]: 0, [height.name]: 0 });
}

function dragFocus(
  { focusX, focusY }: RectPins,
  values: Values,
  to: Point,
  { picture }: HandContext,
): Change {
  if (!focusX || !focusY) return {};
  return changed(values, {
    [focusX.name]: inputNumber(focusX, clamp(to.x, 0, picture.width), picture.width),
    [focusY.name]: inputNumber(focusY, clamp(to.y, 0, picture.height), picture.height),
  });
}
