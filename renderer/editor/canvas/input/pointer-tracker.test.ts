import { expect, it } from 'vitest';
import { PointerTracker, PEN_IDLE_MS, type PointerInfo } from './pointer-tracker.ts';

const event = (pointerType: string, pointerId: number, timeStamp = 0): PointerInfo => ({
  pointerType,
  pointerId,
  timeStamp,
});

it('the pointer that pressed is the only one whose moves count', () => {
  const pointers = new PointerTracker();
  expect(pointers.onDown(event('mouse', 1))).toBe('primary');
  expect(pointers.isPrimary(event('mouse', 1))).toBe(true);
  expect(pointers.isPrimary(event('touch', 2))).toBe(false);
  pointers.onUp(event('mouse', 1));
  expect(pointers.isPrimary(event('touch', 2))).toBe(true);
});

it('a second finger takes the gesture from the first, and one alone acts again', () => {
  const pointers = new PointerTracker();
  expect(pointers.onDown(event('touch', 1))).toBe('primary');
  expect(pointers.onDown(event('touch', 2))).toBe('pinch');
  expect(pointers.onDown(event('touch', 3))).toBe('pinch');
  pointers.onUp(event('touch', 1));
  pointers.onUp(event('touch', 2));
  expect(pointers.touchCount).toBe(1);
  pointers.onUp(event('touch', 3));
  expect(pointers.onDown(event('touch', 4))).toBe('primary');
});

it('while a pen is near, and a moment longer, fingers rest', () => {
  const pointers = new PointerTracker();
  expect(pointers.onDown(event('pen', 1, 1000))).toBe('primary');
  expect(pointers.onDown(event('touch', 2, 60_000))).toBe('palm');
  pointers.onUp(event('pen', 1, 70_000));
  expect(pointers.onDown(event('touch', 2, 70_000 + PEN_IDLE_MS - 1))).toBe('palm');
  expect(pointers.onDown(event('touch', 2, 70_000 + PEN_IDLE_MS))).toBe('primary');
  pointers.onUp(event('touch', 2, 71_000));
  pointers.onMove(event('pen', 1, 80_000));
  expect(pointers.onDown(event('touch', 3, 80_001))).toBe('palm');
});

it('a hand that lay there before its pen no longer counts as a finger', () => {
  const pointers = new PointerTracker();
  pointers.onDown(event('touch', 1, 0));
  expect(pointers.onDown(event('pen', 2, 1))).toBe('primary');
  expect(pointers.touchCount).toBe(0);
  expect(pointers.isPrimary(event('touch', 1))).toBe(false);
  pointers.onUp(event('touch', 1, 2));
  expect(pointers.isPrimary(event('pen', 2))).toBe(true);
  pointers.reset();
  expect(pointers.onDown(event('touch', 3, 1 + PEN_IDLE_MS))).toBe('primary');
});
