const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** UTF-16 units in which a letter of several parts ends, such as a family or a flag. */
const MAX_LETTER_LENGTH = 64;

/**
 * What of a text a field of so many characters takes; a letter of several parts is never cut in two.
 * @param max UTF-16 units
 */
export function fitText(text: string, max: number): string {
  if (text.length <= max) return text;
  const from = Math.max(0, max - MAX_LETTER_LENGTH);
  let end = from;
  for (const { index, segment } of letters.segment(text.slice(from, max + MAX_LETTER_LENGTH))) {
    if (from + index + segment.length > max) break;
    end = from + index + segment.length;
  }
  if (end > from || max <= MAX_LETTER_LENGTH) return text.slice(0, end);
  // A letter of more parts than any is cut, but never within one of them.
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
