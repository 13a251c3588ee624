import { TEXT_ENCODINGS, type TextEncoding } from '../reading/index.ts';

/** Other names of encodings that declarations of XML use. */
const NAMES: Readonly<Record<string, TextEncoding>> = {
  'iso-8859-1': 'windows-1252',
  latin1: 'windows-1252',
  'us-ascii': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  'iso-8859-11': 'windows-874',
  'tis-620': 'windows-874',
  cp866: 'ibm866',
  'x-mac-ukrainian': 'x-mac-cyrillic',
  'x-mac-roman': 'macintosh',
  'mac-roman': 'macintosh',
  macroman: 'macintosh',
  'shift-jis': 'shift_jis',
  sjis: 'shift_jis',
  gbk: 'gb18030',
  gb2312: 'gb18030',
};

/** The bytes in which a declaration stands. */
const HEAD_BYTES = 200;

/**
 * The encoding that the declaration of an XML says; undefined where it has none, or one of Unicode, which shows in the bytes.
 */
export function xmlEncodingOf(bytes: Uint8Array): TextEncoding | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  const name = /^\s{0,20}<\?xml[^>]{0,150}encoding\s?=\s?["']([\w.:-]{1,40})["']/i
    .exec(head)?.[1]
    ?.toLowerCase();
  if (name === undefined || name.startsWith('utf')) return undefined;
  return NAMES[name] ?? TEXT_ENCODINGS.find((encoding) => encoding === name);
}
