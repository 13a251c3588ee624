import { describe, expect, it } from 'vitest';
import type { PatchOperation } from '#shared/api/index.ts';
import * as fc from '#shared/testing/property.ts';
import { contains, intersects } from '../geometry.ts';
import { arrangedInFrames } from './arrange-frames.ts';
import { align, distribute, move, type Box } from './arrange.ts';

const boxes: Box[] = [
  { id: 'a', x: 0, y: 0, width: 100, height: 50 },
  { id: 'b', x: 130, y: 80, width: 100, height: 150 },
  { id: 'c', x: 600, y: 40, width: 100, height: 50 },
];
const after = (from: readonly Box[], operations: readonly PatchOperation[]): Box[] =>
  from.map((box) => {
    const move = operations.find((operation) => operation.op === 'moveNode' && operation.nodeId === box.id);
    return move?.op === 'moveNode' && move.position ? { ...box, ...move.position } : box;
  });

const room = { margin: 32, title: 32 };
const autoLayout = (from: readonly Box[], wires: Parameters<typeof arrangedInFrames>[1]) => {
  const places = arrangedInFrames(from, wires, [], room);
  return from.flatMap((box) => move(box, places.get(box.id)!.x, places.get(box.id)!.y));
};

describe('aligning', () => {
  it.each([
    ['left', (box: Box) => box.x, 0],
    ['right', (box: Box) => box.x + box.width, 700],
    ['center', (box: Box) => box.x + box.width / 2, 350],
    ['top', (box: Box) => box.y, 0],
    ['bottom', (box: Box) => box.y + box.height, 230],
    ['middle', (box: Box) => box.y + box.height / 2, 115],
  ] as const)('brings all to one %s', (how, edge, at) => {
    expect(after(boxes, align(boxes, how)).map(edge)).toEqual([at, at, at]);
  });

  it('moves nothing that stands right already, nor a single node', () => {
    expect(align(boxes, 'left').map((one) => one.op === 'moveNode' && one.nodeId)).toEqual(['b', 'c']);
    expect(align(boxes.slice(0, 1), 'left')).toEqual([]);
  });
});

it('distributes with equal gaps and leaves the outermost where they are', () => {
  const placed = after(boxes, distribute(boxes, 'x'));
  expect(placed.map((box) => box.x)).toEqual([0, 300, 600]);
  expect(distribute(boxes.slice(0, 2), 'x')).toEqual([]);
});

describe('boxes that did not overlap', () => {
  const side = fc.integer({ min: 20, max: 300 });
  const place = fc.integer({ min: -500, max: 500 });
  const some = fc
    .array(fc.record({ x: place, y: place, width: side, height: side }), { minLength: 2, maxLength: 9 })
    .map((rects) => rects.map((rect, index): Box => ({ id: `n${index}`, ...rect })));
  const overlapping = (placed: readonly Box[]): string[] =>
    placed.flatMap((one, index) =>
      placed
        .slice(index + 1)
        .filter((other) => intersects(one, other))
        .map((other) => `${one.id} ${other.id}`),
    );
  it.each(['left', 'center', 'right', 'top', 'middle', 'bottom', 'x', 'y'] as const)(
    'do not after %s, whatever stood where',
    (how) => {
      fc.assert(
        fc.property(some, (given) => {
          const operations = how === 'x' || how === 'y' ? distribute(given, how) : align(given, how);
          const before = new Set(overlapping(given));
          expect(overlapping(after(given, operations)).filter((pair) => !before.has(pair))).toEqual([]);
        }),
      );
    },
  );
  it('are moved apart along the line, in the order they stood', () => {
    const row: Box[] = [
      { id: 'a', x: 0, y: 10, width: 100, height: 50 },
      { id: 'b', x: 200, y: 0, width: 100, height: 50 },
    ];
    expect(after(row, align(row, 'left')).map(({ x, y }) => [x, y])).toEqual([
      [0, 66],
      [0, 0],
    ]);
  });
});

describe('tidying up', () => {
  const wires = [
    { from: ['c', 'out'], to: ['a', 'in'] },
    { from: ['a', 'out'], to: ['b', 'in'] },
  ] as const;

  it('puts every node right of what feeds it, none on another', () => {
    const placed = after(
      boxes,
      autoLayout(
        boxes,
        wires.map(({ from, to }) => ({ from: [...from], to: [...to] })),
      ),
    );
    const at = Object.fromEntries(placed.map((box) => [box.id, box]));
    expect(at['c']!.x + 100).toBeLessThan(at['a']!.x);
    expect(at['a']!.x + 100).toBeLessThan(at['b']!.x);
  });

  it('keeps the corner of the group, and changes nothing the second time', () => {
    const list = wires.map(({ from, to }): { from: [string, string]; to: [string, string] } => ({
      from: [...from],
      to: [...to],
    }));
    const once = after(boxes, autoLayout(boxes, list));
    expect([Math.min(...once.map((box) => box.x)), Math.min(...once.map((box) => box.y))]).toEqual([0, 0]);
    expect(autoLayout(once, list)).toEqual([]);
  });

  it('puts nodes without wires in rows, none on another', () => {
    const many: Box[] = Array.from({ length: 20 }, (_none, index) => ({
      id: `n${index}`,
      x: index * 10,
      y: 0,
      width: 240,
      height: index % 3 === 0 ? 400 : 180,
    }));
    const placed = after(many, autoLayout(many, []));
    const width = Math.max(...placed.map((box) => box.x + box.width));
    const height = Math.max(...placed.map((box) => box.y + box.height));
    expect(width / height).toBeGreaterThan(0.8);
    expect(width / height).toBeLessThan(3);
    for (const [index, one] of placed.entries()) {
      for (const other of placed.slice(index + 1)) {
        const apart =
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y;
        expect(apart, `${one.id} and ${other.id}`).toBe(true);
      }
    }
  });

  it('keeps what lies in frames together in them, frames in frames too, and nothing else lies there', () => {
    const node = (id: string, x: number, y: number): Box => ({ id, x, y, width: 240, height: 200 });
    const nodes = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, at) => node(id, at * 20, at * 20));
    const frame = (id: string, holds: string[]) => ({ ...node(id, 0, 0), width: 900, height: 900, holds });
    const frames = [
      frame('outer', ['a', 'b', 'c', 'inner', 'twin']),
      frame('inner', ['a', 'b', 'twin']),
      // The same place as another: one of the two is within.
      frame('twin', ['a', 'b', 'inner']),
    ];
    const wires = [
      { from: ['d', 'out'] as [string, string], to: ['a', 'in'] as [string, string] },
      { from: ['a', 'out'] as [string, string], to: ['b', 'in'] as [string, string] },
    ];
    const places = arrangedInFrames(nodes, wires, frames, room);
    const within = (id: string) => nodes.filter((box) => contains(places.get(id)!, places.get(box.id)!));
    expect(within('outer').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(within('inner').map(({ id }) => id)).toEqual(['a', 'b']);
    expect(within('twin').map(({ id }) => id)).toEqual(['a', 'b']);
    for (const id of ['d', 'e', 'f']) expect(intersects(places.get(id)!, places.get('outer')!)).toBe(false);
    expect(places.get('d')!.x).toBeLessThan(places.get('outer')!.x);
    // Again, it changes nothing.
    const again = arrangedInFrames(
      nodes.map((box) => ({ ...box, ...places.get(box.id)! })),
      wires,
      frames.map((one) => ({ ...one, ...places.get(one.id)! })),
      room,
    );
    expect(again).toEqual(places);
  });

  it('leaves room between rows for a frame around one with its title', () => {
    const chain = (name: string, y: number): Box[] =>
      [0, 1].map((at) => ({ id: `${name}${at}`, x: at * 400, y, width: 240, height: 400 - at * 100 }));
    const rows = [chain('a', 0), chain('b', 500), chain('c', 1000)];
    const wires = ['a', 'b', 'c'].map((name) => ({
      from: [`${name}0`, 'out'] as [string, string],
      to: [`${name}1`, 'in'] as [string, string],
    }));
    const placed = after(rows.flat(), autoLayout(rows.flat(), wires));
    const around = placed.filter(({ id }) => id.startsWith('b'));
    const framed = {
      x: Math.min(...around.map(({ x }) => x)) - room.margin,
      y: Math.min(...around.map(({ y }) => y)) - room.margin - room.title,
      width: Math.max(...around.map(({ x, width }) => x + width)) + room.margin,
      height: 400 + 2 * room.margin + room.title,
    };
    expect(placed.filter((box) => intersects(framed, box)).map(({ id }) => id)).toEqual(['b0', 'b1']);
  });
});
