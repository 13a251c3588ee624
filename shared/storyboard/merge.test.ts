import { expect, test } from 'vitest';
import * as fc from '../testing/property.ts';
import type { StoryboardDocument } from './document.ts';
import { sortedStoryboard, mergeStoryboards } from './merge.ts';
import { validateStoryboard } from './storyboard.ts';

function board(sequences: unknown[]): StoryboardDocument {
  const checked = validateStoryboard({ serviceType: 'storyboard', version: 1, sequences });
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return sortedStoryboard(checked.document);
}
const shot = (id: string, description = '') => ({ id, description });
const shots = (ids: string) => Array.from(ids, (id) => shot(id));
const scene = (id: string, ...shots: unknown[]) => ({ id, shots });
const shown = ({ sequences }: StoryboardDocument): string =>
  sequences
    .map(({ id, shots }) => `${id}:${shots.map((one) => one.id + one.description).join(' ')}`)
    .join(' | ');

const base = board([scene('A', shot('1'), shot('2')), scene('B', shot('3'))]);

test('a storyboard is listed as it plays, and stays the same object when it is so already', () => {
  const played = board([
    {
      id: 'B',
      order: 7,
      shots: [
        { id: '2', order: 5 },
        { id: '1', order: 1 },
      ],
    },
    {
      id: 'A',
      order: 2,
      shots: [
        {
          id: '1',
          panels: [
            { media: 'b', order: 2 },
            { media: 'a', order: 1 },
          ],
        },
      ],
    },
  ]);
  expect(shown(played)).toBe('A:1 | B:1 2');
  expect(played.sequences.map(({ order }) => order)).toEqual([0, 1]);
  expect(played.sequences[0]?.shots[0]?.panels).toEqual([
    { id: 'panel-1', media: 'a' },
    { id: 'panel-2', media: 'b' },
  ]);
  expect(sortedStoryboard(played)).toBe(played);
});

test('a shot that was moved to another scene takes along what others wrote in it', () => {
  const moved = board([scene('A', shot('2')), scene('B', shot('3'), shot('1'))]);
  const written = board([scene('A', shot('1', '!'), shot('2')), scene('B', shot('3'))]);
  for (const [mine, theirs] of [
    [moved, written],
    [written, moved],
  ] as const) {
    const { document, clashes } = mergeStoryboards(base, mine, theirs);
    expect(shown(document)).toBe('A:2 | B:3 1!');
    expect(clashes).toEqual([]);
  }
});

test('scenes are moved on one side and shots on the other', () => {
  const scenes = board([scene('B', shot('3')), scene('A', shot('1'), shot('2'))]);
  const shots = board([scene('A', shot('2'), shot('1')), scene('B', shot('3'))]);
  expect(shown(mergeStoryboards(base, scenes, shots).document)).toBe('B:3 | A:2 1');
});

test('a scene whose shot was changed elsewhere meanwhile stays with that shot', () => {
  const without = board([scene('B', shot('3'))]);
  const written = board([scene('A', shot('1'), shot('2', '!')), scene('B', shot('3'))]);
  const { document, clashes } = mergeStoryboards(base, without, written);
  expect(shown(document)).toBe('B:3 | A:2!');
  expect(clashes).toMatchObject([{ path: 'shots.2', how: 'removed-here' }]);
});

test('shots of two scenes may have one id', () => {
  const twice = board([scene('A', shot('1')), scene('B', shot('1'))]);
  const mine = board([scene('A', shot('1', 'a')), scene('B', shot('1'))]);
  const theirs = board([scene('A', shot('1')), scene('B', shot('1', 'b'))]);
  expect(shown(mergeStoryboards(twice, mine, theirs).document)).toBe('A:1a | B:1b');
});

const anyArrangement = fc.record({
  shots: fc.shuffledSubarray(Array.from('123456'), { minLength: 6 }),
  ends: fc.tuple(fc.nat(6), fc.nat(6)),
  isReversed: fc.boolean(),
});
function arranged(
  { shots, ends, isReversed }: { shots: string[]; ends: [number, number]; isReversed: boolean },
  words: string,
): StoryboardDocument {
  const [first = 0, second = 0] = ends.toSorted((a, b) => a - b);
  const parts = [shots.slice(0, first), shots.slice(first, second), shots.slice(second)];
  const scenes = parts.map((part, index) =>
    scene('ABC'.charAt(index), ...part.map((id) => shot(id, id === '4' ? words : ''))),
  );
  return board(isReversed ? scenes.toReversed() : scenes);
}

test('shots and scenes stand as one moved them last, also where the move before has come back with words of others', () => {
  fc.assert(
    fc.property(anyArrangement, anyArrangement, (sent, newer) => {
      const { document } = mergeStoryboards(arranged(sent, ''), arranged(newer, ''), arranged(sent, '!'));
      expect(document).toEqual(arranged(newer, '!'));
    }),
  );
});

test('one moves shots within a scene, another moves scenes, a third to another scene: all of it stays', () => {
  const start = board([
    scene('A', ...shots('1234')),
    scene('B', shot('5'), shot('6')),
    scene('C', shot('7')),
  ]);
  const within = board([
    scene('A', ...shots('4321')),
    scene('B', shot('5'), shot('6')),
    scene('C', shot('7')),
  ]);
  const across = board([
    scene('C', shot('5'), shot('7')),
    scene('A', ...shots('1234')),
    scene('B', shot('6')),
  ]);
  for (const [mine, theirs] of [
    [within, across],
    [across, within],
  ] as const) {
    const { document, clashes } = mergeStoryboards(start, mine, theirs);
    expect(shown(document)).toBe('C:5 7 | A:4 3 2 1 | B:6');
    expect(clashes).toEqual([]);
  }
});
