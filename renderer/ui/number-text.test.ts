import { describe, expect, it } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { judgeNumberText, readNumberText, unitOf, type NumberTextContext } from './number-text.ts';

const valueOf = (text: string, context?: NumberTextContext): unknown => {
  const read = readNumberText(text, context);
  return read.kind === 'number' ? read.value : read.kind;
};

describe('what is typed into a number field', () => {
  it.each([
    ['12', 12],
    [' 12,5 ', 12.5],
    ['.5', 0.5],
    ['-3', -3],
    ['− 3', -3],
    ['1e3', 1000],
    ['1920/2', 960],
    ['1/3*200', 66.6666666667],
    ['1/24', 0.0416666666667],
    ['2*3', 6],
    ['1.5s', 1.5],
    ['90deg', 90],
    ['1 + 2 * 3', 7],
    ['(1 + 2) × 3', 9],
    ['--2', 2],
    ['0.1+0.2', 0.3],
    ['3x4', 12],
    ['10 ÷ 4', 2.5],
    ['10 px', 10],
    ['2s', 2],
    ['500ms', 0.5],
    ['1 min + 30 s', 90],
    ['90°', 90],
    ['1.2 kHz', 1200],
    ['3s / 1.5s', 2],
    ['200 + 10%', 220],
    ['200 - 10%', 180],
    ['1920 * 50%', 960],
  ])('%s is %d', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it.each(['', '  ', '-', '1/', '(1+2', '.', '10 p', '2 s +', '1 +'])(
    '%j may still become a number',
    (text) => {
      expect(valueOf(text)).toBe('incomplete');
    },
  );

  it.each([
    ['abc', '“abc” is not a number'],
    ['1 2', 'is not a number'],
    ['1 )', 'is not a number'],
    ['alert(1)', 'is not a number'],
    ['5 parsecs', 'is not a number'],
    ['1/0', 'divided by 0'],
    ['1s + 2px', 'two kinds'],
    ['2s * 2s', 'cannot be multiplied'],
    ['1 / 2s', 'cannot be divided'],
    ['1e308 * 1e308', 'too large'],
    ['constructor', 'is not a number'],
    ['1 toString', 'is not a number'],
    ['9'.repeat(300), 'too long'],
  ])('%s is refused in a sentence', (text, reason) => {
    expect(readNumberText(text)).toEqual({ kind: 'refused', reason: expect.stringContaining(reason) });
  });

  it('goes by the unit that the name of the field says', () => {
    expect(valueOf('2s', { unit: unitOf('Delay (ms)') })).toBe(2000);
    expect(valueOf('500 ms', { unit: unitOf('Length in seconds') })).toBe(0.5);
    expect(valueOf('2 s + 1', { unit: unitOf('Delay in milliseconds') })).toBe(2001);
    expect(readNumberText('10px', { unit: unitOf('At second') })).toEqual({
      kind: 'refused',
      reason: 'This is a number of seconds: “px” does not fit.',
    });
    const names = ['Radius', 'Width', 'Offset x', 'Frames a second', 'Volume in dB', 'Angle', 'Rotation °'];
    expect(names.map(unitOf)).toEqual([null, 'px', 'px', 'Hz', 'dB', 'deg', 'deg']);
    expect(valueOf('90deg', { unit: unitOf('Rotation °') })).toBe(90);
    expect(readNumberText('2s', { unit: unitOf('Width') })).toEqual({
      kind: 'refused',
      reason: 'This is a number of pixels: “s” does not fit.',
    });
  });

  it('takes percent alone of a hundred, of one, or of what the field holds', () => {
    expect(valueOf('50%', { max: 100 })).toBe(50);
    expect(valueOf('50%', { max: 1 })).toBe(0.5);
    expect(valueOf('50 %', { max: 8192, current: 1920 })).toBe(960);
    expect(readNumberText('50%', { max: 8192, current: null })).toEqual({
      kind: 'refused',
      reason: 'Percent of what? The field is empty: type a number first.',
    });
  });

  it('never throws and never gives what is no number', () => {
    const letters = fc.array(fc.constantFrom(...'0123456789.,+-*/()% pxsminedgHz°−×'.split('')), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(letters, (typed) => {
        const read = readNumberText(typed.join(''), { current: 5, max: 100 });
        expect(read.kind !== 'number' || Number.isFinite(read.value)).toBe(true);
      }),
    );
  });
});

describe('a field with limits', () => {
  it('refuses what is outside, in words', () => {
    expect(judgeNumberText('500', { max: 100 }, false)).toEqual({
      value: null,
      refusal: '500 is too large: 100 or less.',
    });
  });

  it('waits for more digits below its least until nobody types on', () => {
    expect(judgeNumberText('5', { min: 16 }, false)).toEqual({ value: null, refusal: null });
    expect(judgeNumberText('5', { min: 16 }, true).refusal).toBe('5 is too small: 16 or more.');
    expect(judgeNumberText('-5', { min: 16 }, false).refusal).not.toBeNull();
  });

  it('says that a sum is not finished only when it is left', () => {
    expect(judgeNumberText('1/', {}, false).refusal).toBeNull();
    expect(judgeNumberText('1/', {}, true).refusal).toContain('not finished');
    expect(judgeNumberText('', {}, true).refusal).toBeNull();
  });
});
