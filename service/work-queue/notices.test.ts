import { describe, expect, it } from 'vitest';
import { cutForNotice, fitsNotice, MAX_NOTICE_TEXT_BYTES, payloadOf } from './notices.ts';

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text));
/** PostgreSQL takes less than this. */
const LIMIT = 8000;

describe('messages between services and workers', () => {
  it.each([
    ['characters of three bytes', '漢'],
    ['characters of four bytes', '🎞'],
    ['signs that JSON escapes', '\u0001'],
    ['quotes', '"'],
    ['half surrogate pairs', '\ud800'],
  ])('a long text of %s is cut to what fits one', (_what, character) => {
    const text = character.repeat(20_000);
    const cut = cutForNotice(text);
    expect(jsonBytes(cut)).toBeLessThanOrEqual(MAX_NOTICE_TEXT_BYTES);
    expect(jsonBytes(cut)).toBeGreaterThan(MAX_NOTICE_TEXT_BYTES - 16);
    expect(text.startsWith(cut)).toBe(true);
    expect(cut.isWellFormed()).toBe(text.isWellFormed());
    const message = JSON.stringify({ id: crypto.randomUUID(), attempt: 9, kind: 'log', message: cut });
    const { payload, count } = payloadOf([message, message]);
    expect([count, Buffer.byteLength(payload) < LIMIT]).toEqual([1, true]);
  });

  it('holds a result by its bytes, whatever script it is in', () => {
    expect(fitsNotice({ outcome: 'x'.repeat(5900) })).toBe(true);
    expect(fitsNotice({ outcome: '漢'.repeat(2600) })).toBe(false);
    expect(fitsNotice({ outcome: '漢'.repeat(1900) })).toBe(true);
  });

  it('leaves a short text as it is', () => {
    expect(cutForNotice('Schön – 漢字 🎞')).toBe('Schön – 漢字 🎞');
  });

  it('puts as many into one as fit', () => {
    const message = JSON.stringify('x'.repeat(1000));
    const { payload, count } = payloadOf(Array.from({ length: 20 }, () => message));
    expect([count, JSON.parse(payload)]).toEqual([7, Array.from({ length: 7 }, () => 'x'.repeat(1000))]);
  });
});
