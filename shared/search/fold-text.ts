/** Of `foldText`: texts that were stored in the form of an earlier version are folded anew. */
export const FOLD_VERSION = 1;

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
  // A sigma is written so at the end of a word only.
  ς: 'σ',
};
const SPECIAL = /[ßæœøłđðþıς]/g;
/** Soft hyphens, joiners and the like, which nobody sees and nobody types. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}+/gu;
/** Marks are accents in these scripts alone; in others they make other letters. */
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{M}+/gu;
const SIMPLE = /^[ -~]*$/;

/**
 * A text as it is searched: small letters without accents, so that `cafe` stands in `Café`. O(length).
 * Services and the desk store texts in this form: whoever changes it raises `FOLD_VERSION`.
 */
export function foldText(text: string): string {
  if (SIMPLE.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(INVISIBLE, '')
    .toLowerCase()
    .replace(ACCENTS, '$1')
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC');
}

/** The words of a text in small letters without accents. */
export const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
