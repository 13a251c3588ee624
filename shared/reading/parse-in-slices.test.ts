import { describe, expect, test } from 'vitest';
import * as fc from '../testing/property.ts';
import { drain, parseInSlices } from './index.ts';

const outcomeOf = (parse: () => unknown) => {
  try {
    return { value: parse() };
  } catch (error) {
    return { name: (error as Error).name };
  }
};

/** What both parsers make of a text: the same value, or an error of the same name. */
const both = (text: string) => ({
  inSlices: outcomeOf(() => drain(parseInSlices(text))),
  atOnce: outcomeOf(() => JSON.parse(text)),
});

describe('parsing JSON in slices', () => {
  test('any JSON gives what JSON.parse gives, with any spaces', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 1, '\t', '\r\n'), (value, space) => {
        const { inSlices, atOnce } = both(JSON.stringify(value, null, space));
        expect(inSlices).toEqual(atOnce);
      }),
    );
  });

  test('what is cut or has a character too many is refused as by JSON.parse', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('', ',', ']', '}', '"', '[', '{', ':', '1', 'x', '\\'),
        (value, place, inserted) => {
          const text = JSON.stringify(value);
          const at = place % (text.length + 1);
          for (const damaged of [text.slice(0, at) + inserted + text.slice(at), text.slice(0, at)]) {
            const { inSlices, atOnce } = both(damaged);
            expect(inSlices).toEqual(atOnce);
          }
        },
      ),
    );
  });

  test.each([
    '{"__proto__":{"a":1}}',
    '{"a":1,"a":2}',
    '["\\\\","\\"]",{"a]":"}"}]',
    '[ ]',
    ' {} ',
    '[1,]',
    '[,1]',
    '[1],[2]',
    '[1][2]',
    '{"a":[1}',
    '{"a":1,}',
    '"\u2028"',
    '',
    '-',
    '01',
  ])('%s', (text) => {
    const { inSlices, atOnce } = both(text);
    expect(inSlices).toEqual(atOnce);
  });

  test('a list of many elements is parsed with pauses', () => {
    const value = { version: 1, nodes: Array.from({ length: 20_000 }, (_, index) => ({ id: `n${index}` })) };
    const slices = parseInSlices(JSON.stringify(value));
    let pauses = 0;
    let step = slices.next();
    for (; !step.done; step = slices.next()) pauses += 1;
    expect(step.value).toEqual(value);
    expect(pauses).toBeGreaterThan(1);
  });
});
