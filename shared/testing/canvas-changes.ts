import * as fc from './property.ts';
import { emptyCanvas, type CanvasItems } from '../canvas/items.ts';
import { applyCanvas, type CanvasOperation } from '../canvas/operations.ts';

/** Generated changes of what lies around nodes: frames open and collapsed, notes, lines, states of nodes, wires, bookmarks. */

const id = fc.constantFrom('a', 'b', 'c', 'constructor');
const point = fc.record({ x: fc.integer({ min: -99, max: 99 }), y: fc.integer({ min: -99, max: 99 }) });
const size = fc.constantFrom({ width: 10, height: 20 }, { width: 30, height: 40 });
const within = fc.record({ x: fc.nat(99), y: fc.nat(99) });
const note = fc.record({ text: fc.string(), position: point, size });
const frame = fc.record({ title: fc.string(), position: point, size });

/** One change; some are refused. */
export const canvasOperation: fc.Arbitrary<CanvasOperation> = fc.oneof(
  fc.record({
    op: fc.constant('setCanvasItem' as const),
    kind: fc.constant('notes' as const),
    id,
    item: fc.option(note),
  }),
  fc.record({
    op: fc.constant('setCanvasItem' as const),
    kind: fc.constant('frames' as const),
    id,
    item: fc.option(frame),
  }),
  fc.record({
    op: fc.constant('setCanvasItem' as const),
    kind: fc.constant('lines' as const),
    id,
    item: fc.option(
      fc.record({ position: point, points: fc.array(within, { maxLength: 4 }), arrow: fc.boolean() }),
    ),
  }),
  fc.record({
    op: fc.constant('setCanvasItem' as const),
    kind: fc.constant('nodes' as const),
    id,
    item: fc.option(fc.record({ muted: fc.boolean(), passes: fc.constantFrom('a', 'b') })),
  }),
  fc.record({
    op: fc.constant('setCanvasItem' as const),
    kind: fc.constant('reroutes' as const),
    id,
    item: fc.option(
      fc.record(
        {
          from: fc.tuple(id, id),
          points: fc.array(point, { maxLength: 3 }),
          name: fc.constantFrom('Plate', 'Sky'),
        },
        { requiredKeys: ['from', 'points'] },
      ),
    ),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('setCanvasField' as const),
      kind: fc.constant('nodes' as const),
      id,
      field: fc.constantFrom('frozen', 'locked', 'collapsed'),
      value: fc.constantFrom({ image: { type: 'text', value: 'made' } }, true, 'changed', undefined),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('setCanvasField' as const),
      kind: fc.constant('frames' as const),
      id,
      field: fc.constant('collapsed'),
      value: fc.option(
        fc.record({ nodes: fc.array(id, { maxLength: 3 }), items: fc.constant(['frames:a']) }),
        {
          nil: undefined,
        },
      ),
    }),
  },
  fc.record({
    op: fc.constant('setCanvasItem' as const),
    kind: fc.constant('instances' as const),
    id,
    item: fc.option(fc.record({ of: id, in: id, position: point }, { requiredKeys: ['of', 'position'] })),
  }),
  fc.record({
    op: fc.constant('setCanvasItem' as const),
    kind: fc.constant('members' as const),
    id,
    item: fc.option(fc.record({ in: id, as: id }, { requiredKeys: ['in'] })),
  }),
  fc.record({
    op: fc.constant('setCanvasItem' as const),
    kind: fc.constant('pins' as const),
    id,
    item: fc.option(
      fc.record({
        of: id,
        side: fc.constantFrom('input', 'output'),
        targets: fc.constant([['a', 'image']]),
        title: fc.constantFrom('Plate', 'Sky'),
        order: fc.nat(3),
      }),
    ),
  }),
  fc.record({
    op: fc.constant('setCanvasItem' as const),
    kind: fc.constant('bookmarks' as const),
    id: fc.constantFrom('1', '9'),
    item: fc.option(fc.record({ position: point, zoom: fc.constantFrom(0.5, 1) })),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constant('setCanvasField' as const),
      kind: fc.constantFrom('notes' as const, 'frames' as const, 'lines' as const),
      id,
      field: fc.constant('color'),
      value: fc.constantFrom('#aa0000', '#00bb00', 'red', undefined),
    }),
  },
);

/** Applies what is not refused. */
export function walkCanvas(start: CanvasItems, operations: readonly CanvasOperation[]) {
  let items = start;
  const inverses: CanvasOperation[] = [];
  for (const each of operations) {
    const applied = applyCanvas(items, each);
    if (!applied.ok) continue;
    items = applied.items;
    inverses.unshift(applied.inverse);
  }
  return { items, inverses };
}

/** The items of a project with what two people made of them. */
export interface CanvasTriple {
  base: CanvasItems;
  mine: CanvasItems;
  theirs: CanvasItems;
}

const some = fc.array(canvasOperation, { minLength: 4, maxLength: 10 });
/** Two who change the same items of a canvas. */
export const canvasTriple: fc.Arbitrary<CanvasTriple> = fc
  .tuple(fc.array(canvasOperation, { minLength: 12, maxLength: 24 }), some, some)
  .map(([first, second, third]) => {
    const base = walkCanvas(emptyCanvas(), first).items;
    return { base, mine: walkCanvas(base, second).items, theirs: walkCanvas(base, third).items };
  });
