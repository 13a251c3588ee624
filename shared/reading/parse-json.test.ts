import { describe, expect, test } from 'vitest';
import * as fc from '../testing/property.ts';
import { JsonScanner } from './json-scanner.ts';
import { DEFAULT_LIMITS, parseJson, parseJsonBytes, type JsonReading } from './index.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

const reading = (limits: Partial<JsonReading['limits']> = {}): JsonReading => ({
  limits: { ...DEFAULT_LIMITS, ...limits },
  label: 'The list',
  hint: 'Split it.',
});

/** The two doors, which must say the same. */
const both = (text: string, given: JsonReading) => {
  const read = parseJson(text, given);
  expect(parseJsonBytes(bytes(text), given)).toEqual(read);
  return read;
};

/** Counts as the documentation of the limit does, from the value. */
const countOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Math.max(1, Object.keys(value).length) +
      Object.values(value).reduce((sum: number, child) => sum + countOf(child), 0)
    : 0;

test('a byte order mark before JSON, as editors of Windows write it, is no part of it', () => {
  expect(both('\uFEFF{\r\n  "a": ["\uFEFF"]\r\n}\r\n', reading())).toEqual({
    ok: true,
    value: { a: ['\uFEFF'] },
  });
  expect(both('\uFEFF', reading())).toMatchObject({ ok: false, problem: { code: 'EMPTY' } });
  expect(both('\uFEFF[1,]', reading())).toMatchObject({ ok: false, problem: { code: 'NOT_JSON' } });
});

describe('parsing JSON within limits', () => {
  test('any JSON gives what JSON.parse gives, and is counted as it is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 1, max: 9 }), (text, step) => {
        if (text.includes('__proto__')) return;
        const value: unknown = JSON.parse(text);
        expect(both(text, reading())).toEqual({ ok: true, value });
        const scanner = new JsonScanner(DEFAULT_LIMITS);
        const whole = bytes(text);
        for (let at = 0; at < whole.length; at += step) {
          expect(scanner.push(whole.subarray(at, at + step))).toBeNull();
        }
        expect(scanner.values).toBe(countOf(value));
      }),
      { numRuns: fc.runs(500) },
    );
  });

  test.each([
    [
      'bytes',
      { bytes: 9 },
      '"12345678"',
      'TOO_LARGE',
      'The list is larger than 9 bytes, the most that is read. Split it.',
    ],
    ['depth', { depth: 2 }, '[[[]]]', 'TOO_DEEP', 'The list is nested deeper than 2 levels. Split it.'],
    [
      'values',
      { values: 4 },
      '[{"a":1},{"b":2,"c":[]}]',
      'TOO_MANY_VALUES',
      'The list holds more than 4 values, the most that is read. Split it.',
    ],
    [
      'items',
      { items: 2 },
      '{"a":[1,2,3]}',
      'TOO_MANY_ITEMS',
      'The list has a list of more than 2 items, the most that is read. Split it.',
    ],
    [
      'keys',
      { keys: 2 },
      '[{"a":1,"b":2,"c":3}]',
      'TOO_MANY_KEYS',
      'The list has an object of more than 2 keys, the most that is read. Split it.',
    ],
    [
      'numberKeys',
      { numberKeys: 2 },
      '[{"1":1,"a1":1},{"4294967294":1,"":1},{"007":1}]',
      'TOO_MANY_NUMBER_KEYS',
      'The list has more than 2 keys that are numbers, the most that is read. Split it.',
    ],
    [
      'distinctKeys',
      { distinctKeys: 2 },
      '[{"a":1,"b":2},{"b":1,"a":2},{"a":1,"ab":"c"}]',
      'TOO_MANY_DISTINCT_KEYS',
      'The list has more than 2 different keys, the most that is read. Split it.',
    ],
  ])(
    'more %s than allowed is refused with a sentence, just as much is read',
    (name, limits, text, code, message) => {
      expect(both(text, reading(limits))).toMatchObject({ ok: false, problem: { code, message } });
      const limit = Object.values(limits)[0]!;
      const enough = { [name]: name === 'values' ? 6 : limit + 1 };
      expect(both(text, reading(enough))).toMatchObject({ ok: true });
    },
  );

  test('what stands in strings is not counted, however it is escaped', () => {
    const text = JSON.stringify([
      '[[[[{{,,,,\\"[[\\\\',
      '\\',
      '"',
      `${'x'.repeat(500)}",,,[[${'\\'.repeat(77)}"`,
    ]);
    expect(both(text, reading({ depth: 1, items: 4, values: 4 }))).toEqual({
      ok: true,
      value: JSON.parse(text),
    });
  });

  test.each([
    ['', 'EMPTY'],
    [' \n', 'EMPTY'],
    ['{', 'NOT_JSON'],
    [']', 'NOT_JSON'],
    ['[1}', 'NOT_JSON'],
    ['"\\', 'NOT_JSON'],
    ['{"a":1}x', 'NOT_JSON'],
    ['NaN', 'NOT_JSON'],
  ])('%j is refused', (text, code) => {
    expect(both(text, reading())).toMatchObject({ ok: false, problem: { code } });
  });

  test('bytes that are no UTF-8 are refused', () => {
    const broken = Uint8Array.of(0x22, 0xff, 0x22);
    expect(parseJsonBytes(broken, reading())).toMatchObject({ ok: false, problem: { code: 'NOT_UTF8' } });
  });

  test('text is limited by its bytes, not by its characters', () => {
    const text = JSON.stringify('€'.repeat(10));
    expect(both(text, reading({ bytes: 31 }))).toMatchObject({ ok: false, problem: { code: 'TOO_LARGE' } });
    expect(both(text, reading({ bytes: 32 }))).toMatchObject({ ok: true });
  });

  test('keys named __proto__ are dropped, however they are written', () => {
    const text = '[{"__proto__":{"a":1},"b":{"\\u005f_proto__":2,"c":["__proto__"]}}]';
    const read = both(text, reading());
    expect(read.ok && JSON.stringify(read.value)).toBe('[{"b":{"c":["__proto__"]}}]');
  });
});
