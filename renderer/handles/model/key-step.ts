import { plus, times, type Point, type Size } from '#shared/geometry/plane.ts';
import type { Handle, Hand, HandContext, Values } from './hand.ts';

/** How many steps an arrow key goes with Shift. */
const LARGE = 10;

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Where an arrow key brings a handle; null for another key. A step is a pixel, or what the inputs take at least. */
export function keyTarget(
  hand: Hand,
  handle: Handle,
  values: Values,
  context: HandContext,
  press: { chord: string; isLarge: boolean },
): Point | null {
  const direction = directions[press.chord];
  if (direction === undefined) return null;
  const by = times(direction, press.isLarge ? LARGE : 1);
  const target = hand.keyTarget?.(values, handle.id, by, context) ?? null;
  if (target !== null) return target;
  const step = minStep(hand, handle, context.picture);
  return plus(handle.at, { x: by.x * step.x, y: by.y * step.y });
}

/** Pixels of a step of the inputs of a handle, at least one. */
function minStep(hand: Hand, handle: Handle, { width, height }: Size): Point {
  const shares = hand.pins.filter(({ name, unit }) => unit === 'share' && handle.pins.includes(name));
  const share = Math.max(0, ...shares.map(({ type }) => type.step ?? 0));
  return { x: Math.max(1, share * width), y: Math.max(1, share * height) };
}
