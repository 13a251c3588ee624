import { PdfLetters, wordsFont, type PdfWords } from './pdf-words.ts';

/** A PDF whose pages are one JPEG each, with words that are found in it. */

export interface PdfPage {
  jpeg: Blob;
  /** Pixels. */
  width: number;
  height: number;
  /** Points of paper; by default a pixel of a screen each. */
  paper?: { width: number; height: number };
  /** What is written on it, to be searched and copied. */
  words?: readonly PdfWords[];
}

/** A pixel of a screen, in points of paper. */
const POINTS = 0.75;
/** Objects before those of pages: catalog, pages, information, and the font of words with its parts. */
const FIRST_OBJECTS = 7;
const FONT = 4;
const OBJECTS_OF_PAGE = 3;

/** Any text as PDF writes it: UTF-16 with its mark, in hexadecimal. */
const hexText = (text: string): string =>
  `<feff${Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}>`;

const numberOf = (page: number, objectIndex: number): number =>
  FIRST_OBJECTS + 1 + page * OBJECTS_OF_PAGE + objectIndex;

/** Writes objects in their order, and where each begins. */
class PdfWriter {
  readonly #encoder = new TextEncoder();
  readonly #chunks: (Uint8Array<ArrayBuffer> | Blob)[] = [];
  readonly #offsets: number[] = [];
  #length = 0;

  add(chunk: string | Uint8Array<ArrayBuffer> | Blob): void {
    const bytes = typeof chunk === 'string' ? this.#encoder.encode(chunk) : chunk;
    this.#chunks.push(bytes);
    this.#length += bytes instanceof Blob ? bytes.size : bytes.byteLength;
  }

  object(dictionary: string, stream?: string | Blob): void {
    this.#offsets.push(this.#length);
    this.add(`${this.#offsets.length} 0 obj\n${dictionary}\n`);
    if (stream !== undefined) {
      this.add('stream\n');
      this.add(stream);
      this.add('\nendstream\n');
    }
    this.add('endobj\n');
  }

  /** @returns the whole file. */
  end(): Blob {
    const start = this.#length;
    const size = this.#offsets.length + 1;
    const rows = this.#offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
    this.add(`xref\n0 ${size}\n0000000000 65535 f \n${rows}`);
    this.add(`trailer\n<< /Size ${size} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`);
    return new Blob(this.#chunks, { type: 'application/pdf' });
  }
}

/** @param title shown by readers. @returns a PDF 1.4 with a page for each picture */
export function pdfOfPictures(pages: readonly PdfPage[], title: string): Blob {
  const pdf = new PdfWriter();
  pdf.add('%PDF-1.4\n');
  // Bytes above 127, so that nobody takes the file for text.
  pdf.add(new Uint8Array([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]));
  pdf.object('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_, page) => `${numberOf(page, 0)} 0 R`).join(' ');
  pdf.object(`<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  pdf.object(`<< /Title ${hexText(title)} /Producer ${hexText('Patchbay')} >>`);
  const letters = new PdfLetters();
  const pageObjects = pages.map(({ words = [], paper, height }) =>
    letters.draw(words, paper?.height ?? height * POINTS),
  );
  for (const object of wordsFont(FONT)) pdf.object(object);
  const table = letters.table();
  pdf.object(`<< /Length ${table.length} >>`, table);
  pages.forEach(({ jpeg, width, height, paper }, page) => {
    const { width: wide, height: high } = paper ?? { width: width * POINTS, height: height * POINTS };
    const size = `${wide} ${high}`;
    const [picture, contents] = [numberOf(page, 1), numberOf(page, 2)];
    pdf.object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Contents ${contents} 0 R ` +
        `/Resources << /XObject << /Picture ${picture} 0 R >> /Font << /Words ${FONT} 0 R >> >> >>`,
    );
    pdf.object(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
        `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.size} >>`,
      jpeg,
    );
    const drawing = `q ${wide} 0 0 ${high} 0 0 cm /Picture Do Q\n${pageObjects[page] ?? ''}`;
    pdf.object(`<< /Length ${drawing.length} >>`, drawing);
  });
  return pdf.end();
}
