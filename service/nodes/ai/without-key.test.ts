import { describe, expect, it, test } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { bytesContainKey, redactedTail, redactOutputs, redactKey } from './without-key.ts';

const KEY = 'sk-proj_Ab9+x/0123456789-ZzQq';
const provider = { key: KEY };
const hex = (text: string): string => Buffer.from(text).toString('hex');

describe('a key that a provider says', () => {
  const spelled: [string, string][] = [
    ['plain', KEY],
    ['in capitals', KEY.toUpperCase()],
    ['as Base64', Buffer.from(KEY).toString('base64')],
    ['as Base64 for URLs', Buffer.from(KEY).toString('base64url')],
    ['as Base64 of the header', Buffer.from(`Bearer ${KEY}`).toString('base64')],
    ['as Base64 of a pair', Buffer.from(`:${KEY}\n`).toString('base64')],
    ['as Base64 in a URL', encodeURIComponent(Buffer.from(`user:${KEY}`).toString('base64'))],
    ['as a URL', encodeURIComponent(KEY)],
    ['as a URL throughout', Array.from(KEY, (one) => `%${hex(one)}`).join('')],
    ['as JSON escapes', Array.from(KEY, (one) => String.raw`\u00${hex(one)}`).join('')],
    ['as HTML', Array.from(KEY, (one) => `&#${one.charCodeAt(0)};`).join('')],
    ['as hex', hex(KEY)],
    ['with slashes escaped', KEY.replaceAll('/', String.raw`\/`)],
  ];
  it.each(spelled)('%s is taken out', (_how, written) => {
    const clean = redactKey(provider, `Your key ${written} is wrong`);
    expect(clean).toMatch(/^Your key.*\[key\].* is wrong$/);
    // What is left says nothing of it.
    expect(clean.length).toBeLessThan('Your key  is wrong'.length + 20);
  });

  it('is taken out of texts, lists, objects and names of files, and of nothing else', () => {
    const file = {
      kind: 'file' as const,
      blob: KEY,
      filename: `${KEY}.png`,
      contentType: 'image/png',
      sizeBytes: 1,
    };
    expect(
      redactOutputs(provider, {
        text: `a ${KEY}`,
        json: [{ [KEY]: [KEY, 1, null, true] }],
        file,
        number: 3,
      }),
    ).toEqual({
      text: 'a [key]',
      json: [{ '[key]': ['[key]', 1, null, true] }],
      file: { ...file, filename: '[key].png' },
      number: 3,
    });
  });

  it('is found in bytes', () => {
    expect(bytesContainKey(provider, Buffer.from(`tEXt${KEY}`))).toBe(true);
    expect(bytesContainKey(provider, Buffer.from('tEXt'))).toBe(false);
    expect(bytesContainKey(null, Buffer.from(KEY))).toBe(false);
  });
});

test('no piece of a key is shown while it comes in, however it is cut', () => {
  const whole = `So ${KEY} it is. ${'More words follow. '.repeat(20)}`;
  for (let length = 0; length <= whole.length; length += 1) {
    const shown = redactedTail(provider, whole.slice(0, length), 40);
    expect(shown.length).toBeLessThanOrEqual(40);
    for (let at = 0; at + 4 <= KEY.length; at += 1) expect(shown).not.toContain(KEY.slice(at, at + 4));
  }
});

test('what holds no key stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(redactKey(provider, text)).toBe(text);
      expect(redactKey({ key: null }, text)).toBe(text);
    }),
  );
  // What people type where any key will do is a word like others.
  expect(redactKey({ key: 'lm-studio' }, 'I run in lm-studio.')).toBe('I run in lm-studio.');
  expect(redactKey({ key: 'x' }, 'six')).toBe('six');
});
