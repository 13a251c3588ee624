import Fuse from 'fuse.js/basic';
import { foldText } from './fold-text.ts';

/** The one way in which lists are searched: without accents, in any order of words, and forgiving typing errors. */

/** Letters from which on typing errors are forgiven. */
const MIN_FUZZY_LETTERS = 3;
/** Longest word that is corrected; Fuse compares no longer ones. */
const MAX_FUZZY_LETTERS = 32;
/** Share of the letters that may be wrong. */
const FUZZY_THRESHOLD = 0.34;
/** Words that a typing error is looked for in. */
const MAX_VOCABULARY = 20_000;

/** The words of a text in small letters without accents. */
export const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Whether a folded text holds the whole folded query, or each of its words in any order. */
function holds(folded: string, whole: string, words: readonly string[]): boolean {
  if (folded.includes(whole)) return true;
  return words.length > 0 && words.every((word) => folded.includes(word));
}

/** Tells of texts whether they hold what was typed. An empty query is in every text. */
export function textMatcher(query: string): (text: string) => boolean {
  const whole = foldText(query.trim());
  const words = wordsOf(query);
  return (text) => holds(foldText(text), whole, words);
}

/** The words of texts, each once. */
function vocabularyOf(texts: Iterable<string>): string[] {
  const words = new Set<string>();
  for (const text of texts) {
    for (const word of wordsOf(text)) words.add(word);
    if (words.size >= MAX_VOCABULARY) break;
  }
  return [...words];
}

/**
 * A query with each word that stands in none of the texts replaced by the nearest that does; null where one is near
 * none, and where nothing is to be corrected.
 */
export function correctedQuery(query: string, texts: Iterable<string>): string | null {
  const typed = wordsOf(query.slice(0, 200));
  if (typed.length === 0) return null;
  const vocabulary = vocabularyOf(texts);
  const fuse = new Fuse(vocabulary, {
    threshold: FUZZY_THRESHOLD,
    includeScore: true,
    minMatchCharLength: 2,
  });
  const corrected = typed.map((word): string | null => {
    if (vocabulary.some((known) => known.includes(word))) return word;
    if (word.length < MIN_FUZZY_LETTERS || word.length > MAX_FUZZY_LETTERS) return null;
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

/**
 * Searches as it is typed; where nothing answers, once more with typing errors corrected.
 * @param texts the texts that are searched, read only when nothing answers.
 */
export function searchForgiving<Found>(
  query: string,
  search: (query: string) => Found[],
  texts: () => Iterable<string>,
): Found[] {
  const found = search(query);
  if (found.length > 0) return found;
  const corrected = correctedQuery(query, texts());
  return corrected === null ? found : search(corrected);
}

/** The items, in their order, of which a text answers a query; all for an empty one. @param textOf all that an item is found by. */
export function searchTexts<Item>(
  items: readonly Item[],
  query: string,
  textOf: (item: Item) => string,
): Item[] {
  return searchForgiving(
    query,
    (typed) => {
      const isIn = textMatcher(typed);
      return items.filter((item) => isIn(textOf(item)));
    },
    function* () {
      for (const item of items) yield textOf(item);
    },
  );
}
