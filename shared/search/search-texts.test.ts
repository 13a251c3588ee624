import { describe, expect, test } from 'vitest';
import * as fc from '#shared/testing/property.ts';
import { FOLD_VERSION, foldText, SearchIndex, searchTexts, textMatcher, Vocabulary } from './index.ts';

const character = fc.constantFrom(
  ...Array.from('aAßẞøıİΣσςée\u0301\u0308ﬁＡ１ガか\u3099ह\u093fü\u00ad\u200dЙи\u0306ᾼ©①ﾊﾟ -'),
);
const phrase = fc.array(character, { maxLength: 8 }).map((characters) => characters.join(''));

describe('folding', () => {
  test('the same text is searched the same way, however its accents are written, in any case and any width', () => {
    fc.assert(
      fc.property(phrase, (text) => {
        const folded = foldText(text);
        const forms = [
          text.normalize('NFC'),
          text.normalize('NFD'),
          text.normalize('NFKC'),
          text.toLowerCase(),
          folded,
        ];
        for (const form of forms) expect(foldText(form)).toBe(folded);
      }),
    );
  });

  test('a text is found by any letters that stand in it', () => {
    fc.assert(
      fc.property(phrase, phrase, phrase, (before, query, after) => {
        // A mark belongs to the letter before it.
        const continues = /^(?:\p{M}|\p{Default_Ignorable_Code_Point}|\uff9f)/u;
        fc.pre(!continues.test(query) && !continues.test(after));
        expect(foldText(before + query + after)).toContain(foldText(query));
      }),
    );
  });

  test.each([
    ['Café Übung', 'cafe ubung'],
    ['Crème brûlée.png', 'creme brulee.png'],
    ['Cafe\u0301', 'cafe'],
    ['Straße Øre Łódź œuvre', 'strasse ore lodz oeuvre'],
    ['İstanbul', 'istanbul'],
    ['ﬁlm ①', 'film 1'],
    ['Ξενοδοχείο Йод', 'ξενοδοχειο иод'],
    ['ΟΔΟΣ Οδός', 'οδοσ οδοσ'],
    ['Ｃａｆé １２', 'cafe 12'],
    ['DIYARBAKIR Dıyarbakır', 'diyarbakir diyarbakir'],
    ['co\u00adoperate', 'cooperate'],
    ['می\u200cخواهم', 'میخواهم'],
    ['ſanft', 'sanft'],
  ])('%s is searched as %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test('marks that make other letters stay: kana, Devanagari, Thai', () => {
    expect(foldText('ガ')).toBe('ガ');
    expect(foldText('हिन्दी')).toBe('हिन्दी'.normalize('NFC'));
    expect(foldText('น้ำ')).not.toBe(foldText('นา'));
  });

  test('texts are folded as those that are stored were: whoever changes that raises FOLD_VERSION', () => {
    let sum = 0;
    for (let point = 0; point < 0x20000; point += 1) {
      if (point >= 0xd800 && point < 0xe000) continue;
      for (const letter of foldText(String.fromCodePoint(point))) {
        sum = (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) | 0;
      }
    }
    expect([FOLD_VERSION, sum]).toEqual([1, 1_524_667_613]);
  });

  test('a folded text is not changed by folding it again', () => {
    for (const text of ['Café', 'Straße', 'İ', 'ガ', 'ΐ', 'ẞ'])
      expect(foldText(foldText(text))).toBe(foldText(text));
  });
});

const names = ['Crème brûlée.png', 'IMG_202.jpg', 'Harbour at sunset.jpg', 'Wide of the harbor.mp4'];
const found = (query: string) => searchTexts(names, query, (name) => name);

test.each([
  ['creme', ['Crème brûlée.png']],
  ['BRÛLEE', ['Crème brûlée.png']],
  ['img-202', ['IMG_202.jpg']],
  ['g_20', ['IMG_202.jpg']],
  ['sunset harbour', ['Harbour at sunset.jpg']],
  ['harbuor', ['Harbour at sunset.jpg']],
  ['wdie', ['Wide of the harbor.mp4']],
  ['brulee cerme', ['Crème brûlée.png']],
  ['sunsett', ['Harbour at sunset.jpg']],
  ['harbour sunst', ['Harbour at sunset.jpg']],
  ['brullee', ['Crème brûlée.png']],
  ['', names],
  ['   ', names],
  ['xq', []],
  ['zeppelin', []],
  ['harbour zeppelin', []],
])('a search for “%s”', (query, expected) => {
  expect(found(query)).toEqual(expected);
});

test('what is written as typed hides what is only near it', () => {
  expect(searchTexts(['Blur', 'Blue'], 'blue', (name) => name)).toEqual(['Blue']);
});

test('a letter beside other words begins a word, and by itself is anywhere', () => {
  const pins = ['Sky · Offset X', 'Sky · Offset Y', 'Layer (y) offset'];
  expect(searchTexts(pins, 'offset y', (name) => name)).toEqual(['Sky · Offset Y', 'Layer (y) offset']);
  expect(searchTexts(pins, 'y', (name) => name)).toEqual(pins);
  expect(searchTexts(['夜の海', '海'], '海 夜', (name) => name)).toEqual(['夜の海']);
});

test('a query without words is looked for as it is', () => {
  expect(textMatcher('#')('Take #2')).toBe(true);
  expect(textMatcher('#')('Take 2')).toBe(false);
});

test('nothing is corrected where every word is known', () => {
  const vocabulary = new Vocabulary(() => names);
  expect(vocabulary.correct('harbour')).toBeNull();
  expect(vocabulary.correct('...')).toBeNull();
});

test('correcting reads the texts once, and only when nothing answers', () => {
  let reads = 0;
  const vocabulary = new Vocabulary(() => {
    reads += 1;
    return names;
  });
  expect(reads).toBe(0);
  expect(vocabulary.correct('sunsrt')).toBe('sunset');
  expect(vocabulary.correct('brullee')).toBe('brulee');
  expect(reads).toBe(1);
});

test('a list reads each of its texts once, whatever is typed into its search', () => {
  let reads = 0;
  const index = new SearchIndex(names, (name) => {
    reads += 1;
    return name;
  });
  expect(index.search('')).toEqual(names);
  expect(reads).toBe(0);
  for (const query of ['s', 'su', 'sun', 'sunsrt', 'sunsrt har', 'zeppelin', 'sunset']) index.search(query);
  expect(reads).toBe(names.length);
  expect(index.search('sunsrt')).toEqual(['Harbour at sunset.jpg']);
});
