import { expect, it } from 'vitest';
import { isUntitled } from './project-name.ts';

it('knows the names that projects begin with', () => {
  expect(['Untitled project', 'Untitled project 12'].map(isUntitled)).toEqual([true, true]);
  expect(['Untitled project of mine', 'Poster 2', ''].map(isUntitled)).toEqual([false, false, false]);
});
