import { expect, it } from 'vitest';
import { boxBetween, tilesInBox, type GridShape } from './grid-box.ts';

/** Tiles of 100 by 90 with gaps of 10, three a row, seven in all. */
const shape: GridShape = { columns: 3, tileWidth: 100, rowHeight: 100, gap: 10, count: 7 };
const bounds = { width: 320, height: 290 };
const box = (x1: number, y1: number, x2: number, y2: number) =>
  tilesInBox(boxBetween({ x: x1, y: y1 }, { x: x2, y: y2 }, bounds), shape);

it('takes each tile that it touches, in whichever direction it was drawn', () => {
  expect(box(50, 50, 60, 60)).toEqual([0]);
  expect(box(50, 50, 150, 150)).toEqual([0, 1, 3, 4]);
  expect(box(150, 150, 50, 50)).toEqual([0, 1, 3, 4]);
});

it('takes nothing that lies in a gap alone', () => {
  expect(box(102, 20, 108, 60)).toEqual([]);
  expect(box(20, 92, 60, 98)).toEqual([]);
  expect(box(102, 20, 115, 60)).toEqual([1]);
});

it('takes no tile that is not there, and ends at the edge of the grid', () => {
  expect(box(0, 210, 900, 900)).toEqual([6]);
  expect(box(-50, -50, 5, 5)).toEqual([0]);
});
