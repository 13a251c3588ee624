import { expect, test } from 'vitest';
import { bySize, ofThisRun, runs } from './size.ts';

test('generated cases: a tenth in every run, more in the slice, all in the long run; few are always all', () => {
  expect([runs(2000, 'every-run'), runs(2000, 'slice'), runs(2000, 'long')]).toEqual([200, 500, 2000]);
  expect([runs(100, 'every-run'), runs(20, 'every-run')]).toEqual([25, 20]);
});

test('a count of its own for every run', () => {
  const counts = { everyRun: 3, full: 30 };
  expect([bySize(counts, 'every-run'), bySize(counts, 'slice'), bySize(counts, 'long')]).toEqual([3, 30, 30]);
});

test('cases of a table: those of every run, in the slice each tenth as well, all in the long run', () => {
  const cases = Array.from({ length: 20 }, (_, index) => index);
  const isOfEveryRun = (value: number) => value === 3;
  expect(ofThisRun(cases, isOfEveryRun, 'every-run')).toEqual([3]);
  expect(ofThisRun(cases, isOfEveryRun, 'slice')).toEqual([0, 3, 10]);
  expect(ofThisRun(cases, isOfEveryRun, 'long')).toEqual(cases);
});
