import { describe, expect, test } from 'vitest';
import * as fc from '../testing/property.ts';
import { mergeText, rebaseText } from './merge-text.ts';

const merged = (base: string, mine: string, theirs: string, separator?: string) =>
  mergeText(base, mine, theirs, separator).text;

describe('two changes of one text', () => {
  test.each([
    ['at both ends', 'The lamp', 'The lamp is lit', 'Night. The lamp', 'Night. The lamp is lit'],
    [
      'of two words',
      'A red lamp by the door',
      'A blue lamp by the door',
      'A red lamp by the wall',
      'A blue lamp by the wall',
    ],
    ['one at both ends, one in the middle', 'A red lamp', 'One red lamps', 'A blue lamp', 'One blue lamps'],
    [
      'one deletes, one writes elsewhere',
      'one two three',
      'one three',
      'one two three four',
      'one three four',
    ],
    ['both delete, overlapping', 'one two three four', 'one four', 'one two four', 'one four'],
    ['the same', 'one', 'one two', 'one two', 'one two'],
    ['one goes on where the other began', '', 'The lamp is', 'The la', 'The lamp is'],
    ['in languages without blanks', '猫が走る', '黒い猫が走る', '猫が走る夜', '黒い猫が走る夜'],
  ])('%s are both made', (_name, base, mine, theirs, expected) => {
    expect(mergeText(base, mine, theirs)).toEqual({ text: expected, isJoined: false });
  });

  test('in one place both stand, theirs first, and that is told', () => {
    expect(mergeText('', 'A dog barks', 'The lamp is lit')).toEqual({
      text: 'The lamp is lit\nA dog barks',
      isJoined: true,
    });
    expect(merged('', 'Dog', 'Lamp', ' ')).toBe('Lamp Dog');
    expect(merged('It is red.', 'It is blue.', 'It is green.', ' ')).toBe('It is green blue.');
  });

  test('what the one writes in what the other deletes stays', () => {
    expect(merged('one two three', 'one', 'one two and a half three')).toContain('and a half');
  });

  test('never cut a character in two', () => {
    const text = merged('a 😀 b', 'a 😁 b', 'a 😂 b', '');
    expect(text.isWellFormed()).toBe(true);
    expect(text).toContain('😁');
    expect(text).toContain('😂');
  });

  test('of very long texts are made as well', () => {
    const base = Array.from({ length: 5000 }, (_, index) => `w${index}`).join(' ');
    const mine = base.replaceAll('w', 'v');
    const text = merged(base, mine, `${base} END`);
    expect(text).toContain('v4999');
    expect(text).toContain('END');
  });
});

test('an edit of a text that has moved on goes where the cursor was, letter by letter', () => {
  let [field, document] = ['The lamp is lit', 'The lamp is lit\nA dog barks'];
  for (const letter of ' at night, a dog') {
    document = rebaseText(field, field + letter, document);
    field += letter;
  }
  expect(document).toBe('The lamp is lit at night, a dog\nA dog barks');
  expect(rebaseText('one two', 'one', 'one two three')).toBe('one three');
  expect(rebaseText('one', 'one', 'two')).toBe('two');
});

const letters = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '😀'), maxLength: 12 });

test('where one side changed nothing the other stands, and whatever both write anew is there, whole', () => {
  fc.assert(
    fc.property(letters, letters, fc.nat(12), fc.nat(12), (base, other, one, two) => {
      expect(merged(base, other, base)).toBe(other);
      expect(merged(base, base, other)).toBe(other);
      expect(merged(base, other, other)).toBe(other);
      const put = (text: string, at: number) => {
        const characters = Array.from(base);
        return [...characters.slice(0, at), text, ...characters.slice(at)].join('');
      };
      const text = merged(base, put('MINE', one), put('THEIRS', two));
      expect(text).toContain('MINE');
      expect(text).toContain('THEIRS');
      expect(text.isWellFormed()).toBe(true);
    }),
  );
});
