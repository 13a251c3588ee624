import { expect, it } from 'vitest';
import { collapsedFrames } from './collapsed-frames.ts';

const frame = (nodes: string[] | null, items: string[] = []) => ({
  position: { x: 0, y: 0 },
  size: { width: 400, height: 300 },
  ...(nodes ? { collapsed: { nodes, items } } : {}),
});

it('a collapsed frame stands for what it was collapsed with, and one in it is shown by the outer one', () => {
  const { nodesOf, holderOf, holderOfItem } = collapsedFrames({
    open: frame(null),
    outer: frame(['a', 'b'], ['frames:inner', 'notes:n']),
    inner: frame(['b', 'c']),
  });
  expect([...nodesOf]).toEqual([['outer', ['b', 'c', 'a']]]);
  expect([...holderOf.keys()].sort()).toEqual(['a', 'b', 'c']);
  expect([...holderOfItem]).toEqual([
    ['frames:inner', 'outer'],
    ['notes:n', 'outer'],
  ]);
});

it('of frames that hold each other, or themselves, one is shown', () => {
  const { nodesOf, holderOfItem } = collapsedFrames({
    c: frame(['z'], ['frames:a']),
    b: frame(['y'], ['frames:c']),
    a: frame(['x'], ['frames:b']),
    self: frame(['s'], ['frames:self']),
  });
  expect([...nodesOf.keys()].sort()).toEqual(['a', 'self']);
  expect(nodesOf.get('a')).toEqual(['x', 'y', 'z']);
  expect([...holderOfItem.keys()].sort()).toEqual(['frames:b', 'frames:c']);
});
