import { expect, it } from 'vitest';
import { numberedName } from './numbered-name.ts';

it('numbers a name that is taken', () => {
  expect(numberedName('Poster', [])).toBe('Poster');
  expect(numberedName('Poster', ['poster '])).toBe('Poster 2');
  expect(numberedName('Poster', ['Poster', 'Poster 2'])).toBe('Poster 3');
  expect(numberedName('Poster 2', ['Poster', 'Poster 2'])).toBe('Poster 3');
  expect(numberedName('Untitled project', ['Untitled project', 'Untitled project 3'])).toBe(
    'Untitled project 2',
  );
});
