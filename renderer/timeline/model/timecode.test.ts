import { describe, expect, test } from 'vitest';
import { formatSeconds, formatTimecode, rulerStep, timecodeLabel } from './timecode.ts';

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
    [0, 24, '00:00:00:00'],
    [1.5, 24, '00:00:01:12'],
    // Drop-frame rates set the frames apart by a semicolon.
    [60.06, 29.97, '00:01:00;02'],
    // 23.976 counts 24 frames to its second.
    [1, 23.976, '00:00:01:00'],
    [3600, 25, '01:00:00:00'],
    // A frame that rounds up carries over instead of showing a 24th frame.
    [0.999, 24, '00:00:01:00'],
  ])('%d seconds at %d fps as %s', (seconds, rate, text) => expect(formatTimecode(seconds, rate)).toBe(text));
});

describe('the ruler', () => {
  test('numbers never touch, whatever the scale', () => {
    for (let exponent = -9; exponent <= 3; exponent += 0.25) {
      const scale = 10 ** exponent;
      expect(rulerStep(scale, 24).step * scale).toBeGreaterThanOrEqual(104);
    }
  });

  test('counts frames once they are wide enough', () => {
    expect(rulerStep(2500, 24).step).toBeCloseTo(1 / 24);
    expect(rulerStep(104, 24).step).toBe(1);
    expect(rulerStep(30, 24).step).toBe(5);
  });
});

test('the hours that there are none of are left out where room is short', () => {
  expect(formatTimecode(1.5, 24, 'short')).toBe('00:01:12');
  expect(formatTimecode(3601.5, 24, 'short')).toBe('01:00:01:12');
});

test('a time is read out in words', () => {
  expect([0, 1, 64.5, 3600].map((seconds) => timecodeLabel(seconds, 24))).toEqual([
    '0 seconds',
    '1 second',
    '1 minute 4 seconds 12 frames',
    '1 hour',
  ]);
});
