import * as fc from '#shared/testing/property.ts';
import { expect, test } from 'vitest';
import { replaceAll, splitAt } from './pattern.ts';

const regex = (find: string) => ({ find, mode: 'regular expression', matchCase: true }) as const;
const plain = (find: string) => ({ find, mode: 'plain text', matchCase: true }) as const;

test('replacements of regular expressions read as the language has them', () => {
  const patterns = ['a', '(a)(b)?', '(?<x>[ab])(?<y>c)?', '(.)(.)', '', 'b*'];
  // The language leaves numbers beyond the groups, and two digits, as text in ways that depend on the count of groups.
  const pieces = fc.constantFrom('$$', '$&', '$1', '$2', '$<x>', '$<none>', '$', 'z', ' ');
  fc.assert(
    fc.property(
      fc.constantFrom(...patterns),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c', '😀') }),
      fc.array(pieces).map((parts) => parts.join('')),
      (source, subject, replacement) => {
        const named = source.includes('?<');
        const groups = [...source.matchAll(/\((?!\?:)/g)].length;
        fc.pre(named || !replacement.includes('$<'));
        fc.pre(groups >= 2 || !replacement.includes('$2'));
        expect(replaceAll(subject, regex(source), replacement)).toBe(
          subject.replace(new RegExp(source, 'gu'), replacement),
        );
      },
    ),
  );
});

test('plain text is taken by the letter, whatever is in it', () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (subject, find, replacement) => {
      expect(replaceAll(subject, plain(find), replacement)).toBe(subject.split(find).join(replacement));
      expect(splitAt(subject, plain(find))).toEqual(subject.split(find));
    }),
  );
});
