import { expect, test } from 'vitest';
import { fitToDisplays, type WindowState } from './window-state.ts';

const screens = [
  { x: 0, y: 0, width: 1920, height: 1040 },
  { x: 1920, y: 0, width: 1280, height: 1000 },
];
const at = (x: number, y: number, width = 1000, height = 700): WindowState => ({
  x,
  y,
  width,
  height,
  maximized: false,
});

test('a place that is still there is kept', () => {
  expect(fitToDisplays(at(100, 80), screens)).toEqual(at(100, 80));
  expect(fitToDisplays(at(2000, 0), screens)).toEqual(at(2000, 0));
});

test.each([
  ['left of everything', at(-3000, 0)],
  ['above everything', at(100, -200)],
  ['below everything', at(100, 1030)],
  ['on a screen that was unplugged', at(3300, 100)],
])('a window %s is centered by the system', (_where, state) => {
  expect(fitToDisplays(state, screens)).toEqual({ width: 1000, height: 700, maximized: false });
});

test('a window is never larger than its screen nor smaller than usable', () => {
  expect(fitToDisplays(at(0, 0, 5000, 5000), screens)).toMatchObject({ width: 1920, height: 1040 });
  expect(fitToDisplays(at(0, 0, 10, 10), screens)).toMatchObject({ width: 900, height: 600 });
});
