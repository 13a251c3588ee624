import { expect, test } from 'vitest';
import { copyName } from './copy-name.ts';

const createdAt = new Date(2026, 2, 4, 14, 5).toISOString();
const sameDay = new Date(2026, 2, 4, 23, 0);

test('the copy of a project is told from it by the time of the run', () => {
  expect(copyName({ projectName: 'Poster', createdAt }, sameDay)).toBe('Poster, as of 14:05');
  expect(copyName({ projectName: null, createdAt }, sameDay)).toBe('Untitled project, as of 14:05');
});

test('a run of another day says the day', () => {
  expect(copyName({ projectName: 'Poster', createdAt }, new Date(2026, 2, 5, 14, 5))).toBe(
    'Poster, as of 2026-03-04 14:05',
  );
});

test('a long name is cut and the time stays', () => {
  expect(copyName({ projectName: 'x'.repeat(400), createdAt }, sameDay)).toMatch(/^x{120}, as of 14:05$/);
  const cut = copyName({ projectName: `${'x'.repeat(119)}🌅🌅`, createdAt }, sameDay);
  expect(cut).toBe(`${'x'.repeat(119)}, as of 14:05`);
});
