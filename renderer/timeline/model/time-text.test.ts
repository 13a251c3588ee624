import { expect, it } from 'vitest';
import { validateTimeText } from './time-text.ts';

const field = { seconds: 4, frameRate: 24 };
const validate = (text: string) => validateTimeText(text, field, true);

it.each([
  ['00:00:02:12', 2.5],
  ['2:12', 2.5],
  ['1.5', 1.5],
  ['1.5s', 1.5],
  ['500 ms', 0.5],
  ['2*3', 6],
  ['1/24', 1 / 24],
  ['1 min + 2 s', 62],
  ['12 f', 0.5],
  ['50%', 2],
])('%s is %d seconds', (text, seconds) => {
  expect(validate(text).rejection).toBeNull();
  expect(validate(text).value).toBeCloseTo(seconds, 9);
});

it.each([
  ['soon', '“soon” is not a number'],
  ['10px', 'This is a number of seconds: “px” does not fit.'],
  ['0:0:0:0:1', '“0:0:0:0:1” is no time'],
  ['1:xx', '“1:xx” is no time'],
  ['2 - 3', '-1 is too small: 0 or more.'],
  ['1 +', 'is not finished'],
])('%s is refused in a sentence', (text, reason) => {
  expect(validate(text)).toEqual({ value: null, rejection: expect.stringContaining(reason) });
});

it('what may still become a time is not refused before it is done', () => {
  for (const text of ['1:', '1 +', '12 fra', '5 m'])
    expect([text, validateTimeText(text, field, false).rejection]).toEqual([text, null]);
});
