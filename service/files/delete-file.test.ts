import { expect, it } from 'vitest';
import { namesInText } from './delete-file.ts';

it.each([
  [['Poster'], '"Poster"'],
  [['Poster', 'Poster'], '"Poster" (2 times)'],
  [['Cards', 'Poster', 'Poster', 'Poster'], '"Cards", "Poster" (3 times)'],
  // Names that differ in their case only are different names.
  [['Poster', 'poster'], '"Poster", "poster"'],
])('of %j it says %s', (names, text) => {
  expect(namesInText(names.map((name) => ({ name })))).toBe(text);
});
