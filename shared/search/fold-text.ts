/** Letters that people type without their marks and that Unicode does not take apart. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
const SPECIAL = /[ßæœøłđðþı]/g;
/** Marks are accents in these scripts alone; in others they make other letters. */
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;
const PLAIN = /^[ -~]*$/;

/** A text as it is searched: small letters without accents, so that `cafe` stands in `Café`. O(length). */
export function foldText(text: string): string {
  if (PLAIN.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(ACCENTS, '$1')
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC');
}

/** The words of a text in small letters without accents. */
export const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
