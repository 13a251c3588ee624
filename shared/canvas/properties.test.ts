import { expect, it } from 'vitest';
import * as fc from '../testing/property.ts';
import { emptyCanvas, type CanvasItems } from './items.ts';
import { mergeCanvas } from './merge.ts';
import { applyCanvas, coalesceCanvas, type CanvasOperation } from './operations.ts';

const id = fc.constantFrom('a', 'b', 'c', 'constructor');
const point = fc.record({ x: fc.integer({ min: -99, max: 99 }), y: fc.integer({ min: -99, max: 99 }) });
const size = fc.constantFrom({ width: 10, height: 20 }, { width: 30, height: 40 });
const within = fc.record({ x: fc.nat(99), y: fc.nat(99) });
const note = fc.record({ text: fc.string(), position: point, size });
const frame = fc.record({ title: fc.string(), position: point, size });

const operation: fc.Arbitrary<CanvasOperation> = fc.oneof(
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
  fc.record({
    op: fc.constant('setCanvasField' as const),
    kind: fc.constant('nodes' as const),
    id,
    field: fc.constantFrom('frozen', 'locked', 'collapsed'),
    value: fc.constantFrom({ image: { type: 'text', value: 'made' } }, true, 'changed', undefined),
  }),
  fc.record({
    op: fc.constant('setCanvasField' as const),
    kind: fc.constant('frames' as const),
    id,
    field: fc.constant('collapsed'),
    value: fc.option(fc.record({ nodes: fc.array(id, { maxLength: 3 }), items: fc.constant(['frames:a']) }), {
      nil: undefined,
    }),
  }),
  fc.record({
    op: fc.constant('setCanvasField' as const),
    kind: fc.constantFrom('notes' as const, 'frames' as const, 'lines' as const),
    id,
    field: fc.constant('color'),
    value: fc.constantFrom('#aa0000', '#00bb00', 'red', undefined),
  }),
);

/** Applies what is not refused. */
function walk(start: CanvasItems, operations: readonly CanvasOperation[]) {
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

it('300 operations are undone to the start and redone', () => {
  fc.assert(
    fc.property(fc.array(operation, { minLength: 300, maxLength: 300 }), (operations) => {
      const there = walk(emptyCanvas(), operations);
      const back = walk(there.items, there.inverses);
      expect(back.items).toEqual(emptyCanvas());
      expect(back.inverses).toHaveLength(there.inverses.length);
      expect(walk(back.items, back.inverses).items).toEqual(there.items);
    }),
    { numRuns: 20 },
  );
});

it('operations in fewer come to the same', () => {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 40 }), fc.array(operation), (before, operations) => {
      const start = walk(emptyCanvas(), before).items;
      const applied = operations.reduce<CanvasOperation[]>((fitting, each) => {
        const { items } = walk(start, fitting);
        return applyCanvas(items, each).ok ? [...fitting, each] : fitting;
      }, []);
      const fewer = coalesceCanvas(applied);
      expect(fewer.length).toBeLessThanOrEqual(applied.length);
      expect(walk(start, fewer).items).toEqual(walk(start, applied).items);
    }),
    { numRuns: 200 },
  );
});

/** Where both moved one item, each side sees it where it put it itself. */
const withoutPlaces = ({ notes, frames, nodes, reroutes }: CanvasItems) =>
  [notes, frames, nodes, reroutes].map((group: Readonly<Record<string, object>>) =>
    Object.entries(group)
      .map(([id, item]) => ({ ...item, id, position: null, size: null, points: null }))
      .sort((one, other) => (one.id < other.id ? -1 : 1)),
  );

it('a merge without clashes is the same from both sides', () => {
  let merged = 0;
  const some = fc.array(operation, { maxLength: 6 });
  fc.assert(
    fc.property(some, some, some, (first, second, third) => {
      const base = walk(emptyCanvas(), first).items;
      const mine = walk(base, second).items;
      const theirs = walk(base, third).items;
      const here = mergeCanvas(base, mine, theirs);
      const there = mergeCanvas(base, theirs, mine);
      const fieldsOf = ({ clashes }: typeof here) =>
        clashes.map(({ kind, id, field }) => `${kind} ${id} ${field}`);
      expect(fieldsOf(here).sort()).toEqual(fieldsOf(there).sort());
      if (here.clashes.length > 0) return;
      merged += 1;
      const hereItems = walk(theirs, here.operations).items;
      const thereItems = walk(mine, there.operations).items;
      expect(withoutPlaces(hereItems)).toEqual(withoutPlaces(thereItems));
    }),
    { numRuns: 300 },
  );
  expect(merged).toBeGreaterThan(50);
});
