/** The text of a note, with the addresses in it told apart. */

interface NoteSegment {
  /** Where it begins. */
  at: number;
  text: string;
  /** Null for plain text. */
  href: string | null;
}

const ADDRESS = /https?:\/\/[^\s<>"]+/gu;
/** What ends a sentence belongs to the sentence. */
const SENTENCE_END = /[.,;:!?)\]]+$/u;

/** Only addresses of the web become links. */
export function noteSegments(text: string): NoteSegment[] {
  const segments: NoteSegment[] = [];
  let at = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const href = match[0].replace(SENTENCE_END, '');
    if (!URL.canParse(href)) continue;
    if (match.index > at) segments.push({ at, text: text.slice(at, match.index), href: null });
    segments.push({ at: match.index, text: href, href });
    at = match.index + href.length;
  }
  if (at < text.length) segments.push({ at, text: text.slice(at), href: null });
  return segments;
}

/** The addresses in a note, each once. */
export const noteLinks = (text: string): string[] => [
  ...new Set(noteSegments(text).flatMap(({ href }) => href ?? [])),
];
