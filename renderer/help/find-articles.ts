import { articles, type Article } from './articles.ts';

/** Where a word of the search is found counts: in the title most, in the text least. */
const WEIGHTS = { title: 4, words: 3, text: 1 } as const;

/** A text as people read it, without keys of commands and addresses. */
const plain = (text: string): string => text.replace(/\{[^}]+\}/g, '').replace(/\]\([^)]*\)/g, '');

/** How well one word fits an article; 0 where it is not in it. Words are found by how they begin. */
function rankWord(article: Article, word: string): number {
  const begins = (text: string) =>
    plain(text)
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .some((one) => one.startsWith(word));
  return Math.max(
    begins(article.title) ? WEIGHTS.title : 0,
    begins(article.words ?? '') ? WEIGHTS.words : 0,
    article.text.some(begins) ? WEIGHTS.text : 0,
  );
}

/** The articles that hold every word of a search, the best first; all of them, as they are ordered, for an empty one. */
export function findArticles(query: string): readonly Article[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length === 0) return articles;
  return articles
    .map((article) => {
      const ranks = words.map((word) => rankWord(article, word));
      return { article, rank: ranks.includes(0) ? 0 : ranks.reduce((sum, rank) => sum + rank, 0) };
    })
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ article }) => article);
}
