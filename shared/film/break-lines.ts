/** How words of a film are broken into lines: at spaces, and where a script has none, between its characters or words. */

/** Scripts that are written without spaces, and break between almost any two characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\u3000-\u303F\uFF01-\uFF60]/u;
/** Scripts that are written without spaces, and break between words. */
const UNSPACED_WORDS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** No line begins with them. Source: JIS X 4051, and its likes for Chinese and Thai. */
const NEVER_FIRST =
  /^[、。，．：；？！‼⁇⁈⁉・…‥ー々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ」』）】〕〉》〙〛｝］｠”’»›％‰°ๆฯ)\]}.,:;!?%]/u;
/** No line ends with them. */
const NEVER_LAST = /[「『（【〔〈《〘〚｛［｟“‘«‹([{]$/u;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const dictionary = new Intl.Segmenter('th', { granularity: 'word' });

const splitBy = (segmenter: Intl.Segmenter, text: string): string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

/** The segments of what stands between two spaces, between which a line may end. */
function segmentsOf(word: string): string[] {
  const hasWords = UNSPACED_WORDS.test(word);
  if (!hasWords && !UNSPACED.test(word)) return [word];
  const segments: string[] = [];
  let before = '';
  for (const segment of splitBy(hasWords ? dictionary : graphemes, word)) {
    const isBetween = hasWords || UNSPACED.test(before) || UNSPACED.test(segment);
    const breaks = before !== '' && isBetween && !NEVER_FIRST.test(segment) && !NEVER_LAST.test(before);
    if (breaks || segments.length === 0) segments.push(segment);
    else segments[segments.length - 1] += segment;
    before = segment;
  }
  return segments;
}

/** The room that words are written into. */
interface LineLimits {
  /** How wide a line may be, and how wide a text is. */
  capacity: number;
  widthOf: (text: string) => number;
  maxLines: number;
}

/** Words as lines that are no wider than the room there is; a single character may be. The lines beyond the most are left out. */
export function breakLines(words: string, { capacity, widthOf, maxLines }: LineLimits): string[] {
  const lines: string[] = [];
  const fits = (text: string): boolean => widthOf(text) <= capacity;
  for (const paragraph of words.split('\n')) {
    let line = '';
    const add = (separator: string, segment: string): void => {
      const longer = line === '' ? segment : `${line}${separator}${segment}`;
      if (fits(longer)) {
        line = longer;
        return;
      }
      if (line !== '') lines.push(line);
      line = segment;
      if (fits(segment)) return;
      line = '';
      for (const sign of splitBy(graphemes, segment)) {
        if (lines.length >= maxLines) return;
        if (line !== '' && !fits(line + sign)) {
          lines.push(line);
          line = '';
        }
        line += sign;
      }
    };
    for (const [index, word] of paragraph.split(' ').entries()) {
      for (const [at, segment] of segmentsOf(word).entries()) {
        if (lines.length >= maxLines) break;
        add(at === 0 && index > 0 ? ' ' : '', segment);
      }
    }
    lines.push(line);
    if (lines.length >= maxLines) break;
  }
  return lines.slice(0, maxLines);
}
