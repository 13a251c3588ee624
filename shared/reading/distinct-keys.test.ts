import { describe, expect, it } from 'vitest';
import { JsonScanner } from './json-scanner.ts';
import { DEFAULT_LIMITS } from './limits.ts';

const encoder = new TextEncoder();

/** What the scanner says of text that arrives in pieces of so many bytes. */
function scan(text: string, limits: { numberKeys?: number; distinctKeys?: number }, piece = Infinity) {
  const { bytes: _, ...counts } = DEFAULT_LIMITS;
  const scanner = new JsonScanner({ ...counts, ...limits });
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += piece) {
    const problem = scanner.push(bytes.subarray(at, Math.min(bytes.length, at + piece)));
    if (problem) return problem;
  }
  return null;
}

const list = (count: number, item: (index: number) => string) =>
  `[${Array.from({ length: count }, (_, index) => item(index)).join(',')}]`;

describe('keys that differ', () => {
  it('are counted once, however often they come', () => {
    const keys = Array.from({ length: 60 }, (_, index) => `"name of field ${index}":1`).join(',');
    expect(
      scan(
        list(1000, () => `{${keys}}`),
        { distinctKeys: 60 },
      ),
    ).toBeNull();
    expect(
      scan(
        list(2, () => `{${keys}}`),
        { distinctKeys: 59 },
      ),
    ).toBe('TOO_MANY_DISTINCT_KEYS');
  });

  it('are told from each other in many small objects', () => {
    const text = list(5000, (index) => `{"key${index}":1}`);
    expect(scan(text, { distinctKeys: 5000 })).toBeNull();
    // A few may share a hash; no more.
    expect(scan(text, { distinctKeys: 4900 })).toBe('TOO_MANY_DISTINCT_KEYS');
  });

  it.each([10, 60, 500, 2000])('are met again after the table has grown: %d of them', (count) => {
    const objects = list(count, (index) => `{"key${index}":1}`);
    expect(scan(`[${objects},${objects}]`, { distinctKeys: count })).toBeNull();
  });

  it('take little memory in short texts', () => {
    const before = process.memoryUsage().arrayBuffers;
    const scanners = Array.from({ length: 1000 }, () => {
      const scanner = new JsonScanner({ ...DEFAULT_LIMITS, distinctKeys: 100 });
      scanner.push(encoder.encode('{"a":1,"b":{"c":2}}'));
      return scanner;
    });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1024 * 1024);
    expect(scanners).toHaveLength(1000);
  });

  it('are all counted in an object of more than a thousand', () => {
    const large = `{${Array.from({ length: 3000 }, (_, index) => `"k${index}":1`).join(',')}}`;
    expect(scan(`[${large},${large},${large}]`, { distinctKeys: 6500 })).toBe('TOO_MANY_DISTINCT_KEYS');
    expect(scan(large, { distinctKeys: 3000 })).toBeNull();
  });

  it('are not looked for in values', () => {
    expect(
      scan(
        list(1000, (index) => `"text ${index}"`),
        { distinctKeys: 1 },
      ),
    ).toBeNull();
    expect(
      scan(
        list(1000, (index) => `{"a":"text ${index}","b":["c${index}"]}`),
        { distinctKeys: 2 },
      ),
    ).toBeNull();
  });

  it.each(['long'.repeat(40), 'with \\u0061 escape'])('count each time when they are %j', (key) => {
    expect(
      scan(
        list(5, () => `{"${key}":1}`),
        { distinctKeys: 4 },
      ),
    ).toBe('TOO_MANY_DISTINCT_KEYS');
    expect(
      scan(
        list(4, () => `{"${key}":1}`),
        { distinctKeys: 4 },
      ),
    ).toBeNull();
  });

  it.each([1, 2, 3, 7])('are never missed in pieces of %d bytes', (piece) => {
    const text = list(50, (index) => `{"key${index}":1}`);
    expect(scan(text, { distinctKeys: 49 }, piece)).toBe('TOO_MANY_DISTINCT_KEYS');
  });
});

describe('keys that are numbers', () => {
  it.each([
    ['0', true],
    ['42', true],
    ['4294967294', true],
    ['', false],
    ['12345678901', false],
    ['1a', false],
    ['a1', false],
    ['-1', false],
    ['1.5', false],
    ['\\u0031', true],
    ['\\u0061', false],
    ['\\n', false],
  ])('%j: %s', (key, counts) => {
    expect(scan(`{"${key}":1}`, { numberKeys: 0 })).toBe(counts ? 'TOO_MANY_NUMBER_KEYS' : null);
  });

  it('are not looked for in values', () => {
    expect(scan('["1",{"a":"2","b":["3"]}]', { numberKeys: 0 })).toBeNull();
  });

  it.each([1, 2, 3, 7])('are never missed in pieces of %d bytes', (piece) => {
    const text = `{${Array.from({ length: 50 }, (_, index) => `"${index}":1`).join(',')}}`;
    expect(scan(text, { numberKeys: 49 }, piece)).toBe('TOO_MANY_NUMBER_KEYS');
  });
});
