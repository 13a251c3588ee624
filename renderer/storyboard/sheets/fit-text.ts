/** The width of a text in points. @param size of the letters, in points. */
export type Measure = (text: string, size: number, weight: Weight) => number;
export type Weight = 400 | 600;

/** Letters of a text that are looked at; more never fits a panel. */
const MAX_LETTERS = 2000;

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const segmentsOf = (segmenter: Intl.Segmenter, text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Whether a text is written from the right, by its first letter. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text.slice(0, MAX_LETTERS));

/** A text on one line, with … where it does not fit. */
export function cutText(text: string, width: number, size: number, weight: Weight, measure: Measure): string {
  const line = text.slice(0, MAX_LETTERS).replaceAll(/\s+/g, ' ').trim();
  if (text.length <= MAX_LETTERS && measure(line, size, weight) <= width) return line;
  const letters = segmentsOf(graphemes, line);
  let [fits, overflow] = [0, letters.length + 1];
  while (overflow - fits > 1) {
    const middle = Math.floor((fits + overflow) / 2);
    if (measure(`${letters.slice(0, middle).join('')}…`, size, weight) <= width) fits = middle;
    else overflow = middle;
  }
  return `${letters.slice(0, fits).join('').trimEnd()}…`;
}

/**
 * A text in lines, broken between words where it can be; the last ends with … where more does not fit.
 * @param most lines; `Infinity` for all of the text
 */
export function wrapText(
  text: string,
  width: number,
  size: number,
  most: number,
  measure: Measure,
): string[] {
  const lines: string[] = [];
  for (const paragraph of (most === Infinity ? text : text.slice(0, MAX_LETTERS)).split(/\r?\n/)) {
    let line = '';
    for (const segment of segmentsOf(words, paragraph.trim())) {
      if (measure(line + segment, size, 400) <= width) {
        line += segment;
        continue;
      }
      if (line.trim() !== '') lines.push(line.trimEnd());
      line = segment.trimStart();
      // A word that is wider than a line is broken where it must be.
      if (measure(line, size, 400) > width) {
        const letters = segmentsOf(graphemes, line);
        line = '';
        for (const letter of letters) {
          if (line !== '' && measure(line + letter, size, 400) > width) {
            lines.push(line);
            if (lines.length > most) break;
            line = '';
          }
          line += letter;
        }
      }
      if (lines.length > most) break;
    }
    if (line.trim() !== '') lines.push(line.trimEnd());
    if (lines.length > most) break;
  }
  if (most === Infinity || (lines.length <= most && text.length <= MAX_LETTERS)) return lines;
  const last = lines[most - 1];
  return last === undefined
    ? []
    : [...lines.slice(0, most - 1), cutText(`${last} ${lines[most] ?? '…'}…`, width, size, 400, measure)];
}
