import { describe, expect, it, test } from 'vitest';
import { parseTimecode, timecodeOfFrame } from './timecode.ts';

const RATES = [1, 23.976, 24_000 / 1001, 24, 25, 29.97, 30_000 / 1001, 30, 50, 59.94, 60_000 / 1001, 60, 120];

describe('timecode', () => {
  test.each([
    // Numbers 0 and 1 of each minute are dropped, but not of every tenth.
    [1799, 29.97, '00:00:59;29'],
    [1800, 29.97, '00:01:00;02'],
    [17_981, 29.97, '00:09:59;29'],
    [17_982, 29.97, '00:10:00;00'],
    [107_892, 30_000 / 1001, '01:00:00;00'],
    [3600, 59.94, '00:01:00;04'],
    [215_784, 60_000 / 1001, '01:00:00;00'],
    // Film at 23.976 counts 24 and drops nothing.
    [1440, 23.976, '00:01:00:00'],
    [1800, 30, '00:01:00:00'],
    [119, 120, '00:00:00:119'],
    [120, 120, '00:00:01:000'],
    [61, 1, '00:01:01:00'],
  ])('of frame %i at %d is %s', (frame, rate, text) => {
    expect(timecodeOfFrame(frame, rate)).toBe(text);
  });

  it('stays with the clock for a day at 29.97 and 59.94', () => {
    const day = 24 * 3600;
    for (const rate of [30_000 / 1001, 60_000 / 1001]) {
      expect(timecodeOfFrame(Math.round(day * rate), rate)).toMatch(/^(23:59:59;\d\d|24:00:00;0\d)$/);
    }
  });

  it.each(RATES)('is read back as the frame that it was written of, at %d', (rate) => {
    for (let frame = 0; frame < 200_000; frame += 37) {
      const seconds = parseTimecode(timecodeOfFrame(frame, rate, 'full'), rate);
      expect(Math.round((seconds ?? NaN) * rate * 1e6) / 1e6).toBe(frame);
    }
  });

  it('never names a number twice, nor goes back', () => {
    for (const rate of [29.97, 59.94]) {
      let last = '';
      for (let frame = 0; frame < 40_000; frame += 1) {
        const now = timecodeOfFrame(frame, rate, 'full');
        expect(now > last).toBe(true);
        last = now;
      }
    }
  });

  it('takes a number that was dropped for the next there is', () => {
    expect(parseTimecode('00:01:00;00', 29.97)).toBe(1800 / 29.97);
    expect(parseTimecode('00:10:00;00', 29.97)).toBe(17_982 / 29.97);
  });

  test.each([
    ['12.5', 12.5],
    ['1:02', 1 + 2 / 25],
    ['1:00:00:00', 3600],
    ['x', null],
    ['1:2:3:4:5', null],
    ['-1', null],
  ])('reads %s', (text, seconds) => expect(parseTimecode(text, 25)).toBe(seconds));
});
