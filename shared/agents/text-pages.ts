/** Bytes of one answer to an agent, as UTF-8. */
export const MAX_ANSWER_BYTES = 25_000;
/** Bytes of the lines in one: the rest is for marks, the head and the cursor. */
const MAX_LINES_BYTES = 23_000;
/** Bytes of one line. */
const MAX_LINE_BYTES = 4_000;

/** Bytes of a text in UTF-8. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    // Both halves of a pair together are four bytes.
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code < 0xe000 ? 2 : 3;
  }
  return bytes;
}

/** The beginning of a text that fits into so many bytes, with an ellipsis where something is missing. */
export function cutToBytes(text: string, bytes: number): string {
  if (text.length * 3 <= bytes || utf8Bytes(text) <= bytes) return text;
  let end = Math.min(text.length, bytes);
  while (utf8Bytes(text.slice(0, end)) > bytes - 3) end = Math.floor(end * 0.9);
  return `${text.slice(0, end).toWellFormed()}…`;
}

export interface LinesPage {
  lines: string[];
  /** Where the next page begins; null after the last line. */
  next: number | null;
}

/**
 * As many lines as fit into one answer.
 * @param from index of the first. @param lineOf makes a line; called for the lines of this page alone.
 */
export function pageOfLines(count: number, from: number, lineOf: (index: number) => string): LinesPage {
  const lines: string[] = [];
  let bytes = 0;
  for (let index = Math.max(0, from); index < count; index += 1) {
    const line = cutToBytes(lineOf(index), MAX_LINE_BYTES);
    bytes += utf8Bytes(line) + 1;
    if (bytes > MAX_LINES_BYTES && lines.length > 0) return { lines, next: index };
    lines.push(line);
  }
  return { lines, next: null };
}

/** A part of a long text that fits into one answer. @param from UTF-16 index. */
export function pageOfText(text: string, from: number): { text: string; next: number | null } {
  const tail = text.slice(from, from + MAX_LINES_BYTES);
  let end = tail.length;
  while (utf8Bytes(tail.slice(0, end)) > MAX_LINES_BYTES) end = Math.floor(end * 0.9);
  // A pair is not cut in two.
  if (end > 1 && from + end < text.length && /[\ud800-\udbff]/.test(tail.charAt(end - 1))) end -= 1;
  const next = from + end;
  return { text: tail.slice(0, end), next: next < text.length ? next : null };
}
