import Fuse from 'fuse.js/basic';
import { articles, type Article } from './articles.ts';

/** Where a word of the search is found counts: in the title most, in the text least. */
const WEIGHTS = { title: 4, words: 3, text: 1 } as const;

/** A text as people read it, without keys of commands and addresses. */
const plain = (text: string): string => text.replace(/\{[^}]+\}/g, '').replace(/\]\([^)]*\)/g, '');

const wordsOf = (text: string): string[] =>
  plain(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** How well one word fits an article; 0 where it is not in it. Words are found by how they begin. */
function rankWord(article: Article, word: string): number {
  const begins = (text: string) => wordsOf(text).some((one) => one.startsWith(word));
  return Math.max(
    begins(article.title) ? WEIGHTS.title : 0,
    begins(article.words ?? '') ? WEIGHTS.words : 0,
    article.text.some(begins) ? WEIGHTS.text : 0,
  );
}

/** Letters from which on typing errors are forgiven. */
const MIN_FUZZY_LETTERS = 4;

/** All words of the articles, to be found by words that are nearly them. Made at the first typing error. */
let nearly: Fuse<string> | undefined;

/** A word as the articles have it: itself where one begins so, else the nearest. */
function corrected(word: string): string {
  if (word.length < MIN_FUZZY_LETTERS || articles.some((article) => rankWord(article, word) > 0)) return word;
  nearly ??= new Fuse(
    [
      ...new Set(
        articles.flatMap(({ title, words, text }) => [title, words ?? '', ...text].flatMap(wordsOf)),
      ),
    ],
    { threshold: 0.34, includeScore: true },
  );
  // Of those that are as near the shortest finds the others too: words are found by how they begin.
  const [nearest] = nearly
    .search(word)
    .toSorted((a, b) => (a.score ?? 1) - (b.score ?? 1) || a.item.length - b.item.length);
  return nearest?.item ?? word;
}

/**
 * The articles that hold every word of a search, the best first; all of them, as they are ordered, for an empty one. Typing
 * errors are forgiven.
 */
export function findArticles(query: string): readonly Article[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return articles;
  const wanted = words.map(corrected);
  return articles
    .map((article) => {
      const ranks = wanted.map((word) => rankWord(article, word));
      return { article, rank: ranks.includes(0) ? 0 : ranks.reduce((sum, rank) => sum + rank, 0) };
    })
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ article }) => article);
}
