import { expect, it } from 'vitest';
import * as fc from '#shared/testing/property.ts';
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

it('whatever frames say they hold, each node is shown or stood for by a tile, and opening tiles ends with all shown', () => {
  const nodes = ['x', 'y', 'z'];
  const names = ['a', 'b', 'c', 'd'];
  const content = fc.option(
    fc.record({
      nodes: fc.subarray([...nodes, 'never-was']),
      items: fc.subarray([...names, 'never-was'].map((name) => `frames:${name}`)),
    }),
  );
  const frames = fc.tuple(content, content, content, content);
  fc.assert(
    fc.property(frames, (contents) => {
      const all = Object.fromEntries(
        contents.map((each, at) => [names[at]!, frame(each && each.nodes, each ? each.items : [])]),
      );
      const opened: string[] = [];
      for (;;) {
        const { nodesOf, holderOf, holderOfItem } = collapsedFrames(all);
        const holders = [...holderOf.values(), ...holderOfItem.values(), ...nodesOf.keys()];
        expect(holders.filter((id) => holderOfItem.has(`frames:${id}`))).toEqual([]);
        const [first] = nodesOf.keys();
        if (first === undefined) break;
        all[first] = frame(null);
        opened.push(first);
      }
      const { holderOf, holderOfItem } = collapsedFrames(all);
      expect([...holderOf.keys(), ...holderOfItem.keys()]).toEqual([]);
      expect(opened).toHaveLength(contents.filter((each) => each !== null).length);
    }),
    { numRuns: fc.runs(500) },
  );
});
