/** Words of a PDF page that are found and copied, but not seen: the picture of the page shows them. */

export interface PdfWords {
  text: string;
  /** The left end of the base line, in points from the upper left. */
  x: number;
  y: number;
  /** As long as it is seen, and how large its letters are. Points. */
  width: number;
  size: number;
  isRtl: boolean;
}

/** Each letter is half as wide as high; how long the words are seen stretches them. */
const LETTER = 0.5;
/** Letters of more than two bytes get codes of those that Unicode leaves free. */
const FIRST_FREE = 0xe000;
const LAST_FREE = 0xf8ff;
const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

const hex = (code: number): string => code.toString(16).padStart(4, '0');
const utf16 = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('');

/** Words as they stand from left to right: readers of PDF turn them around again. */
function inSight({ text, isRtl }: PdfWords): string[] {
  if (!isRtl && !RTL.test(text)) return Array.from(text);
  const runs: { isRtl: boolean; letters: string[] }[] = [];
  for (const letter of text) {
    const last = runs.at(-1);
    const visualRtl = RTL.test(letter) || (letter === ' ' && (last?.isRtl ?? isRtl));
    if (last?.isRtl === visualRtl) last.letters.push(letter);
    else runs.push({ isRtl: visualRtl, letters: [letter] });
  }
  const turned = runs.map((run) => (run.isRtl ? run.letters.toReversed() : run.letters));
  return (isRtl ? turned.toReversed() : turned).flat();
}

/** Letters of a document as codes of its one font. */
export class PdfLetters {
  readonly #rare = new Map<string, number>();

  /** Writes words where they are seen. @param height of the page. */
  draw(words: readonly PdfWords[], height: number): string {
    const lines = words.flatMap((word) => {
      const letters = inSight(word);
      if (letters.length === 0 || word.width <= 0 || word.size <= 0) return [];
      const stretch = (100 * word.width) / (letters.length * LETTER * word.size);
      const position = `${number(word.x)} ${number(height - word.y)}`;
      const codes = letters.map((letter) => hex(this.#codeOf(letter))).join('');
      return [`BT 3 Tr /Words ${number(word.size)} Tf ${number(stretch)} Tz ${position} Td <${codes}> Tj ET`];
    });
    return lines.join('\n');
  }

  #codeOf(letter: string): number {
    if (letter.length === 1) return letter.charCodeAt(0);
    const code = this.#rare.get(letter) ?? FIRST_FREE + this.#rare.size;
    if (code > LAST_FREE) return 0xfffd;
    this.#rare.set(letter, code);
    return code;
  }

  /** The table that says which letters the codes are; after all words were drawn. */
  table(): string {
    const rows = Array.from({ length: 256 }, (_, high) => {
      const [from, to] = [hex(high << 8), hex((high << 8) | 0xff)];
      return `<${from}> <${to}> <${from}>`;
    });
    const rare = Array.from(this.#rare, ([letter, code]) => `<${hex(code)}> <${utf16(letter)}>`);
    return [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
      '/CMapName /Words def /CMapType 2 def',
      '1 begincodespacerange <0000> <ffff> endcodespacerange',
      ...blocksOf(rare, 'bfchar'),
      ...blocksOf(
        rows.filter((_, high) => rare.length === 0 || high < FIRST_FREE >> 8 || high > LAST_FREE >> 8),
        'bfrange',
      ),
      'endcmap CMapName currentdict /CMap defineresource pop end end',
    ].join('\n');
  }
}

/** At most a hundred entries stand in a block. */
function blocksOf(entries: readonly string[], kind: 'bfchar' | 'bfrange'): string[] {
  const blocks: string[] = [];
  for (let at = 0; at < entries.length; at += 100) {
    const block = entries.slice(at, at + 100);
    blocks.push(`${block.length} begin${kind}`, ...block, `end${kind}`);
  }
  return blocks;
}

const number = (value: number): string => String(Math.round(value * 100) / 100);

/** The font of the words: it is never drawn, so no letters of it lie in the file. @returns its objects from `first` on. */
export const wordsFont = (first: number): string[] => [
  `<< /Type /Font /Subtype /Type0 /BaseFont /Words /Encoding /Identity-H /DescendantFonts [${first + 1} 0 R] ` +
    `/ToUnicode ${first + 3} 0 R >>`,
  `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Words /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) ` +
    `/Supplement 0 >> /FontDescriptor ${first + 2} 0 R /DW ${LETTER * 1000} /CIDToGIDMap /Identity >>`,
  '<< /Type /FontDescriptor /FontName /Words /Flags 4 /FontBBox [0 -200 500 800] /ItalicAngle 0 /Ascent 800 ' +
    '/Descent -200 /CapHeight 700 /StemV 80 >>',
];
