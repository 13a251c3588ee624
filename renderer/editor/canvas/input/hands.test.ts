import { expect, it } from 'vitest';
import { Hands, PEN_IDLE_MS, type HandEvent } from './hands.ts';

const event = (pointerType: string, pointerId: number, timeStamp = 0): HandEvent => ({
  pointerType,
  pointerId,
  timeStamp,
});

it('the pointer that pressed is the only one whose moves count', () => {
  const hands = new Hands();
  expect(hands.press(event('mouse', 1))).toBe('acts');
  expect(hands.acts(event('mouse', 1))).toBe(true);
  expect(hands.acts(event('touch', 2))).toBe(false);
  hands.lift(event('mouse', 1));
  expect(hands.acts(event('touch', 2))).toBe(true);
});

it('a second finger takes the gesture from the first, and one alone acts again', () => {
  const hands = new Hands();
  expect(hands.press(event('touch', 1))).toBe('acts');
  expect(hands.press(event('touch', 2))).toBe('joins');
  expect(hands.press(event('touch', 3))).toBe('joins');
  hands.lift(event('touch', 1));
  hands.lift(event('touch', 2));
  expect(hands.touchCount).toBe(1);
  hands.lift(event('touch', 3));
  expect(hands.press(event('touch', 4))).toBe('acts');
});

it('while a pen is near, and a moment longer, fingers rest', () => {
  const hands = new Hands();
  expect(hands.press(event('pen', 1, 1000))).toBe('acts');
  expect(hands.press(event('touch', 2, 60_000))).toBe('rests');
  hands.lift(event('pen', 1, 70_000));
  expect(hands.press(event('touch', 2, 70_000 + PEN_IDLE_MS - 1))).toBe('rests');
  expect(hands.press(event('touch', 2, 70_000 + PEN_IDLE_MS))).toBe('acts');
  hands.lift(event('touch', 2, 71_000));
  hands.see(event('pen', 1, 80_000));
  expect(hands.press(event('touch', 3, 80_001))).toBe('rests');
});

it('a hand that lay there before its pen no longer counts as a finger', () => {
  const hands = new Hands();
  hands.press(event('touch', 1, 0));
  expect(hands.press(event('pen', 2, 1))).toBe('acts');
  expect(hands.touchCount).toBe(0);
  expect(hands.acts(event('touch', 1))).toBe(false);
  hands.lift(event('touch', 1, 2));
  expect(hands.acts(event('pen', 2))).toBe(true);
  hands.clear();
  expect(hands.press(event('touch', 3, 1 + PEN_IDLE_MS))).toBe('acts');
});
