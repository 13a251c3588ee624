import { expect, it } from 'vitest';
import { isUntitled, numberedName } from './project-name.ts';

it('numbers a name that another project has', () => {
  expect(numberedName('Poster', [])).toBe('Poster');
  expect(numberedName('Poster', ['poster '])).toBe('Poster 2');
  expect(numberedName('Poster', ['Poster', 'Poster 2'])).toBe('Poster 3');
  expect(numberedName('Poster 2', ['Poster', 'Poster 2'])).toBe('Poster 3');
  expect(numberedName('Untitled project', ['Untitled project', 'Untitled project 3'])).toBe(
    'Untitled project 2',
  );
});

it('knows the names that projects begin with', () => {
  expect(['Untitled project', 'Untitled project 12'].map(isUntitled)).toEqual([true, true]);
  expect(['Untitled project of mine', 'Poster 2', ''].map(isUntitled)).toEqual([false, false, false]);
});
