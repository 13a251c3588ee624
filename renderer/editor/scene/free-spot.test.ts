import { expect, it } from 'vitest';
import { contains, intersects, type Rect } from '../geometry.ts';
import { freeSpot } from './free-spot.ts';

const view: Rect = { x: 0, y: 0, width: 1600, height: 1000 };
const size = { width: 248, height: 300 };
const freeOf = (boxes: Rect[]) => (rect: Rect) => !boxes.some((box) => intersects(box, rect));

it('is the middle of an empty view', () => {
  expect(freeSpot(size, view, freeOf([]))).toEqual({ x: 676, y: 350 });
});

it('covers nothing that stands there, and stays in view where there is room', () => {
  const boxes: Rect[] = [];
  for (let index = 0; index < 6; index += 1) {
    const made = { ...freeSpot(size, view, freeOf(boxes)), ...size };
    expect(freeOf(boxes)(made)).toBe(true);
    expect(contains(view, made)).toBe(true);
    boxes.push(made);
  }
});

it('is beside a view that is full', () => {
  const full = { x: -10, y: -10, width: 1620, height: 1020 };
  const at = freeSpot(size, view, freeOf([full]));
  expect(intersects({ ...at, ...size }, full)).toBe(false);
  expect(Math.abs(at.x)).toBeLessThan(2000);
});

it('is the nearest to a point that is asked for, still covering nothing', () => {
  const near = { x: 500, y: 400 };
  expect(freeSpot(size, view, freeOf([]), near)).toEqual({ x: 376, y: 250 });
  const taken = { x: 376, y: 250, ...size };
  const beside = freeSpot(size, view, freeOf([taken]), near);
  expect(intersects({ ...beside, ...size }, taken)).toBe(false);
  expect(Math.hypot(beside.x - 376, beside.y - 250)).toBeLessThan(400);
});
