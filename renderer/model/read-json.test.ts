import { expect, it } from 'vitest';
import { readTypedJson } from './read-json.ts';

it.each(['{"id": 7615917337495251231}', '[1, 12345678901234567890]'])(
  'refuses %s, whose number would be another one',
  (text) => {
    const read = readTypedJson(text);
    expect(read.ok ? null : read.problem.message).toMatch(
      /^\d+ is too long for a number here\. Put it in quotes/,
    );
  },
);

it.each(['{"id": "7615917337495251231"}', '[9007199254740991, 3.14159265358979323846]'])(
  'takes %s',
  (text) => {
    expect(readTypedJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
  },
);
