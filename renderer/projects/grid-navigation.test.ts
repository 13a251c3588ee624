import { expect, it } from 'vitest';
import { nextCard } from './grid-navigation.ts';

it('moves by card and by row, and stays where there is nowhere to go', () => {
  // Five cards in rows of three.
  expect(nextCard('ArrowRight', 2, 5, 3)).toBe(3);
  expect(nextCard('ArrowLeft', 0, 5, 3)).toBeNull();
  expect(nextCard('ArrowDown', 0, 5, 3)).toBe(3);
  // Below the third card there is none: the last one is nearest.
  expect(nextCard('ArrowDown', 2, 5, 3)).toBe(4);
  expect(nextCard('ArrowDown', 3, 5, 3)).toBeNull();
  expect(nextCard('ArrowUp', 4, 5, 3)).toBe(1);
  expect(nextCard('End', 0, 5, 3)).toBe(4);
  expect(nextCard('a', 0, 5, 3)).toBeNull();
});
