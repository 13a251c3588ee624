import { describe, expect, test } from 'vitest';
import { formatClock, formatSeconds, formatTimecode, rulerStep } from './timecode.ts';

describe('times', () => {
  test.each([
    [0, '0 s'],
    [4.24, '4.2 s'],
    [9.96, '10 s'],
    [12.5, '12.5 s'],
    [59.96, '1:00'],
    [62.5, '1:02.5'],
    [64, '1:04'],
    [3723, '1:02:03'],
  ])('%d seconds as %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text));

  test('a time that runs has its tenth always', () => {
    expect([4, 64.96].map((seconds) => formatSeconds(seconds, 'always'))).toEqual(['4.0 s', '1:05.0']);
  });

  test.each([
    [0, 24, '00:00:00'],
    [1.5, 24, '00:01:12'],
    // 23.976 counts 24 frames to its second.
    [1, 23.976, '00:01:00'],
    [3600, 25, '1:00:00:00'],
    // A frame that rounds up carries over instead of showing a 24th frame.
    [0.999, 24, '00:01:00'],
  ])('%d seconds at %d fps as %s', (seconds, rate, text) => expect(formatTimecode(seconds, rate)).toBe(text));
});

describe('the ruler', () => {
  test('numbers never touch, whatever the scale', () => {
    for (let exponent = -9; exponent <= 3; exponent += 0.25) {
      const scale = 10 ** exponent;
      expect(rulerStep(scale, 24).step * scale).toBeGreaterThanOrEqual(84);
    }
  });

  test('counts frames once they are wide enough', () => {
    expect(rulerStep(2400, 24).step).toBeCloseTo(1 / 24);
    expect(rulerStep(100, 24).step).toBe(1);
    expect(rulerStep(30, 24).step).toBe(5);
  });
});

test('numbers of a ruler are of one form', () => {
  expect([0, 5, 20, 90, 3723].map((seconds) => formatClock(seconds))).toEqual([
    '0:00',
    '0:05',
    '0:20',
    '1:30',
    '1:02:03',
  ]);
});
