import { foldText, wordsOf } from './fold-text.ts';
import { Vocabulary } from './vocabulary.ts';

/** The one way in which lists are searched: without accents, in any order of words, and forgiving typing errors. */

const SINGLE_LETTER = /^[a-z0-9]$/;
const LETTER_OR_NUMBER = /[\p{L}\p{N}\p{M}]/u;

/** Whether a text has a letter where a word begins: a letter by itself is in nearly every text. */
function startsWord(folded: string, letter: string): boolean {
  for (let at = folded.indexOf(letter); at !== -1; at = folded.indexOf(letter, at + 1)) {
    if (at === 0 || !LETTER_OR_NUMBER.test(folded[at - 1]!)) return true;
  }
  return false;
}

/**
 * Tells of folded texts whether they hold the whole query, or each of its words in any order. Of several words, one of a single
 * letter or digit has to begin a word: "offset y" is no `Sky`.
 */
function foldedMatcher(query: string): (folded: string) => boolean {
  const full = foldText(query.trim());
  const words = wordsOf(query);
  const has = (folded: string, word: string): boolean =>
    words.length > 1 && SINGLE_LETTER.test(word) ? startsWord(folded, word) : folded.includes(word);
  return (folded) => folded.includes(full) || (words.length > 0 && words.every((word) => has(folded, word)));
}

/** Tells of texts whether they hold what was typed. An empty query is in every text. */
export function textMatcher(query: string): (text: string) => boolean {
  const isIn = foldedMatcher(query);
  return (text) => isIn(foldText(text));
}

/**
 * Searches as it is typed; where nothing answers, once more with typing errors corrected.
 * @param vocabulary of what is searched, read only when nothing answers.
 */
export function searchForgiving<Found>(
  query: string,
  search: (query: string) => Found[],
  vocabulary: Vocabulary,
): Found[] {
  const found = search(query);
  if (found.length > 0) return found;
  const corrected = vocabulary.correct(query);
  return corrected === null ? found : search(corrected);
}

/**
 * A list that is searched with each key that is typed: its texts are read and folded once, with the first search, and so
 * are the words that typing errors are looked for in. Make another for another list.
 */
export class SearchIndex<Item> {
  readonly #items: readonly Item[];
  readonly #textOf: (item: Item) => string;
  readonly #vocabulary = new Vocabulary(() => this.#readFolded());
  #folded: readonly string[] | undefined;

  /** @param textOf all that an item is found by. */
  constructor(items: readonly Item[], textOf: (item: Item) => string) {
    this.#items = items;
    this.#textOf = textOf;
  }

  #readFolded(): readonly string[] {
    this.#folded ??= this.#items.map((item) => foldText(this.#textOf(item)));
    return this.#folded;
  }

  /** The items, in their order, of which a text answers a query; all for an empty one. O(characters of all texts). */
  search(query: string): Item[] {
    if (query.trim() === '') return [...this.#items];
    const folded = this.#readFolded();
    return searchForgiving(
      query,
      (typed) => {
        const isIn = foldedMatcher(typed);
        return this.#items.filter((_, at) => isIn(folded[at] ?? ''));
      },
      this.#vocabulary,
    );
  }
}

/** One search of a list that is not searched again; see `SearchIndex`. @param textOf all that an item is found by. */
export const searchTexts = <Item>(
  items: readonly Item[],
  query: string,
  textOf: (item: Item) => string,
): Item[] => new SearchIndex(items, textOf).search(query);
