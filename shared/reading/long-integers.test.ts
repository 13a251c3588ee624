import { expect, it } from 'vitest';
import * as fc from '../testing/property.ts';
import { parsePreservingIntegers } from './long-integers.ts';

it.each([
  ['{"id": 7615917337495251231}', { id: '7615917337495251231' }],
  ['[-9007199254740993]', ['-9007199254740993']],
  ['[9007199254740991, 9007199254740992]', [9007199254740991, 9007199254740992]],
  ['{"text": "7615917337495251231"}', { text: '7615917337495251231' }],
  ['[3.14159265358979323846, 1e300, 12345678901234567.5]', [Math.PI, 1e300, 12345678901234568]],
  ['7615917337495251231', '7615917337495251231'],
])('reads %s', (text, value) => {
  expect(parsePreservingIntegers(text).value).toEqual(value);
});

it('loses no digit of any whole number, and changes nothing else', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.jsonValue(), (id, beside) => {
      const plain = JSON.stringify(beside);
      const { value } = parsePreservingIntegers(`{"id":${id},"beside":${plain}}`);
      expect(String((value as { id: string | number }).id)).toBe(String(id));
      expect((value as { beside: unknown }).beside).toEqual(JSON.parse(plain));
    }),
  );
});
