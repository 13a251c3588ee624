import { describe, expect, it } from 'vitest';
import * as fc from '../testing/property.ts';
import { decodeText, readTextFile } from './decode-text.ts';
import type { TextEncoding } from './text-encodings.ts';

const KIND = { kind: 'captions' };
const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, isLittle: boolean): Uint8Array =>
  Uint8Array.from(
    text.split('').flatMap((sign) => {
      const code = sign.charCodeAt(0);
      return isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255];
    }),
  );
const read = async (bytes: Uint8Array, encoding?: TextEncoding) => {
  const reading = await decodeText(bytes, KIND, encoding);
  return reading.ok ? { text: reading.text, ...reading.report } : { problem: reading.problem };
};
const SRT = '1\r\n00:00:01,000 --> 00:00:02,000\r\nDéjà vu、映画 ♥\r\n';

/** Texts of a few words in the bytes of their encodings. */
const SAMPLES: [TextEncoding, string, string][] = [
  [
    'windows-1252',
    'Déjà vu à la crème, “garçon” — 10 €',
    '44e96ae020767520e0206c61206372e86d652c2093676172e76f6e9420972031302080',
  ],
  ['windows-1252', 'Über Straße, größer, don’t', 'dc6265722053747261df652c206772f6df65722c20646f6e9274'],
  [
    'windows-1252',
    'TITLE: Überfahrt\r\n* FROM CLIP NAME: CAFÉ À CÔTÉ.MOV',
    '5449544c453a20dc62657266616872740d0a2a2046524f4d20434c4950204e414d453a20434146c920c02043d454c92e4d4f56',
  ],
  [
    'windows-1252',
    'El niño ¿dónde está? ¡Mañana!',
    '456c206e69f16f20bf64f36e646520657374e13f20a14d61f1616e6121',
  ],
  [
    'macintosh',
    'Déjà vu à la crème, “garçon” — où',
    '448e6a882076752088206c612063728f6d652c20d26761728d6f6ed320d1206f9d',
  ],
  ['macintosh', 'Über Straße, größer, don’t', '866265722053747261a7652c2067729aa765722c20646f6ed574'],
  [
    'windows-1250',
    'Zażółć gęślą jaźń, ślicznie, że łódź',
    '5a61bff3b3e62067ea9c6cb9206a619ff12c209c6c69637a6e69652c20bf6520b3f3649f',
  ],
  ['windows-1251', 'Привет, как дела? Это кино.', 'cff0e8e2e5f22c20eae0ea20e4e5ebe03f20ddf2ee20eae8edee2e'],
  [
    'windows-1253',
    'Καλημέρα, τι κάνεις; Πού είναι;',
    'cae1ebe7ecddf1e12c20f4e920eadcede5e9f23b20d0effd20e5dfede1e93b',
  ],
  [
    'shift_jis',
    'こんにちは。映画を見ましょう、カメラ',
    '82b182f182c982bf82cd8142896689e682f08ca982dc82b582e582a48141834a83818389',
  ],
  [
    'euc-jp',
    'こんにちは。映画を見ましょう、カメラ',
    'a4b3a4f3a4cba4c1a4cfa1a3b1c7b2e8a4f2b8aba4dea4b7a4e7a4a6a1a2a5aba5e1a5e9',
  ],
  [
    'gb18030',
    '你好，我们今天来看电影。他说这是什么',
    'c4e3bac3a3acced2c3c7bdf1ccecc0b4bfb4b5e7d3b0a1a3cbfbcbb5d5e2cac7cab2c3b4',
  ],
  [
    'big5',
    '你好，我們今天來看電影。他說這是什麼',
    'a741a66ea141a7daadcca4b5a4d1a8d3acddb971bc76a143a54cbba1b36fac4fa4b0bbf2',
  ],
  [
    'euc-kr',
    '안녕하세요, 오늘은 영화를 봅시다.',
    'bec8b3e7c7cfbcbcbfe42c20bfc0b4c3c0ba20bfb5c8adb8a620babebdc3b4d92e',
  ],
];

describe('a text file', () => {
  it.each(SAMPLES)('without a mark is read as %s: %s', async (encoding, text, hex) => {
    expect(await read(bytesOf(hex))).toEqual({ text, encoding, isGuess: true, controls: 0, replaced: 0 });
  });

  it.each([
    ['UTF-8', utf8(SRT), 'utf-8'],
    ['UTF-8 with its mark', utf8(`\uFEFF${SRT}`), 'utf-8'],
    ['UTF-16 with its mark', utf16(`\uFEFF${SRT}`, true), 'utf-16le'],
    ['UTF-16 with its mark, the other way', utf16(`\uFEFF${SRT}`, false), 'utf-16be'],
    ['UTF-16 without a mark', utf16(SRT, true), 'utf-16le'],
    ['UTF-16 without a mark, the other way', utf16(SRT, false), 'utf-16be'],
  ])('in %s needs no guess', async (_, bytes, encoding) => {
    expect(await read(bytes)).toEqual({ text: SRT, encoding, isGuess: false, controls: 0, replaced: 0 });
  });

  it('in UTF-16 without a mark is known by its line ends and digits where its words have no zeros', async () => {
    const text = '1\n00:00:01,000\n映画を見ましょう映画を見ましょう映画を見ましょう映画を見ましょう\n'.repeat(
      9,
    );
    expect(await read(utf16(text, true))).toMatchObject({ text, encoding: 'utf-16le' });
    const words = `${'映画を見ましょう'.repeat(2)}\n `.repeat(30);
    expect(await read(utf16(words, false))).toMatchObject({ text: words, encoding: 'utf-16be' });
  });

  it('in UTF-8 stays so with a few wrong bytes, which are counted', async () => {
    const bytes = Uint8Array.from([...utf8('é'.repeat(20)), 0xe9, 0x20]);
    expect(await read(bytes)).toMatchObject({
      text: `${'é'.repeat(20)}\uFFFD `,
      encoding: 'utf-8',
      isGuess: false,
      replaced: 1,
    });
  });

  it('that ends in an accent is not taken for UTF-8 that was cut off', async () => {
    expect(await read(Uint8Array.of(0x63, 0x61, 0x66, 0xe9))).toMatchObject({
      text: 'café',
      encoding: 'windows-1252',
    });
  });

  it('that holds the sign for wrong bytes has none', async () => {
    expect(await read(utf8('a \uFFFD b'))).toMatchObject({ text: 'a \uFFFD b', replaced: 0 });
  });

  it('loses control signs, which are counted', async () => {
    expect(await read(utf8('a\0b\u0007\tc\r\n'))).toMatchObject({ text: 'ab\tc\r\n', controls: 2 });
  });

  it('is read in the encoding that a person chose', async () => {
    const [, , hex] = SAMPLES[0]!;
    expect(await read(bytesOf(hex), 'macintosh')).toMatchObject({ encoding: 'macintosh', isGuess: true });
  });

  it('of another kind is refused in a sentence', async () => {
    const zip = Uint8Array.from({ length: 4000 }, (_, at) => (at * 7919) % 251);
    expect(await read(zip)).toEqual({
      problem: 'The file is not text but some other kind of file. Choose one that holds captions.',
    });
  });

  it('cut anywhere is read, whatever its encoding', async () => {
    for (const [encoding, text, hex] of SAMPLES) {
      const bytes = bytesOf(hex);
      for (let end = 0; end <= bytes.length; end += 1) {
        expect(await read(bytes.subarray(0, end), encoding)).toMatchObject({ text: expect.any(String) });
        expect(await read(utf8(text).subarray(0, end)), `${text} ${end}`).toMatchObject({
          text: expect.any(String),
        });
        expect(await read(utf8(`é${text}`).subarray(0, end + 2))).toMatchObject({ encoding: 'utf-8' });
      }
    }
  });

  it('of any words comes back from UTF-8', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 60 }), async (words) => {
        const text = words.replace(/[\p{Cc}\uFEFF]/gu, '');
        expect(await read(utf8(text))).toMatchObject({ text, encoding: 'utf-8', isGuess: false });
      }),
    );
  });

  it('that is too large or gone is refused in a sentence', async () => {
    const subject = { ...KIND, maxBytes: 10, hint: 'Split it.' };
    const gone = { size: 5, arrayBuffer: () => Promise.reject(new Error('gone')) };
    expect(await readTextFile({ ...gone, size: 11 }, subject)).toEqual({
      ok: false,
      problem: 'The file is larger than 10 bytes. Split it.',
    });
    expect(await readTextFile(gone, subject)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('cannot be read'),
    });
  });
});
