import { describe, expect, test } from 'vitest';
import { checkMap } from './check-map.ts';
import { staleExceptions, type Tree } from './check.ts';
import { readSourceInfo } from './source-facts.ts';
import type { Exception, HouseMap, Zone } from './place.ts';

const FILES: Readonly<Record<string, string>> = {
  'kitchen/cook.ts': "import { pot } from '#cellar/pots/pot.ts';",
  'cellar/pots/pot.ts': 'export const pot = 1;',
  'cellar/wine/bottle.ts': 'export const bottle = 1;',
};

function treeOf(files: Readonly<Record<string, string>>): Tree {
  return {
    files: new Set(Object.keys(files)),
    aliases: { '#kitchen/*': './kitchen/*', '#cellar/*': './cellar/*' },
    read: (path) => files[path] ?? '',
    facts: (path) => readSourceInfo(path, files[path] ?? ''),
  };
}

const KITCHEN: Zone = { path: 'kitchen', role: 'cooking', imports: ['cellar/pots'] };
const POTS: Zone = { path: 'cellar/pots', role: 'pots' };
const WINE: Zone = { path: 'cellar/wine', role: 'wine' };
const CELLAR: Zone = { path: 'cellar', role: 'what lies cool', inside: [POTS, WINE] };

function problems(rooms: readonly Zone[], exceptions: readonly Exception[] = [], files = FILES): string[] {
  const map: HouseMap = { rooms, exceptions, packageHint: {} };
  return [...checkMap(map, treeOf(files)), ...staleExceptions(map, treeOf(files))];
}

describe('a map of the walls', () => {
  test('is right when each folder is in one place and each name leads somewhere', () => {
    expect(problems([KITCHEN, CELLAR])).toEqual([]);
  });

  test('is refused without a room', () => {
    expect(problems([{ ...KITCHEN, imports: [] }])).toEqual([
      'cellar has sources and is in no room. Name it in build/walls/map.ts: what it holds and what it may import.',
    ]);
  });

  test('is refused without a layer of a room that has layers', () => {
    expect(problems([KITCHEN, { ...CELLAR, inside: [POTS] }])).toEqual([
      'cellar/wine has sources and is no layer of cellar. Name it in build/walls/map.ts, in `inside` of cellar: ' +
        'what it holds and what it may import.',
    ]);
  });

  test('is refused with a room named twice', () => {
    expect(problems([KITCHEN, CELLAR, { ...KITCHEN, role: 'cooking again' }])).toEqual([
      'build/walls/map.ts names kitchen twice (in kitchen and kitchen). Leave one of them.',
    ]);
    expect(problems([KITCHEN, { ...CELLAR, inside: [POTS, { ...WINE, also: ['cellar/pots'] }] }])).toEqual([
      'build/walls/map.ts names cellar/pots twice (in cellar/pots and cellar/wine). Leave one of them.',
    ]);
  });

  test('is refused with a room that has no files', () => {
    expect(problems([KITCHEN, CELLAR, { path: 'attic', role: 'dust' }])).toEqual([
      'build/walls/map.ts names attic, where there are no files. Correct the path or take it out.',
    ]);
  });

  test('is refused with a layer in the wrong room', () => {
    expect(
      problems([
        { ...KITCHEN, inside: [WINE] },
        { ...CELLAR, inside: [POTS] },
      ])[0],
    ).toBe('build/walls/map.ts has cellar/wine inside kitchen, where it does not lie. Move it to its room.');
  });

  test('is refused with names that lead nowhere', () => {
    expect(problems([{ ...KITCHEN, imports: ['cellar/pots', 'garden'] }, CELLAR])).toEqual([
      'build/walls/map.ts lets kitchen import garden, which does not exist. Correct the path.',
    ]);
    expect(problems([KITCHEN, { ...CELLAR, inside: [POTS, { ...WINE, peers: ['kitchen'] }] }])).toEqual([
      'build/walls/map.ts lets cellar/wine import kitchen beside it, but cellar has no such layer. ' +
        'Correct the path, or put it under imports.',
    ]);
  });

  test('is refused with a layer that may import one above it', () => {
    const wall = 'build/walls/map.ts lets cellar/pots import cellar/wine, which stands above it in cellar. ';
    const mend = 'Move what it needs down, or cellar/wine before it in the list.';
    for (const peers of [['cellar/wine'], 'all'] as const)
      expect(problems([KITCHEN, { ...CELLAR, inside: [{ ...POTS, peers }, WINE] }])).toEqual([wall + mend]);
    expect(problems([KITCHEN, { ...CELLAR, inside: [WINE, { ...POTS, peers: 'all' }] }])).toEqual([]);
  });

  test('is refused with a place that does not say what it holds', () => {
    expect(problems([{ ...KITCHEN, role: ' ' }, CELLAR])).toEqual([
      'build/walls/map.ts does not say what kitchen holds. Write one line for the map.',
    ]);
  });

  test('is refused with an exception for a file that is gone, or that nothing needs', () => {
    const gone = { file: 'kitchen/eat.ts', imports: ['cellar/wine'], reason: 'a test' };
    expect(problems([KITCHEN, CELLAR], [gone])).toEqual([
      'build/walls/map.ts has an exception for kitchen/eat.ts, which does not exist. Take it out.',
    ]);
    const needless = { file: 'kitchen/cook.ts', imports: ['cellar/wine'], reason: 'a test' };
    expect(problems([KITCHEN, CELLAR], [needless])).toEqual([
      'build/walls/map.ts lets kitchen/cook.ts reach anything, which it no longer needs. Take the exception out.',
    ]);
    const needed = { file: 'kitchen/cook.ts', imports: ['cellar/pots'], reason: 'a test' };
    expect(problems([{ ...KITCHEN, imports: [] }, CELLAR], [needed])).toEqual([]);
  });
});
