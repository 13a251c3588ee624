import { describe, expect, it } from 'vitest';
import type { PatchOperation } from '#shared/api/index.ts';
import * as fc from '#shared/testing/property.ts';
import { intersects } from '../geometry.ts';
import { align, autoLayout, distribute, type Placed } from './arrange.ts';

const boxes: Placed[] = [
  { id: 'a', x: 0, y: 0, width: 100, height: 50 },
  { id: 'b', x: 130, y: 80, width: 100, height: 150 },
  { id: 'c', x: 600, y: 40, width: 100, height: 50 },
];
const after = (from: readonly Placed[], operations: readonly PatchOperation[]): Placed[] =>
  from.map((box) => {
    const move = operations.find((operation) => operation.op === 'moveNode' && operation.nodeId === box.id);
    return move?.op === 'moveNode' && move.position ? { ...box, ...move.position } : box;
  });

describe('aligning', () => {
  it.each([
    ['left', (box: Placed) => box.x, 0],
    ['right', (box: Placed) => box.x + box.width, 700],
    ['center', (box: Placed) => box.x + box.width / 2, 350],
    ['top', (box: Placed) => box.y, 0],
    ['bottom', (box: Placed) => box.y + box.height, 230],
    ['middle', (box: Placed) => box.y + box.height / 2, 115],
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
    .map((rects) => rects.map((rect, index): Placed => ({ id: `n${index}`, ...rect })));
  const overlapping = (placed: readonly Placed[]): string[] =>
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
    const row: Placed[] = [
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
    const many: Placed[] = Array.from({ length: 20 }, (_none, index) => ({
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
});
