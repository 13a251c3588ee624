import { describe, expect, it } from 'vitest';
import * as fc from '../testing/property.ts';
import { jsonFault } from './json-fault.ts';

describe('where a text stops being JSON', () => {
  it.each([
    ['{"a":}', 'what begins at character 6 does not belong there'],
    ['[1,]', 'what begins at character 4 does not belong there'],
    ['{"a":1,}', 'what begins at character 8 does not belong there'],
    ['{\n  "a": 1\n  "b": 2\n}', 'what begins at line 3, character 3 does not belong there'],
    ['{a:1}', 'what begins at character 2 does not belong there'],
    ["['a']", 'what begins at character 2 does not belong there'],
    ['[01]', 'what begins at character 2 does not belong there'],
    ['{"a":1', 'it ends too early'],
    ['[', 'it ends too early'],
    ['[1] 2', 'what begins at character 5 does not belong there'],
    ['["a\nb"]', 'what begins at line 1, character 2 does not belong there'],
    ['<html>', 'what begins at character 1 does not belong there'],
  ])('%j: %s', (text, expected) => expect(jsonFault(text)).toBe(expected));

  it('is found in every text that the engine refuses, at the end only where more could follow', () => {
    const isRefused = (text: string): boolean => {
      try {
        JSON.parse(text);
        return false;
      } catch {
        return true;
      }
    };
    const changed = fc
      .tuple(fc.json({ maxDepth: 3 }), fc.nat(), fc.constantFrom('', '}', ',', '"', 'x'))
      .map(([json, cut, put]) => {
        const at = cut % (json.length + 1);
        return json.slice(0, at) + put + json.slice(at + 1);
      })
      .filter(isRefused);
    fc.assert(
      fc.property(changed, (text) => {
        expect(jsonFault(text)).toMatch(/^(?:it ends too early|what begins at .+ belong there)$/);
      }),
    );
  });
});
