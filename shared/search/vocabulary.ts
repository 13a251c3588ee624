import Fuse from 'fuse.js/basic';
import { wordsOf } from './fold-text.ts';

/** Letters from which on typing errors are forgiven. */
const MIN_FUZZY_LETTERS = 3;
/** Longest word that is corrected; Fuse compares no longer ones. */
const MAX_FUZZY_LETTERS = 32;
/** Share of the letters that may be wrong. */
const FUZZY_THRESHOLD = 0.34;
/** Words that a typing error is looked for in. */
const MAX_VOCABULARY = 20_000;
/** Characters of a query that are corrected. */
const MAX_QUERY = 200;

/** The words of texts, each once. */
function distinctWords(texts: Iterable<string>): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const word of wordsOf(text)) words.add(word);
    if (words.size >= MAX_VOCABULARY) break;
  }
  return [...words];
}

/** A word with two letters changed over, each pair that stands side by side. */
function* swaps(word: string): Generator<string> {
  const letters = Array.from(word);
  for (let at = 1; at < letters.length; at += 1) {
    yield [...letters.slice(0, at - 1), letters[at], letters[at - 1], ...letters.slice(at + 1)].join('');
  }
}

/** What typing errors are looked for in: it reads its texts with the first question and never again. */
export class Vocabulary {
  readonly #texts: () => Iterable<string>;
  #index: { joined: string; fuse: Fuse<string> } | undefined;

  /** @param texts all that may be searched. */
  constructor(texts: () => Iterable<string>) {
    this.#texts = texts;
  }

  #read(): { joined: string; fuse: Fuse<string> } {
    const words = distinctWords(this.#texts());
    const fuse = new Fuse(words, {
      threshold: FUZZY_THRESHOLD,
      includeScore: true,
      minMatchCharLength: 2,
    });
    // No word holds a line break, so that what stands in the text stands in one word.
    return { joined: words.join('\n'), fuse };
  }

  /**
   * A query with each word that stands in none of the texts replaced by the nearest that does; null where one is near
   * none, and where nothing is to be corrected.
   */
  correct(query: string): string | null {
    const typed = wordsOf(query.slice(0, MAX_QUERY));
    if (typed.length === 0) return null;
    const { joined, fuse } = (this.#index ??= this.#read());
    const corrected = typed.map((word): string | null => {
      if (joined.includes(word)) return word;
      if (word.length < MIN_FUZZY_LETTERS || word.length > MAX_FUZZY_LETTERS) return null;
      // Fuse counts letters that changed places as two errors, too many for a short word.
      for (const swapped of swaps(word)) if (joined.includes(swapped)) return swapped;
      // Of those that are as near the shortest finds the longer ones too.
      const [nearest] = fuse
        .search(word)
        .toSorted((a, b) => (a.score ?? 1) - (b.score ?? 1) || a.item.length - b.item.length);
      return nearest?.item ?? null;
    });
    if (corrected.includes(null)) return null;
    const text = corrected.join(' ');
    return text === typed.join(' ') ? null : text;
  }
}
