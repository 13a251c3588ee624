import { describe, expect, it } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { decimalMarkOf } from './number-literal.ts';
import { validateNumberText, readNumberText, type NumberTextContext } from './number-text.ts';
import { unitOf } from './number-units.ts';

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

  it.each([
    ['1 024', 1024],
    ['1 024,5', 1024.5],
    ['1\u202f024\u202f000', 1_024_000],
    ['1’024.5', 1024.5],
    ["12'345'678", 12_345_678],
    ['1.024,5', 1024.5],
    ['1,024.5', 1024.5],
    ['1,024,000', 1_024_000],
    ['1.024.000', 1_024_000],
    ['1.024', 1.024],
    ['0,125', 0.125],
    ['1,02', 1.02],
    ['1,0245', 1.0245],
    ['+5', 5],
    ['1E3', 1000],
    ['−5', -5],
    ['１２３', 123],
    ['１，５', 1.5],
    // What Japanese keyboards type for a minus before and between digits, and dashes of word processors.
    ['－５', -5],
    ['ー５', -5],
    ['ー１２．５', -12.5],
    ['‐5', -5],
    ['‑5', -5],
    [' –5', -5],
    ['٤٢', 42],
    ['١٬٠٢٤٫٥', 1024.5],
    ['۴۲', 42],
    ['9007199254740992', 9_007_199_254_740_992],
    ['1234567890123', 1_234_567_890_123],
    ['1234567890123 + 1', 1_234_567_890_124],
    ['100000000000000000000', 1e20],
    ['-0', 0],
  ])('%s is %d, to the last digit', (text, value) => {
    expect(valueOf(text)).toBe(value);
  });

  it.each([
    ['1,024', 'Write 1024, or 1.024 with a point.'],
    ['2 * 1,024', 'Write 1024, or 1.024 with a point.'],
    ['-12,500', 'Write 12500, or 12.500 with a point.'],
    ['１，０２４', 'Write 1024, or 1.024 with a point.'],
    ['0x10', 'Write 16.'],
    ['0b101', 'Write 5.'],
    ['∞', 'is not a number'],
    ['Infinity', 'is not a number'],
    ['NaN', 'is not a number'],
    ['5²', 'is not a number'],
    ['½', 'is not a number'],
    ['1,02,4', 'is not a number'],
    ['1.2.3', 'is not a number'],
    ['12,34.5', 'is not a number'],
    ['1,024,00', 'is not a number'],
    ["1'02", 'is not a number'],
    ['1_000', 'is not a number'],
    ['$5', 'is not a number'],
    ['1–5', 'is not a number'],
    ['5ー3', 'is not a number'],
    ['—', 'is not a number'],
    ['7615917337495251231', 'more digits than a number can hold'],
  ])('%s is never another number: it is refused with what to write', (text, reason) => {
    expect(readNumberText(text)).toEqual({ kind: 'refused', reason: expect.stringContaining(reason) });
  });

  it.each(['', '  ', '-', 'ー', '1/', '(1+2', '.', '10 p', '2 s +', '1 +', '1e', '2 * 1e'])(
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

describe('a field of whole numbers', () => {
  const integer = (text: string, isDone = true) => validateNumberText(text, { integer: true }, isDone);

  it('refuses fractions, also those that a sum comes to, and says what to write', () => {
    expect(integer('12,5')).toEqual({
      value: null,
      rejection: '12.5 is not a whole number. Write 12 or 13.',
    });
    expect(integer('1920/7').rejection).toBe('274.286 is not a whole number. Write 274 or 275.');
    expect(integer('-0.5').rejection).toBe('-0.5 is not a whole number. Write -1 or 0.');
    expect(integer('1920/2').value).toBe(960);
  });

  it('reads a comma before three digits as thousands, which alone are whole', () => {
    expect(integer('1,024').value).toBe(1024);
    expect(integer('1.024').rejection).toContain('not a whole number');
    // On the way there.
    expect(['1,', '1,0', '1,02'].map((text) => integer(text, false).rejection)).toEqual([null, null, null]);
  });
});

describe('a cell of a table', () => {
  const cell = (text: string, context: NumberTextContext = {}) =>
    validateNumberText(text, { isCell: true, ...context }, true);

  it('is one number, with its sign and unit at most', () => {
    expect(['12', '-12,5', '+5', '5 px', '1e3'].map((text) => cell(text).value)).toEqual([
      12, -12.5, 5, 5, 1000,
    ]);
    expect(['3/4', '2-3', '10:30', '2 * 3', '(5)'].map((text) => cell(text).rejection)).toEqual(
      ['3/4', '2-3', '10:30', '2 * 3', '(5)'].map((text) =>
        expect.stringContaining(`“${text}” is not a number`),
      ),
    );
  });

  it('takes percent of what is a share, and asks for the number elsewhere', () => {
    expect(cell('50 %', { max: 1 }).value).toBe(0.5);
    expect(cell('50 %', { max: 8192 }).rejection).toBe('Percent of what? Write the number itself.');
  });

  it('goes by the decimal mark that its column shows', () => {
    expect(decimalMarkOf(['12,5', '1,024', ''])).toBe('comma');
    expect(decimalMarkOf(['1,024.5', '3'])).toBe('point');
    expect(decimalMarkOf(['1,024,000'])).toBe('point');
    expect(decimalMarkOf(['1.024.000'])).toBe('comma');
    expect(decimalMarkOf(['12,5', '12.5'])).toBe('mixed');
    expect(decimalMarkOf(['1,024', '1.024', '7', 'abc', '1,02,4'])).toBeNull();
    expect(cell('1,024', { mark: 'comma' }).value).toBe(1.024);
    expect(cell('1,024', { mark: 'point' }).value).toBe(1024);
    expect(cell('1.024', { mark: 'comma' }).value).toBe(1024);
    expect(cell('1.5', { mark: 'comma' }).rejection).toContain('another decimal mark');
    expect(cell('1.024', { mark: 'mixed' }).rejection).toContain('Write 1024, or 1.0240.');
    expect(cell('1.0240', { mark: 'mixed' }).value).toBe(1.024);
  });
});

describe('a field with limits', () => {
  it('refuses what is outside, in words', () => {
    expect(validateNumberText('500', { max: 100 }, false)).toEqual({
      value: null,
      rejection: '500 is too large: 100 or less.',
    });
  });

  it('waits for more digits below its least until nobody types on', () => {
    expect(validateNumberText('5', { min: 16 }, false)).toEqual({ value: null, rejection: null });
    expect(validateNumberText('5', { min: 16 }, true).rejection).toBe('5 is too small: 16 or more.');
    expect(validateNumberText('-5', { min: 16 }, false).rejection).not.toBeNull();
  });

  it('says that a sum is not finished only when it is left', () => {
    expect(validateNumberText('1/', {}, false).rejection).toBeNull();
    expect(validateNumberText('1/', {}, true).rejection).toContain('not finished');
    expect(validateNumberText('', {}, true).rejection).toBeNull();
  });
});
