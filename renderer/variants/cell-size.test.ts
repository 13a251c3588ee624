import { expect, it } from 'vitest';
import { cellSides } from './cell-size.ts';

it('fills the page with few cells but for a margin, and keeps many readable', () => {
  expect(cellSides('fit', { width: 1258, height: 608 }, { columns: 5, rows: 3 })).toEqual({
    width: 250,
    height: 200,
  });
  expect(cellSides('fit', { width: 1250, height: 600 }, { columns: 100, rows: 100 })).toEqual({
    width: 132,
    height: 132,
  });
});

it('draws no long strips of one row', () => {
  const { width, height } = cellSides('fit', { width: 1250, height: 600 }, { columns: 9, rows: 1 });
  expect(height / width).toBeLessThan(1.7);
});

it('takes the size that was chosen, whatever the room', () => {
  expect(cellSides('large', { width: 100, height: 100 }, { columns: 9, rows: 9 })).toEqual({
    width: 340,
    height: 340,
  });
});
