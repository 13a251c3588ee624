import { expect, it } from 'vitest';
import { UsedNames } from './used-names.ts';

it('gives each name a number that no other has', () => {
  const names = new UsedNames(['b']);
  expect(['a', 'a', 'a-2', 'a', 'b', 'a-2'].map((name) => names.reserve(name))).toEqual([
    'a',
    'a-2',
    'a-2-2',
    'a-3',
    'b-2',
    'a-2-3',
  ]);
});

it('writes the number as it is asked to', () => {
  const names = new UsedNames(['a (2)']);
  const reserve = () => names.reserve('a', (number) => `a (${number})`);
  expect([reserve(), reserve(), reserve()]).toEqual(['a', 'a (3)', 'a (4)']);
});
