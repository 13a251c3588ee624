import { TEXT_ENCODINGS, type TextEncoding } from './text-encodings.ts';

/** Which encoding a text file is likely in that does not say it and is no Unicode. */

/** Bytes that are looked at, from a little before the first that is no ASCII. */
const SAMPLE_BYTES = 48 * 1024;
const BYTES_BEFORE = 64;

/** What the detector calls the encodings that are guessed, in small letters. */
const NAMES: ReadonlyMap<string, TextEncoding> = new Map([
  ['windows-1252', 'windows-1252'],
  ['iso-8859-1', 'windows-1252'],
  ['macroman', 'macintosh'],
  ['windows-1250', 'windows-1250'],
  ['iso-8859-2', 'iso-8859-2'],
  ['windows-1251', 'windows-1251'],
  ['koi8-r', 'koi8-r'],
  ['koi8-u', 'koi8-u'],
  ['iso-8859-5', 'iso-8859-5'],
  ['ibm866', 'ibm866'],
  ['windows-1253', 'windows-1253'],
  ['iso-8859-7', 'iso-8859-7'],
  ['windows-1254', 'windows-1254'],
  ['iso-8859-9', 'windows-1254'],
  ['windows-1255', 'windows-1255'],
  // Its letters stand at the same places; points and signs of money are in the other alone.
  ['iso-8859-8', 'windows-1255'],
  ['windows-1256', 'windows-1256'],
  ['iso-8859-6', 'iso-8859-6'],
  ['windows-1257', 'windows-1257'],
  ['iso-8859-13', 'windows-1257'],
  ['windows-1258', 'windows-1258'],
  ['cp1258', 'windows-1258'],
  ['windows-874', 'windows-874'],
  ['cp874', 'windows-874'],
  ['tis-620', 'windows-874'],
  ['shift_jis', 'shift_jis'],
  ['shift_jis_2004', 'shift_jis'],
  ['cp932', 'shift_jis'],
  ['euc-jp', 'euc-jp'],
  ['euc-jis-2004', 'euc-jp'],
  ['gb2312', 'gb18030'],
  ['gb18030', 'gb18030'],
  ['big5', 'big5'],
  ['big5hkscs', 'big5'],
  ['euc-kr', 'euc-kr'],
  ['cp949', 'euc-kr'],
]);

/**
 * What a text has next to nowhere: words in two alphabets, a sign or a capital within a word of small letters, control
 * signs, signs of nobody.
 */
const ODD = [
  /(?=\p{Script=Latin}[\p{L}--\p{Script=Latin}]|[\p{L}--\p{Script=Latin}]\p{Script=Latin})/gv,
  /(?<=\p{Ll})[\p{Lu}§©®¶±¤¦¬]\p{Ll}/gu,
  /[\u0080-\u009F\uE000-\uF8FF\uFFFD]/g,
];
const NON_ASCII = /[^\0-\x7F]/g;
/** Of the signs that are no ASCII at most this part may be odd. */
const MAX_ODD_SHARE = 0.1;
/** The commonest encoding is taken where it is this near to the likeliest. */
const NEARLY = 0.96;
/** So few signs that are no ASCII say little of a language: then this near. */
const FEW_SIGNS = 4;
const NEARLY_OF_FEW = 0.4;

/** Quotes, dashes and signs of money or measures; files in English have no others beside ASCII. */
const MARKS = /^[‘’‚“”„‹›«»–—…€£¥©®™°±²³½¼¾§·•\u00A0]+$/;

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

function isReadable(text: string): boolean {
  const odd = ODD.reduce((sum, pattern) => sum + countOf(text, pattern), 0);
  return odd <= countOf(text, NON_ASCII) * MAX_ODD_SHARE;
}

/** A sample in an encoding; undefined where it holds what is no sign of it, but for half a sign at its end. */
function decodeStrict(sample: Uint8Array, encoding: TextEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true });
  } catch {
    return undefined;
  }
}

/**
 * The likeliest encoding of bytes that are neither UTF-8 nor UTF-16.
 * @param bytes of a file, from its beginning; more may follow.
 * @returns Windows-1252, the commonest, where nothing fits.
 */
export async function detectEncoding(bytes: Uint8Array): Promise<TextEncoding> {
  const first = bytes.findIndex((byte) => byte > 0x7f);
  const start = Math.max(0, first - BYTES_BEFORE);
  const sample = bytes.subarray(start, start + SAMPLE_BYTES);
  const remaining = sample.filter((byte) => byte > 0x7f);
  return MARKS.test(decodeStrict(remaining, 'windows-1252') ?? '') ? 'windows-1252' : mostLikelyOf(sample);
}

/** The encoding whose languages the bytes look like most. */
async function mostLikelyOf(sample: Uint8Array): Promise<TextEncoding> {
  // Its tables are large, and few files need them.
  const { detectAll } = await import('jschardet');
  const likely = new Map<TextEncoding, number>();
  for (const { encoding, confidence } of detectAll(sample, { minimumThreshold: 0 })) {
    const existing = NAMES.get(encoding?.toLowerCase() ?? '');
    if (existing !== undefined && !likely.has(existing)) likely.set(existing, confidence);
  }
  const fitting = [...likely].flatMap(([encoding, confidence]) => {
    const text = decodeStrict(sample, encoding);
    return text === undefined ? [] : [{ encoding, confidence, text, isReadable: isReadable(text) }];
  });
  const readable = fitting.filter((item) => item.isReadable);
  const best = readable[0] ?? fitting[0];
  const common = readable.find(({ encoding }) => encoding === 'windows-1252');
  const nearly = best && countOf(best.text, NON_ASCII) <= FEW_SIGNS ? NEARLY_OF_FEW : NEARLY;
  const isClose = best && common && common.confidence >= best.confidence * nearly;
  if (!best || isClose) return 'windows-1252';
  // Of those that read the same the commoner.
  const same = new Set(fitting.filter(({ text }) => text === best.text).map(({ encoding }) => encoding));
  return TEXT_ENCODINGS.find((encoding) => same.has(encoding)) ?? best.encoding;
}
