import { describe, expect, it } from 'vitest';
import { decodeText, decodeTextAs } from './decode-text.ts';
import { TEXT_ENCODINGS, type TextEncoding } from './text-encodings.ts';

const KIND = { kind: 'captions' };

/** The bytes of a text in an encoding of one byte a sign, by what the decoder makes of each byte. */
function bytesIn(encoding: TextEncoding, text: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(
    Array.from(
      { length: 256 },
      (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const,
    ).toReversed(),
  );
  const signs = Array.from(encoding === 'windows-1258' ? spread(text) : text);
  return Uint8Array.from(signs, (sign) => {
    const byte = bytes.get(sign);
    if (byte === undefined) throw new Error(`${encoding} has no "${sign}".`);
    return byte;
  });
}

/** Windows-1258 has letters with roofs and horns, and tones as signs of their own. */
const spread = (text: string): string =>
  text
    .normalize('NFD')
    .replace(
      /([a-z])(\u0323?)([\u0302\u0306\u031B])/gi,
      (_, letter, dot, mark) => `${`${letter}${mark}`.normalize('NFC')}${dot}`,
    );

const LINES: [encoding: TextEncoding, language: string, lines: string[]][] = [
  ['windows-1252', 'French', ['Où étiez-vous hier soir ?', 'Il a été arrêté près du café.']],
  ['windows-1252', 'Finnish', ['Missä sinä olet ollut?', 'Hyvää yötä, äiti.']],
  ['windows-1252', 'Italian', ['Perché non è venuto?', 'La verità è un’altra. Però, che città!']],
  ['windows-1252', 'Icelandic', ['Það er gott veður í dag,', 'ég ætla út að ganga með þér.']],
  ['windows-1250', 'Czech', ['Kde jsi byl včera večer?', 'To není možné, řekl šéf.']],
  ['windows-1250', 'Polish', ['Gdzie jesteś, bracie?', 'Źle się czuję, muszę już iść.']],
  ['iso-8859-2', 'Polish', ['Gdzie jesteś, bracie?', 'Źle się czuję, muszę już iść.']],
  ['windows-1251', 'Russian', ['Где ты был вчера вечером?', 'Я не знаю, что случилось.']],
  ['koi8-r', 'Russian', ['Где ты был вчера вечером?', 'Я не знаю, что случилось.']],
  ['koi8-u', 'Ukrainian', ['Де ти був учора ввечері?', 'Це неможливо, їй-богу.']],
  ['iso-8859-5', 'Russian', ['Где ты был вчера вечером?', 'Я не знаю, что случилось.']],
  ['ibm866', 'Russian', ['Где ты был вчера вечером?', 'Я не знаю, что случилось.']],
  ['windows-1253', 'Greek', ['Πού ήσουν χθες το βράδυ;', 'Άντε γεια. Άκου, Άννα, δεν ξέρω.']],
  ['windows-1254', 'Turkish', ['Dün gece neredeydin?', 'Işığı söndür, çok yorgunum, şefim.']],
  ['windows-1255', 'Hebrew', ['איפה היית אתמול בלילה?', 'אני לא יודע מה קרה.']],
  ['windows-1256', 'Arabic', ['أين كنت ليلة أمس؟', 'لا أعرف ماذا حدث يا سيدي.']],
  ['iso-8859-6', 'Arabic', ['أين كنت ليلة أمس؟', 'لا أعرف ماذا حدث يا سيدي.']],
  ['windows-1257', 'Lithuanian', ['Aš noriu važiuoti į kaimą.', 'Ką tu čia darai? Žinai, būtų gerai.']],
  ['windows-1257', 'Latvian', ['Es gribu braukt uz laukiem.', 'Viņš ir ļoti labs. Paldies, māmiņ!']],
  ['windows-1258', 'Vietnamese', ['Tối qua anh đã ở đâu?', 'Tôi không biết chuyện gì đã xảy ra.']],
  ['windows-874', 'Thai', ['เมื่อคืนคุณไปไหนมา', 'ฉันไม่รู้ว่าเกิดอะไรขึ้น']],
];

const captions = (lines: readonly string[]): string =>
  lines
    .map((line, at) => `${at + 1}\r\n00:00:0${at},000 --> 00:00:0${at + 1},000\r\n${line}\r\n`)
    .join('\r\n');

describe('captions of two lines that do not say their encoding', () => {
  it.each(LINES)('are guessed to be %s where they are %s', async (encoding, _, lines) => {
    const text = captions(lines);
    expect(await decodeText(bytesIn(encoding, text), KIND)).toEqual({
      ok: true,
      text: text.normalize('NFC'),
      report: { encoding, isGuess: true, controls: 0, replaced: 0 },
    });
  });

  it.each(LINES)('can be read as %s by whoever knows that they are %s', (encoding, _, lines) => {
    expect(decodeTextAs(bytesIn(encoding, captions(lines)), KIND, encoding)).toMatchObject({
      text: captions(lines).normalize('NFC'),
    });
  });
});

describe('a few bytes', () => {
  it.each([
    'café',
    'Déjà vu\n\nTwo',
    'Überfahrt',
    'CAFÉ',
    '“Hi!”',
    '10 €',
    '©',
    'Don’t',
    'C:\\Vidéo',
    'Où est-il ? Là-bas. Ça va ?',
  ])('are of the commonest encoding: %s', async (text) => {
    const bytes = bytesIn('windows-1252', text);
    expect(await decodeText(bytes, KIND)).toMatchObject({ text, report: { encoding: 'windows-1252' } });
  });

  it('of any kind have an answer, also where nothing fits', async () => {
    for (let byte = 0x80; byte < 0x100; byte += 1) {
      expect(await decodeText(Uint8Array.of(0x61, byte, 0x62), KIND)).toMatchObject({ ok: true });
    }
  });
});

it('every encoding is one that can be decoded, by that very name', () => {
  expect(TEXT_ENCODINGS.map((name) => new TextDecoder(name).encoding)).toEqual([...TEXT_ENCODINGS]);
});
