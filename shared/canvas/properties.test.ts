import { expect, it } from 'vitest';
import { canvasOperation, walkCanvas } from '../testing/canvas-changes.ts';
import { judgeCanvasMerges } from '../testing/canvas-merge-rules.ts';
import * as fc from '../testing/property.ts';
import { emptyCanvas } from './items.ts';
import { applyCanvas, coalesceCanvas, type CanvasOperation } from './operations.ts';

it('300 operations are undone to the start and redone', () => {
  fc.assert(
    fc.property(fc.array(canvasOperation, { minLength: 300, maxLength: 300 }), (operations) => {
      const there = walkCanvas(emptyCanvas(), operations);
      const back = walkCanvas(there.items, there.inverses);
      expect(back.items).toEqual(emptyCanvas());
      expect(back.inverses).toHaveLength(there.inverses.length);
      expect(walkCanvas(back.items, back.inverses).items).toEqual(there.items);
    }),
    { numRuns: 20 },
  );
});

it('operations in fewer come to the same', () => {
  fc.assert(
    fc.property(
      fc.array(canvasOperation, { maxLength: 40 }),
      fc.array(canvasOperation),
      (before, operations) => {
        const start = walkCanvas(emptyCanvas(), before).items;
        const applied = operations.reduce<CanvasOperation[]>((fitting, each) => {
          const { items } = walkCanvas(start, fitting);
          return applyCanvas(items, each).ok ? [...fitting, each] : fitting;
        }, []);
        const fewer = coalesceCanvas(applied);
        expect(fewer.length).toBeLessThanOrEqual(applied.length);
        expect(walkCanvas(start, fewer).items).toEqual(walkCanvas(start, applied).items);
      },
    ),
    { numRuns: fc.runs(200) },
  );
});

it('merges lose nothing, ask only where both changed the same, and are the same from both sides', () => {
  const { broken, clashes, collapsed } = judgeCanvasMerges(1, 500);
  expect(broken).toEqual({});
  // The generated ones do clash, and do hold collapsed frames.
  expect(clashes).toBeGreaterThan(100);
  expect(collapsed).toBeGreaterThan(50);
});
