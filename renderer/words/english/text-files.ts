import type { TextEncoding, TextReport } from '#shared/reading/index.ts';
import type { CaptionReport } from '#shared/timeline/read-captions.ts';
import { pluralForm } from '../forms.ts';

const encodings: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16, little end first)',
  'utf-16be': 'Unicode (UTF-16, big end first)',
  'windows-1252': 'Western (Windows-1252)',
  'iso-8859-15': 'Western (ISO 8859-15)',
  macintosh: 'Western (Mac Roman)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'koi8-u': 'Ukrainian (KOI8-U)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  ibm866: 'Cyrillic (DOS 866)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  'windows-1253': 'Greek (Windows-1253)',
  'iso-8859-7': 'Greek (ISO 8859-7)',
  'windows-1254': 'Turkish (Windows-1254, ISO 8859-9)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'iso-8859-8': 'Hebrew (ISO 8859-8)',
  'windows-1256': 'Arabic (Windows-1256)',
  'iso-8859-6': 'Arabic (ISO 8859-6)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  shift_jis: 'Japanese (Shift-JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  gb18030: 'Simplified Chinese (GB18030)',
  big5: 'Traditional Chinese (Big5)',
  'euc-kr': 'Korean (EUC-KR)',
};

const captions = (count: number): string => pluralForm(count, { one: '# caption', other: '# captions' });

/** A sentence for each count that is not 0. */
const countSentences = (counts: readonly (readonly [count: number, sentence: string])[]): string[] =>
  counts.filter(([count]) => count > 0).map(([, sentence]) => sentence);

/** Reading text files of other programs: captions, lists of edits, tables. */
export const textFiles = {
  encodings,
  encoding: 'Encoding',
  encodingGuessed: (encoding: TextEncoding) =>
    `The file does not say its encoding, so it was read as ${encodings[encoding]}. Look whether accents are right.`,
  otherEncoding: 'Other encoding…',
  /** Of a table that was dropped on the canvas. */
  tableAsText: (name: string) =>
    `“${name}” is a table: it is in a Text node now. Batches runs once for each of its rows.`,
  /** Of a table that is too large to be words of a node. */
  tableAsFile: 'It is a table: Batches runs once for each of its rows.',
  runRows: 'Open it in Batches',
  /** @returns sentences on how a text was read; none where all was as it should be. */
  decoded: ({ encoding, isGuess, controls, replaced }: TextReport): string[] => [
    ...(isGuess ? [textFiles.encodingGuessed(encoding)] : []),
    ...countSentences([
      [
        controls,
        `${pluralForm(controls, { one: '# control character was', other: '# control characters were' })} left out.`,
      ],
      [
        replaced,
        `${pluralForm(replaced, { one: '# place is', other: '# places are' })} damaged and shown as �.`,
      ],
    ]),
  ],
  captionsTimeout: 'The captions take too long to read. Split the file, and import the parts.',
  captionsRead: (count: number, filename: string) => `${captions(count)} from ${filename}`,
  /** @returns sentences on what was put right or left out. */
  captionReport: (report: CaptionReport): string[] =>
    countSentences([
      [report.emptyCount, `${captions(report.emptyCount)} without words left out.`],
      [report.zeroLengthCount, `${captions(report.zeroLengthCount)} left out that end before they begin.`],
      [report.covered, `${captions(report.covered)} left out that lie under others.`],
      [
        report.truncatedCount,
        `${pluralForm(report.truncatedCount, { one: '# caption begins', other: '# captions begin' })} later, when the one before ends.`,
      ],
      [report.joined, `${captions(report.joined)} had an empty line within, which was closed.`],
      [report.unseparated, `${captions(report.unseparated)} had no empty line before.`],
      [report.unsorted, `${captions(report.unsorted)} put in order of time.`],
      [report.styled, `Styles and places of ${captions(report.styled)} left out.`],
      [
        report.rolled,
        `${captions(report.rolled)} repeated lines of the one before: each line is shown once.`,
      ],
      [report.cut, `${captions(report.cut)} cut at 10,000 characters.`],
    ]),
  encodingTitle: (filename: string) => `Encoding of ${filename}`,
  encodingHint: 'Choose the encoding in which the words look right.',
  readAgain: 'Read again',
  firstCaptions: 'First captions',
};
