import * as fc from '#shared/testing/property.ts';
import { expect, test } from 'vitest';
import { JsonValidator } from './json-validator.ts';

/** @param cuts where the bytes are split, as shares of their length. */
function isValid(bytes: Uint8Array, cuts: readonly number[] = []): boolean {
  const validator = new JsonValidator();
  const places = [0, ...cuts.map((cut) => Math.floor(cut * bytes.length)), bytes.length].toSorted(
    (a, b) => a - b,
  );
  for (let index = 1; index < places.length; index += 1) {
    if (!validator.push(bytes.subarray(places[index - 1], places[index]))) return false;
  }
  return validator.end();
}

const encoder = new TextEncoder();
const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });

test('all JSON is taken, however it is cut into pieces', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), cuts, (text, at) => {
      expect(isValid(encoder.encode(text), at)).toBe(true);
    }),
    { numRuns: fc.runs(500) },
  );
});

test('damaged JSON is taken where a parser takes it, and nowhere else', () => {
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    drop: fc.integer({ min: 0, max: 3 }),
    put: fc.constantFrom(
      '',
      '}',
      ']',
      '{',
      '[',
      ',',
      ':',
      '"',
      '\\',
      '\\u00',
      '0',
      '-',
      '.',
      'e',
      'n',
      'true',
      '\n',
    ),
  });
  fc.assert(
    fc.property(fc.json({ maxDepth: 4 }), fc.array(damage, { maxLength: 3 }), cuts, (json, damages, at) => {
      let text = json;
      for (const { at: share, drop, put } of damages) {
        const place = Math.floor(share * text.length);
        text = text.slice(0, place) + put + text.slice(place + drop);
      }
      // Lone surrogates have no UTF-8; the bytes hold what stands for them.
      const bytes = encoder.encode(text);
      expect({ text, valid: isValid(bytes, at) }).toEqual({
        text,
        valid: parses(new TextDecoder().decode(bytes)),
      });
    }),
    { numRuns: fc.runs(3000) },
  );
});

test.each([
  '0',
  '-0',
  '01',
  '-',
  '1.',
  '.5',
  '1.5',
  '1e',
  '1e+',
  '1E-5',
  '1.e1',
  '-1.25e+10',
  '+1',
  '0x1',
  '1 2',
])('the number %s as a parser has it', (text) => {
  for (const whole of [text, `[${text}]`, `{"a":${text}}`, ` ${text} `]) {
    expect(isValid(encoder.encode(whole))).toBe(parses(whole));
  }
});

test.each([
  ['bytes that are no UTF-8', [0x22, 0xff, 0x22]],
  ['a character that is cut', [0x22, 0xc3]],
  ['half a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
])('%s are no JSON', (_name, bytes) => {
  expect(isValid(new Uint8Array(bytes))).toBe(false);
});

test('a byte order mark is no part of the text', () => {
  expect(isValid(new Uint8Array([0xef, 0xbb, 0xbf, 0x31]))).toBe(true);
  expect(isValid(new Uint8Array([]))).toBe(false);
});
