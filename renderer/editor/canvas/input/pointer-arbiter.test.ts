import { expect, it } from 'vitest';
import { PointerArbiter, PEN_IDLE_MS, type PointerInfo } from './pointer-arbiter.ts';

const event = (pointerType: string, pointerId: number, timeStamp = 0): PointerInfo => ({
  pointerType,
  pointerId,
  timeStamp,
});

it('the pointer that pressed is the only one whose moves count', () => {
  const arbiter = new PointerArbiter();
  expect(arbiter.onDown(event('mouse', 1))).toBe('primary');
  expect(arbiter.isPrimary(event('mouse', 1))).toBe(true);
  expect(arbiter.isPrimary(event('touch', 2))).toBe(false);
  arbiter.onUp(event('mouse', 1));
  expect(arbiter.isPrimary(event('touch', 2))).toBe(true);
});

it('a second finger takes the gesture from the first, and one alone acts again', () => {
  const arbiter = new PointerArbiter();
  expect(arbiter.onDown(event('touch', 1))).toBe('primary');
  expect(arbiter.onDown(event('touch', 2))).toBe('pinch');
  expect(arbiter.onDown(event('touch', 3))).toBe('pinch');
  arbiter.onUp(event('touch', 1));
  arbiter.onUp(event('touch', 2));
  expect(arbiter.touchCount).toBe(1);
  arbiter.onUp(event('touch', 3));
  expect(arbiter.onDown(event('touch', 4))).toBe('primary');
});

it('while a pen is near, and a moment longer, fingers rest', () => {
  const arbiter = new PointerArbiter();
  expect(arbiter.onDown(event('pen', 1, 1000))).toBe('primary');
  expect(arbiter.onDown(event('touch', 2, 60_000))).toBe('palm');
  arbiter.onUp(event('pen', 1, 70_000));
  expect(arbiter.onDown(event('touch', 2, 70_000 + PEN_IDLE_MS - 1))).toBe('palm');
  expect(arbiter.onDown(event('touch', 2, 70_000 + PEN_IDLE_MS))).toBe('primary');
  arbiter.onUp(event('touch', 2, 71_000));
  arbiter.onMove(event('pen', 1, 80_000));
  expect(arbiter.onDown(event('touch', 3, 80_001))).toBe('palm');
});

it('a hand that lay there before its pen no longer counts as a finger', () => {
  const arbiter = new PointerArbiter();
  arbiter.onDown(event('touch', 1, 0));
  expect(arbiter.onDown(event('pen', 2, 1))).toBe('primary');
  expect(arbiter.touchCount).toBe(0);
  expect(arbiter.isPrimary(event('touch', 1))).toBe(false);
  arbiter.onUp(event('touch', 1, 2));
  expect(arbiter.isPrimary(event('pen', 2))).toBe(true);
  arbiter.reset();
  expect(arbiter.onDown(event('touch', 3, 1 + PEN_IDLE_MS))).toBe('primary');
});
