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

it('is no higher and no wider than its picture needs, within the room that it had', () => {
  const room = { width: 1258, height: 608 };
  const cells = { columns: 3, rows: 2 };
  const before = cellSides('fit', room, cells);
  const wide = cellSides('fit', room, cells, 16 / 9);
  expect(wide.width).toBe(before.width);
  expect((wide.width - 10) / (wide.height - 10)).toBeCloseTo(16 / 9, 1);
  const tall = cellSides('fit', room, cells, 2 / 3);
  expect(tall.height).toBe(before.height);
  expect((tall.width - 10) / (tall.height - 10)).toBeCloseTo(2 / 3, 1);
  expect(cellSides('medium', room, cells, 2)).toEqual({ width: 200, height: 105 });
  // Neither a strip nor a line is too small for the buttons of a cell.
  expect(cellSides('small', room, cells, 40)).toEqual({ width: 132, height: 88 });
});
