import { expect, it } from 'vitest';
import { emptySelection, retainExisting, select, stepOf, type Selection } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];
const idsOf = ({ ids }: Selection) => [...ids];

it('chooses one, several and those between', () => {
  let selection = select(emptySelection, 'b', 'only', order);
  selection = select(selection, 'd', 'range', order);
  expect(idsOf(selection)).toEqual(['b', 'c', 'd']);
  selection = select(selection, 'a', 'range', order);
  expect(idsOf(selection)).toEqual(['a', 'b']);
  selection = select(selection, 'e', 'toggle', order);
  expect(idsOf(selection)).toEqual(['a', 'b', 'e']);
  selection = select(selection, 'a', 'toggle', order);
  expect(idsOf(selection)).toEqual(['b', 'e']);
  expect(idsOf(retainExisting(selection, ['e']))).toEqual(['e']);
});

it('moves in a grid of three columns and stays within it', () => {
  const grid = { count: 8, columns: 3, rows: 2 };
  expect(stepOf('ArrowDown', 0, grid)).toBe(3);
  expect(stepOf('ArrowDown', 5, grid)).toBe(7);
  expect(stepOf('ArrowUp', 1, grid)).toBeNull();
  expect(stepOf('ArrowRight', 7, grid)).toBeNull();
  expect(stepOf('End', 1, grid)).toBe(7);
  expect(stepOf('Home', 7, grid)).toBe(0);
  expect(stepOf('PageDown', 0, grid)).toBe(3);
  expect(stepOf('x', 0, grid)).toBeNull();
});
