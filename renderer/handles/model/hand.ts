import type { PinType } from '#shared/graph/pin-type.ts';
import type { LengthUnit, PinRole } from '#shared/graph/pin-roles.ts';
import type { Point, Size } from '#shared/geometry/plane.ts';

/** Handles on a picture and the inputs they change. Pure: values in, values out. Pixels are those of the picture at full size. */

/** An input that has a role on the picture. */
export interface BoundPin {
  name: string;
  label: string;
  type: PinType;
  unit: LengthUnit;
  /** What it holds while nothing is set. */
  fallback: unknown;
}

/** Values by the name of the input: what it holds, else its default, else null. */
export type Values = Readonly<Record<string, unknown>>;

/** What a hand has to know of the picture. */
export interface HandContext {
  /** The picture that the handles lie on. */
  picture: Size;
  /** The picture that is laid on it; null without one. */
  layer: Size | null;
  /** Screen pixels of a pixel of the picture. */
  zoom: number;
}

/** How a handle looks, and what the pointer looks like over it. */
type HandleShape = 'corner' | 'edge' | 'body' | 'turn' | 'point' | 'stop';

export interface Handle {
  id: string;
  at: Point;
  shape: HandleShape;
  /** A direction in degrees for the pointer's shape: 0 is to the right, 90 down. */
  direction?: number;
  /** Names of the inputs that it may change. */
  pins: readonly string[];
}

/** Lines that show what the values mean. */
export interface Outline {
  /** The part that stays: what is around it is dimmed. */
  clip?: readonly Point[];
  polygons: readonly (readonly Point[])[];
  lines: readonly (readonly [Point, Point])[];
}

export interface MoveOptions {
  /** Shift: keeps a proportion or a direction. */
  isConstrained: boolean;
  /** Alt: around the middle. */
  isCentered: boolean;
  /** Off for keys: they say exactly where. */
  snaps: boolean;
  /** Width by height to be held; null for none. */
  ratio: number | null;
}

export const DEFAULT_MOVE: MoveOptions = {
  isConstrained: false,
  isCentered: false,
  snaps: false,
  ratio: null,
};

/** Values of inputs after a move; those that are not named stay. */
export type Change = Record<string, unknown>;

/** What one group of inputs is on a picture. */
export interface Hand {
  kind: HandKind;
  /** The inputs it shows. */
  pins: readonly BoundPin[];
  /** On which picture it lies: the one that comes in first, or what the node makes. */
  lies: 'on-input' | 'on-result';
  handles(values: Values, context: HandContext): Handle[];
  outline(values: Values, context: HandContext): Outline;
  /** Where a key brings a handle that is not simply moved. @param by -1, 0 or 1 on each axis, ten times that with Shift */
  keyTarget?(values: Values, handle: string, by: Point, context: HandContext): Point | null;
  /** What the values become when a handle is brought to a point. */
  move(values: Values, handle: string, to: Point, context: HandContext, options: MoveOptions): Change;
}

type HandKind = 'crop' | 'rectangle' | 'focus' | 'layer' | 'corners' | 'gradient' | 'point';

/** The inputs of a node type by role; of two with one role the first. */
export type PinsByRole = ReadonlyMap<PinRole, BoundPin>;

/** What an input holds as a number; its default, else `fallback`, for what is none. */
export function numberOf(values: Values, pin: BoundPin | undefined, fallback = 0): number {
  if (pin === undefined) return fallback;
  const current = values[pin.name];
  if (typeof current === 'number' && Number.isFinite(current)) return current;
  return typeof pin.fallback === 'number' ? pin.fallback : fallback;
}

/** The same in pixels. @param length of the picture on this axis. */
export const pixelsOf = (values: Values, pin: BoundPin | undefined, length: number, fallback = 0): number =>
  pin?.unit === 'share' ? numberOf(values, pin, fallback / length) * length : numberOf(values, pin, fallback);

/** Pixels as the input takes them: in its unit, on its step, within its limits. */
export function inputNumber(pin: BoundPin, pixels: number, length: number): number {
  return limited(pin.unit === 'share' ? pixels / length : pixels, pin.type);
}

/** A number within the limits of a type and on its step. */
export function limited(value: number, { min, max, step }: Pick<PinType, 'min' | 'max' | 'step'>): number {
  let next = value;
  if (step !== undefined && step > 0) {
    const from = min ?? 0;
    const digits = Math.min(10, Math.max(digitsOf(step), digitsOf(from)));
    next = Number((from + Math.round((next - from) / step) * step).toFixed(digits));
  } else next = Number(next.toFixed(6));
  if (min !== undefined) next = Math.max(min, next);
  if (max !== undefined) next = Math.min(max, next);
  return next === 0 ? 0 : next;
}

const digitsOf = (value: number): number => (String(value).split('.')[1] ?? '').length;

/** Only what becomes another value. */
export function changed(values: Values, change: Change): Change {
  return Object.fromEntries(Object.entries(change).filter(([name, value]) => values[name] !== value));
}
