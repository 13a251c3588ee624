import type { TextEncoding } from '#shared/reading/index.ts';
import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { textFiles as english } from '../english/text-files.ts';

const encodings: Readonly<Record<TextEncoding, string>> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16, Little Endian)',
  'utf-16be': 'Unicode (UTF-16, Big Endian)',
  'windows-1252': 'Westeuropäisch (Windows-1252)',
  'iso-8859-15': 'Westeuropäisch (ISO 8859-15)',
  macintosh: 'Westeuropäisch (Mac Roman)',
  'windows-1250': 'Mitteleuropäisch (Windows-1250)',
  'iso-8859-2': 'Mitteleuropäisch (ISO 8859-2)',
  'windows-1251': 'Kyrillisch (Windows-1251)',
  'koi8-r': 'Kyrillisch (KOI8-R)',
  'koi8-u': 'Ukrainisch (KOI8-U)',
  'iso-8859-5': 'Kyrillisch (ISO 8859-5)',
  ibm866: 'Kyrillisch (DOS 866)',
  'x-mac-cyrillic': 'Kyrillisch (Mac)',
  'windows-1253': 'Griechisch (Windows-1253)',
  'iso-8859-7': 'Griechisch (ISO 8859-7)',
  'windows-1254': 'Türkisch (Windows-1254, ISO 8859-9)',
  'windows-1255': 'Hebräisch (Windows-1255)',
  'iso-8859-8': 'Hebräisch (ISO 8859-8)',
  'windows-1256': 'Arabisch (Windows-1256)',
  'iso-8859-6': 'Arabisch (ISO 8859-6)',
  'windows-1257': 'Baltisch (Windows-1257)',
  'windows-1258': 'Vietnamesisch (Windows-1258)',
  'windows-874': 'Thailändisch (Windows-874)',
  shift_jis: 'Japanisch (Shift-JIS)',
  'euc-jp': 'Japanisch (EUC-JP)',
  gb18030: 'Chinesisch, vereinfacht (GB18030)',
  big5: 'Chinesisch, traditionell (Big5)',
  'euc-kr': 'Koreanisch (EUC-KR)',
};

/** A sentence for each count that is not 0. */
const countSentences = (counts: readonly (readonly [count: number, sentence: string])[]): string[] =>
  counts.filter(([count]) => count > 0).map(([, sentence]) => sentence);

export const textFiles: Translated<typeof english> = {
  encodings,
  encoding: 'Codierung',
  encodingGuessed: (encoding) =>
    `Die Datei nennt ihre Codierung nicht, daher wurde sie als ${encodings[encoding]} gelesen. Prüfen, ob die Umlaute stimmen.`,
  otherEncoding: 'Andere Codierung…',
  tableAsText: (name) =>
    `„${name}“ ist eine Tabelle und steht jetzt in einem Textknoten. Stapel führen für jede Zeile einmal aus.`,
  tableAsFile: 'Sie ist eine Tabelle: Stapel führen für jede Zeile einmal aus.',
  runRows: 'In Stapel öffnen',
  decoded: ({ encoding, isGuess, controls, replaced }) => [
    ...(isGuess ? [textFiles.encodingGuessed(encoding)] : []),
    ...countSentences([
      [
        controls,
        pluralForm(controls, ['# Steuerzeichen wurde ausgelassen.', '# Steuerzeichen wurden ausgelassen.']),
      ],
      [
        replaced,
        pluralForm(replaced, [
          '# Stelle ist beschädigt und als � gezeigt.',
          '# Stellen sind beschädigt und als � gezeigt.',
        ]),
      ],
    ]),
  ],
  captionsTimeout: 'Das Lesen der Untertitel dauert zu lange. Die Datei aufteilen und die Teile importieren.',
  captionsRead: (count, filename) => `${pluralForm(count, ['# Untertitel', '# Untertitel'])} aus ${filename}`,
  captionReport: (report) =>
    countSentences([
      [
        report.emptyCount,
        pluralForm(report.emptyCount, [
          '# Untertitel ohne Text ausgelassen.',
          '# Untertitel ohne Text ausgelassen.',
        ]),
      ],
      [
        report.zeroLengthCount,
        pluralForm(report.zeroLengthCount, [
          '# Untertitel ausgelassen, der endet, bevor er beginnt.',
          '# Untertitel ausgelassen, die enden, bevor sie beginnen.',
        ]),
      ],
      [
        report.covered,
        pluralForm(report.covered, [
          '# Untertitel ausgelassen, der unter anderen liegt.',
          '# Untertitel ausgelassen, die unter anderen liegen.',
        ]),
      ],
      [
        report.truncatedCount,
        pluralForm(report.truncatedCount, [
          '# Untertitel beginnt später, wenn der vorige endet.',
          '# Untertitel beginnen später, wenn der vorige endet.',
        ]),
      ],
      [
        report.joined,
        pluralForm(report.joined, [
          '# Untertitel hatte eine leere Zeile in sich, die geschlossen wurde.',
          '# Untertitel hatten eine leere Zeile in sich, die geschlossen wurde.',
        ]),
      ],
      [
        report.unseparated,
        pluralForm(report.unseparated, [
          '# Untertitel hatte keine leere Zeile davor.',
          '# Untertitel hatten keine leere Zeile davor.',
        ]),
      ],
      [
        report.unsorted,
        pluralForm(report.unsorted, [
          '# Untertitel zeitlich eingeordnet.',
          '# Untertitel zeitlich eingeordnet.',
        ]),
      ],
      [
        report.styled,
        pluralForm(report.styled, [
          'Stil und Position von # Untertitel ausgelassen.',
          'Stile und Positionen von # Untertiteln ausgelassen.',
        ]),
      ],
      [
        report.rolled,
        pluralForm(report.rolled, [
          '# Untertitel wiederholte Zeilen des vorigen: Jede Zeile wird einmal gezeigt.',
          '# Untertitel wiederholten Zeilen des vorigen: Jede Zeile wird einmal gezeigt.',
        ]),
      ],
      [
        report.cut,
        pluralForm(report.cut, [
          '# Untertitel nach 10.000 Zeichen abgeschnitten.',
          '# Untertitel nach 10.000 Zeichen abgeschnitten.',
        ]),
      ],
    ]),
  encodingTitle: (filename) => `Codierung von ${filename}`,
  encodingHint: 'Die Codierung wählen, in der der Text richtig aussieht.',
  readAgain: 'Erneut lesen',
  firstCaptions: 'Erste Untertitel',
};
