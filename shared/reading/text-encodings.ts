/** Encodings of text files, and which one a file without a mark is likely in. */

export const TEXT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** Those that are tried where bytes are no Unicode; the first of equals is taken. */
const GUESSED = [
  'windows-1252',
  'macintosh',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
] as const satisfies readonly TextEncoding[];

/** Bytes that are looked at, from a little before the first that is no ASCII. */
const SAMPLE_BYTES = 48 * 1024;
const BYTES_BEFORE = 64;

/** Words as a language has them tell more than single signs: the commonest of Chinese, which both encodings have. */
const COMMON_IDEOGRAPHS = new Set(
  '的一是不了在人有我他这個这们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年這們來為國說時會對過裡後沒現樣什麼么还很没过後',
);

const LATIN = /[A-Za-zÀ-ÖØ-öø-ž]/;
const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
const CYRILLIC = /[Ѐ-ӿ]/;
const GREEK = /[Ͱ-Ͽ]/;
const KANA = /[ぁ-ゟァ-ヿ]/;
const HALF_KANA = /[ｦ-ﾟ]/;
const HANGUL = /[가-힣]/;
const IDEOGRAPH = /[一-鿿]/;
const WIDE_SIGN = /[、。「」『』・！？：；（）～…]/;
const QUOTE = /[‘’“”„«»–—…€]/;
const HARMLESS = /[£§©®°½¼¾¿¡ªº·×\u00A0]/;

/** How likely a sign is where it stands, from -2 to 1.1. */
const pointsOf = (sign: string, before: string, after: string, encoding: TextEncoding): number =>
  pointsOfAsian(sign, before, encoding) ??
  pointsOfAlphabet(sign, before, after) ??
  pointsOfMark(sign, before, after);

/** Signs of Chinese, Japanese and Korean; undefined for others. */
function pointsOfAsian(sign: string, before: string, encoding: TextEncoding): number | undefined {
  if (KANA.test(sign)) return 1.1;
  if (WIDE_SIGN.test(sign) && !LATIN.test(before)) return 0.9;
  if (HANGUL.test(sign)) return 0.95;
  if (HALF_KANA.test(sign)) return -0.5;
  if (!IDEOGRAPH.test(sign)) return undefined;
  // Korean is written without them, mostly.
  if (encoding === 'euc-kr') return -0.5;
  return COMMON_IDEOGRAPHS.has(sign) ? 1.05 : 0.55;
}

/** Letters of Cyrillic, Greek and Latin; undefined for others. */
function pointsOfAlphabet(sign: string, before: string, after: string): number | undefined {
  // A final sigma ends a word, and two marks on one letter are rare.
  if (/[ΐΰ]/.test(sign) || (sign === 'ς' && GREEK.test(after))) return -1;
  if (CYRILLIC.test(sign) || GREEK.test(sign)) return pointsOfLetter(sign, before, after, LATIN);
  if (!LATIN.test(sign)) return undefined;
  // Next to each other accents are rare.
  const isInRow = LATIN.test(after) && after > '\u007F' && before > '\u007F';
  return isInRow ? -0.7 : pointsOfLetter(sign, before, after, CYRILLIC);
}

/** Quotes, dashes, signs of money, and what is none of a text. */
function pointsOfMark(sign: string, before: string, after: string): number {
  const isInWord = LATIN.test(before) && LATIN.test(after);
  if (QUOTE.test(sign)) return isInWord && sign !== '’' ? -0.5 : 1.05;
  if (HARMLESS.test(sign)) return isInWord ? -1 : 0.3;
  return /[\u0080-\u009F\uE000-\uF8FF\uFFFD]/.test(sign) ? -2 : -1;
}

/** A letter, which stands in no word of another script, and as a capital behind no small one. */
function pointsOfLetter(sign: string, before: string, after: string, others: RegExp): number {
  if (others.test(before) || others.test(after)) return -1;
  if (LOWER.test(sign)) return UPPER.test(before) && UPPER.test(after) ? -0.5 : 1;
  return LOWER.test(before) ? -1 : 0.8;
}

/** How likely a text is in the encoding that it was read in: the middle of its signs that are no ASCII. */
function likelihood(text: string, encoding: TextEncoding): number {
  const signs = Array.from(text);
  let sum = 0;
  let count = 0;
  for (const [at, sign] of signs.entries()) {
    if (sign <= '\u007F') continue;
    count += 1;
    sum += pointsOf(sign, signs[at - 1] ?? ' ', signs[at + 1] ?? ' ', encoding);
  }
  return count === 0 ? 0 : sum / count;
}

/**
 * The likeliest encoding of bytes that are neither UTF-8 nor UTF-16.
 * @param isCut more bytes follow, so that the last sign may be half there.
 */
export function guessEncoding(bytes: Uint8Array): TextEncoding {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const start = Math.max(0, first - BYTES_BEFORE);
  const sample = bytes.subarray(start, start + SAMPLE_BYTES);
  let best: { encoding: TextEncoding; points: number } = { encoding: 'windows-1252', points: -Infinity };
  for (const encoding of GUESSED) {
    const text = decodeWhole(sample, encoding);
    if (text === undefined) continue;
    const points = likelihood(text, encoding);
    if (points > best.points + 1e-9) best = { encoding, points };
  }
  return best.encoding;
}

/** A sample in an encoding; undefined where it holds what is no sign of it, but for half a sign at its end. */
function decodeWhole(sample: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
  } catch {
    return undefined;
  }
}
