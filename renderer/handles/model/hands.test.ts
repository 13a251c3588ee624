import { describe, expect, it } from 'vitest';
import { isConvex, type Corners } from '#shared/geometry/corners.ts';
import { rotated } from '#shared/geometry/plane.ts';
import * as fc from '#shared/testing/property.ts';
import {
  DEFAULT_MOVE,
  type Change,
  type Hand,
  type MoveOptions,
  type HandContext,
  type Values,
} from './hand.ts';
import { renderedSize, handsOf } from './hands-of.ts';
import { fullPicture } from './rectangle.ts';

const pin = (name: string, type: string, value: unknown = null) => ({
  name,
  label: name,
  type,
  default: value,
});

const SIDE = 'number(0..32768 step 1; role crop.';
const CROP = [
  pin('image', 'image'),
  ...['left', 'top', 'width', 'height'].map((name) => pin(name, `${SIDE}${name})`, 0)),
  pin('aspect', 'choice(free|1:1|16:9|2:3; role crop.aspect; added)', 'free'),
  pin('focusX', 'number(0..1 step 0.001; role focus.x share)', 0.5),
  pin('focusY', 'number(0..1 step 0.001; role focus.y share)', 0.5),
];
const LAYER = [
  pin('base', 'image'),
  pin('over', 'image'),
  pin('x', 'number(-16384..16384 step 1; role layer.x)', 0),
  pin('y', 'number(-16384..16384 step 1; role layer.y)', 0),
  pin('scale', 'number(0.01..20 step 0.001; role layer.scale)', 1),
  pin('rotation', 'number(-360..360 step 0.1; role layer.rotation)', 0),
  pin('place', 'choice(center|top-left|bottom-right; role layer.place)', 'center'),
  pin('fit', 'choice(none|contain; role layer.fit)', 'none'),
];
const CORNERS = [
  pin('image', 'image'),
  ...['top-left', 'top-right', 'bottom-right', 'bottom-left'].flatMap((name) =>
    ['x', 'y'].map((axis) =>
      pin(
        `${name}.${axis}`,
        `number(-1..2 step 0.0001; role corners.${name}.${axis} share)`,
        Number(name.includes(axis === 'x' ? 'right' : 'bottom')),
      ),
    ),
  ),
];
const GRADIENT = [
  pin('width', 'number(1..16384 step 1; role size.width)', 1000),
  pin('height', 'number(1..16384 step 1; role size.height)', 500),
  pin('shape', 'choice(linear|radial; role gradient.shape)', 'linear'),
  pin('angle', 'number(-360..360; role gradient.angle)', 90),
  pin('middle', 'number(0..1 step 0.001; role gradient.middle)', 0.5),
  ...['start.x', 'start.y', 'end.x', 'end.y'].map((name) =>
    pin(name, `number(-1..2 step 0.001; role gradient.${name} share; added)`),
  ),
];

const only = (pins: readonly ReturnType<typeof pin>[]): Hand => {
  const [hand] = handsOf(pins);
  if (!hand) throw new Error('There is no hand.');
  return hand;
};
const context = (width: number, height: number, zoom = 1): HandContext => ({
  picture: { width, height },
  layer: { width: 200, height: 100 },
  zoom,
});
/** With the defaults of what is not set. */
const filled = (hand: Hand, values: Values): Values => ({
  ...Object.fromEntries(hand.pins.map(({ name, fallback }) => [name, fallback])),
  ...values,
});
const at = (hand: Hand, values: Values, where: HandContext, id: string) => {
  const handle = hand.handles(values, where).find((candidate) => candidate.id === id);
  if (!handle) throw new Error(`There is no handle ${id}.`);
  return handle.at;
};
const drag = (
  hand: Hand,
  values: Values,
  where: HandContext,
  id: string,
  by: { x: number; y: number },
  options: Partial<MoveOptions> = {},
): { values: Values; change: Change } => {
  const from = at(hand, values, where, id);
  const to = { x: from.x + by.x, y: from.y + by.y };
  const change = hand.move(filled(hand, values), id, to, where, { ...DEFAULT_MOVE, ...options });
  return { values: { ...values, ...change }, change };
};

const size = fc.record({
  width: fc.integer({ min: 1, max: 6000 }),
  height: fc.integer({ min: 1, max: 6000 }),
});
const delta = fc.record({
  x: fc.integer({ min: -9000, max: 9000 }),
  y: fc.integer({ min: -9000, max: 9000 }),
});
const SIDES = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w', 'body'] as const;
const options = fc.record({
  isConstrained: fc.boolean(),
  isCentered: fc.boolean(),
  snaps: fc.boolean(),
  ratio: fc.constantFrom(null, 1, 16 / 9, 0.1),
});
const steps = fc.array(fc.record({ side: fc.constantFrom(...SIDES), by: delta, options }), { maxLength: 6 });

describe('a crop', () => {
  const hand = only(CROP);

  it('stays within the picture and keeps at least a pixel, whatever is dragged', () => {
    fc.assert(
      fc.property(size, steps, ({ width, height }, moves) => {
        let values: Values = {};
        for (const { side, by, options: how } of moves)
          ({ values } = drag(hand, values, context(width, height), side, by, how));
        const current = (name: string): number => Number(values[name] ?? 0);
        for (const [start, side, length] of [
          [current('left'), current('width'), width],
          [current('top'), current('height'), height],
        ] as const) {
          expect(Number.isInteger(start) && Number.isInteger(side)).toBe(true);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(start).toBeLessThan(length);
          expect(side === 0 || start + side <= length).toBe(true);
        }
      }),
    );
  });

  it('goes where its handle is brought, and only the edges move that it has', () => {
    const where = context(4000, 3000);
    const start: Values = { left: 1000, top: 800, width: 2000, height: 1000 };
    expect(drag(hand, start, where, 'w', { x: -300, y: 99 }).change).toEqual({ left: 700, width: 2300 });
    expect(drag(hand, start, where, 'se', { x: 50, y: -50 }).change).toEqual({ width: 2050, height: 950 });
    expect(drag(hand, start, where, 'body', { x: -2000, y: 10 }).change).toEqual({ left: 0, top: 810 });
    expect(drag(hand, start, where, 'e', { x: -100, y: 0 }, { isCentered: true }).change).toEqual({
      left: 1100,
      width: 1800,
    });
  });

  it('that goes on to the edge says so until another edge is dragged', () => {
    const where = context(4000, 3000);
    expect(drag(hand, {}, where, 'nw', { x: 400, y: 300 }).change).toEqual({ left: 400, top: 300 });
    expect(drag(hand, { left: 400 }, where, 'e', { x: -600, y: 0 }).change).toEqual({ width: 3000 });
    expect(fullPicture(hand, { left: 5, top: 0, width: 9, height: 9 })).toEqual({
      left: 0,
      width: 0,
      height: 0,
    });
  });

  it('holds an aspect within a pixel, from every corner and edge', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SIDES),
        fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) }),
        fc.constantFrom('1:1', '16:9', '2:3'),
        (side, by, aspect) => {
          const where = context(4000, 3000);
          const start: Values = { left: 1200, top: 900, width: 1600, height: 1200, aspect };
          const { values } = drag(hand, start, where, side, by);
          const [w = 1, h = 1] = aspect.split(':').map(Number);
          const [first, , third] = hand.outline(values, where).clip ?? [];
          const [width, height] = [(third?.x ?? 0) - (first?.x ?? 0), (third?.y ?? 0) - (first?.y ?? 0)];
          expect(Math.abs(width - (height * w) / h)).toBeLessThanOrEqual(Math.max(2, (2 * w) / h));
        },
      ),
    );
  });

  it('shows a focal point where its aspect leaves a choice, and moves with it', () => {
    const where = context(4000, 2000);
    const values: Values = { aspect: '1:1' };
    const before = hand.outline(values, where).clip?.[0];
    expect(before).toEqual({ x: 1000, y: 0 });
    const { change } = drag(hand, values, where, 'focus', { x: -1000, y: 0 });
    expect(change).toEqual({ focusX: 0.25 });
    expect(hand.outline({ ...values, ...change }, where).clip?.[0]).toEqual({ x: 0, y: 0 });
    expect(hand.handles({}, where).map(({ id }) => id)).not.toContain('focus');
  });

  it('snaps to edges, thirds and middle of the picture, near them on the screen', () => {
    const start: Values = { left: 0, top: 0, width: 1000, height: 1000 };
    const near = drag(hand, start, context(4000, 3000, 0.2), 'e', { x: 970, y: 0 }, { snaps: true });
    expect(near.change).toEqual({ width: 2000 });
    const close = drag(hand, start, context(4000, 3000, 2), 'e', { x: 970, y: 0 }, { snaps: true });
    expect(close.change).toEqual({ width: 1970 });
  });

  it('in parts of the picture is the same in them', () => {
    const shares = ['left', 'top', 'width', 'height'].map((name) =>
      pin(name, `number(0..1 step 0.0001; role crop.${name} share)`, 0),
    );
    const { change } = drag(only(shares), { width: 0.5, height: 0.5 }, context(4000, 3000), 'nw', {
      x: 400,
      y: 300,
    });
    expect(change).toEqual({ left: 0.1, top: 0.1, width: 0.4, height: 0.4 });
  });
});

describe('a layer', () => {
  const hand = only(LAYER);
  const start = fc.record({
    x: fc.integer({ min: -2000, max: 2000 }),
    y: fc.integer({ min: -2000, max: 2000 }),
    scale: fc.double({ min: 0.5, max: 8, noNaN: true }),
    rotation: fc.integer({ min: -360, max: 360 }),
    place: fc.constantFrom('center', 'top-left', 'bottom-right'),
    fit: fc.constantFrom('none', 'contain'),
  });

  it('is under the pointer after a drag, however it is scaled and rotated', () => {
    fc.assert(
      fc.property(start, delta, (values, by) => {
        const where = context(4000, 3000);
        const from = at(hand, values, where, 'body');
        const after = drag(hand, values, where, 'body', by).values;
        const to = at(hand, after, where, 'body');
        const isFree = Math.max(Math.abs(Number(after['x'])), Math.abs(Number(after['y']))) < 16_384;
        if (!isFree) return;
        expect(Math.abs(to.x - from.x - by.x)).toBeLessThanOrEqual(1);
        expect(Math.abs(to.y - from.y - by.y)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('keeps the opposite corner while a corner scales it, or its middle with Alt', () => {
    fc.assert(
      fc.property(
        start,
        fc.constantFrom(['nw', 'se'] as const, ['ne', 'sw'] as const, ['se', 'nw'] as const),
        fc.double({ min: 0.2, max: 1.5, noNaN: true }),
        fc.boolean(),
        (values, [handle, anchor], factor, isCentered) => {
          const where = context(4000, 3000);
          const fixed = at(hand, values, where, isCentered ? 'body' : anchor);
          const from = at(hand, values, where, handle);
          const to = { x: fixed.x + (from.x - fixed.x) * factor, y: fixed.y + (from.y - fixed.y) * factor };
          const change = hand.move(filled(hand, values), handle, to, where, { ...DEFAULT_MOVE, isCentered });
          const after = { ...values, ...change };
          // Where its numbers go no further.
          if (after.scale <= 0.011 || after.scale >= 19) return;
          if (Math.max(Math.abs(after.x), Math.abs(after.y)) >= 16_384) return;
          const current = at(hand, after, where, isCentered ? 'body' : anchor);
          expect(Math.hypot(current.x - fixed.x, current.y - fixed.y)).toBeLessThanOrEqual(1.6);
          expect(Math.abs(after.scale / values.scale - factor)).toBeLessThan(0.02);
        },
      ),
    );
  });

  it('turns to where its handle is brought, by steps of 15 degrees with Shift', () => {
    const where = context(4000, 3000);
    const { x, y } = at(hand, {}, where, 'body');
    const rotateTo = (degrees: number, how: Partial<MoveOptions> = {}) => {
      const to = rotated({ x: 0, y: -500 }, degrees);
      return hand.move({}, 'rotation', { x: x + to.x, y: y + to.y }, where, { ...DEFAULT_MOVE, ...how });
    };
    expect(rotateTo(33.3)).toEqual({ rotation: 33.3 });
    expect(rotateTo(-120)).toEqual({ rotation: -120 });
    expect(rotateTo(52, { isConstrained: true })).toEqual({ rotation: 45 });
    expect(rotateTo(91, { snaps: true })).toEqual({ rotation: 90 });
  });

  it('snaps to the edges and the middle of the picture', () => {
    const where = context(4000, 3000);
    const { change } = drag(
      hand,
      { place: 'top-left', x: 300, y: 300 },
      where,
      'body',
      { x: -297, y: -200 },
      { snaps: true },
    );
    expect(change).toEqual({ x: 0, y: 100 });
  });

  it('has no handles while its picture is not known', () => {
    const where = { ...context(4000, 3000), layer: null };
    expect(hand.handles({}, where)).toEqual([]);
    expect(hand.move({}, 'body', { x: 0, y: 0 }, where, DEFAULT_MOVE)).toEqual({});
  });
});

describe('four corners', () => {
  const hand = only(CORNERS);

  it('always go round, whatever is dragged', () => {
    const names = ['top-left', 'top-right', 'bottom-right', 'bottom-left'] as const;
    fc.assert(
      fc.property(
        size.filter(({ width, height }) => width > 4 && height > 4),
        fc.array(fc.tuple(fc.constantFrom(...names), delta), { maxLength: 8 }),
        ({ width, height }, moves) => {
          const where = context(width, height);
          let values: Values = {};
          for (const [name, by] of moves) ({ values } = drag(hand, values, where, name, by));
          const corners = hand.handles(values, where).map((handle) => handle.at);
          expect(isConvex(corners as unknown as Corners)).toBe(true);
        },
      ),
    );
  });

  it('snap to those of the picture', () => {
    const { change } = drag(
      hand,
      { 'top-left.x': 0.2 },
      context(1000, 1000),
      'top-left',
      { x: -197, y: 40 },
      { snaps: true },
    );
    expect(change).toEqual({ 'top-left.x': 0, 'top-left.y': 0.04 });
  });
});

describe('a gradient', () => {
  const hand = only(GRADIENT);
  const where = context(1000, 500);

  it('has its ends where the angle puts them, until one is dragged', () => {
    for (const [id, x] of [
      ['start', 0],
      ['end', 1000],
    ] as const) {
      expect(at(hand, {}, where, id).x).toBeCloseTo(x, 6);
      expect(at(hand, {}, where, id).y).toBeCloseTo(250, 6);
    }
    const { values } = drag(hand, {}, where, 'start', { x: 200, y: -50 });
    expect(values).toEqual({ 'start.x': 0.2, 'start.y': 0.4, 'end.x': 1, 'end.y': 0.5 });
    expect(at(hand, { shape: 'radial' }, where, 'start')).toEqual({ x: 500, y: 250 });
  });

  it('has its stop on the line between them', () => {
    expect(drag(hand, {}, where, 'middle', { x: -250, y: 300 }).change).toEqual({ middle: 0.25 });
    expect(drag(hand, {}, where, 'middle', { x: 9000, y: 0 }).change).toEqual({ middle: 1 });
  });

  it('is held to directions with Shift', () => {
    const { change } = drag(hand, {}, where, 'end', { x: 0, y: 30 }, { isConstrained: true });
    expect(change).toMatchObject({ 'end.y': 0.5 });
  });

  it('lies on a picture as large as its inputs say', () => {
    expect(renderedSize(GRADIENT, { width: 300 })).toEqual({ width: 300, height: 500 });
    expect(renderedSize(CROP, {})).toBeNull();
  });
});

describe('a point', () => {
  const hand = only([
    pin('x', 'number(0..1 step 0.0001; role point.x share)', 0.5),
    pin('y', 'number(0..100; role point.y)', 0),
  ]);

  it('is where it is brought, in the unit of each input and within the picture', () => {
    const where = context(400, 90);
    expect(drag(hand, { y: 45 }, where, 'point', { x: 100, y: 10.25 }).change).toEqual({ x: 0.75, y: 55.25 });
    expect(drag(hand, {}, where, 'point', { x: 900, y: 900 }).change).toEqual({ x: 1, y: 90 });
  });
});

it('inputs without a role, and roles that are not whole, have no handles', () => {
  expect(handsOf([pin('x', 'number'), pin('y', 'number')])).toEqual([]);
  expect(handsOf([pin('x', 'number(role layer.x)')])).toEqual([]);
  expect(handsOf(CORNERS.slice(0, -1))).toEqual([]);
});
