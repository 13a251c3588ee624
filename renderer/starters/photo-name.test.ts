import { expect, test } from 'vitest';
import { photoName } from './photo-name.ts';

test.each([
  ['lake.at.dawn.webp', 'lake.at.dawn'],
  ['.webp', 'Photo'],
  ['  .jpg', 'Photo'],
  [`${'x'.repeat(250)}.jpg`, 'x'.repeat(120)],
  [`${'x'.repeat(119)}🌅.jpg`, 'x'.repeat(119)],
])('the project of %j is called %j', (fileName, name) => {
  expect(photoName(fileName, 'Photo')).toBe(name);
});
