import { expect, it } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import type { Rect } from '../geometry.ts';
import { makeSpace } from './make-room.ts';

const box = (x: number, y = 0): Rect => ({ x, y, width: 240, height: 200 });

it('moves what is behind just so far that it is not covered, and nothing that lies before it', () => {
  const behind = new Map([
    ['next', box(300)],
    ['after', box(600, 80)],
    ['back', box(-400)],
  ]);
  expect(makeSpace(box(200), box(300), behind)).toEqual([
    { op: 'moveNode', nodeId: 'next', position: { x: 484, y: 0 } },
    { op: 'moveNode', nodeId: 'after', position: { x: 784, y: 80 } },
  ]);
  expect(makeSpace(box(0), box(300), behind)).toEqual([]);
  // A wire that goes back to the left.
  expect(makeSpace(box(900), box(300), behind)).toEqual([]);
});

it('keeps the distances of all that moves, and never covers the target', () => {
  const at = fc.integer({ min: -2000, max: 2000 });
  fc.assert(
    fc.property(at, at, fc.array(at, { maxLength: 12 }), (inserted, target, others) => {
      const behind = new Map([['target', box(target)], ...others.map((x, i) => [`n${i}`, box(x)] as const)]);
      const moves = makeSpace(box(inserted), box(target), behind);
      const shifts = new Set(moves.map(({ nodeId, position }) => position!.x - behind.get(nodeId)!.x));
      expect(shifts.size).toBeLessThanOrEqual(1);
      const now = moves.find(({ nodeId }) => nodeId === 'target')?.position?.x ?? target;
      expect(now >= inserted + 240 || now + 240 <= inserted).toBe(true);
    }),
  );
});
