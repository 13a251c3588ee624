import { searchForgiving, Vocabulary, wordsOf as foldedWords } from '#shared/search/index.ts';
import { articles, type Article } from './articles.ts';

/** Where a word of the search is found counts: in the title most, in the text least. */
const WEIGHTS = { title: 4, words: 3, text: 1 } as const;

/** A text as people read it, without keys of commands and addresses. */
const stripMarkup = (text: string): string => text.replace(/\{[^}]+\}/g, '').replace(/\]\([^)]*\)/g, '');

const wordsOf = (text: string): string[] => foldedWords(stripMarkup(text));

/** How well one word fits an article; 0 where it is not in it. Words are found by how they begin. */
function rankWord(article: Article, word: string): number {
  const begins = (text: string) => wordsOf(text).some((token) => token.startsWith(word));
  return Math.max(
    begins(article.title) ? WEIGHTS.title : 0,
    begins(article.words ?? '') ? WEIGHTS.words : 0,
    article.text.some(begins) ? WEIGHTS.text : 0,
  );
}

const textsOf = ({ title, words, text }: Article): string[] => [title, words ?? '', ...text].map(stripMarkup);
const vocabulary = new Vocabulary(() => articles.flatMap(textsOf));

/**
 * The articles that hold every word of a search, the best first; all of them, as they are ordered, for an empty one. Typing
 * errors are forgiven.
 */
export function findArticles(query: string): readonly Article[] {
  if (foldedWords(query).length === 0) return articles;
  return searchForgiving(query, rankedArticles, vocabulary);
}

function rankedArticles(query: string): Article[] {
  const queryWords = foldedWords(query);
  return articles
    .map((article) => {
      const ranks = queryWords.map((word) => rankWord(article, word));
      return { article, rank: ranks.includes(0) ? 0 : ranks.reduce((sum, rank) => sum + rank, 0) };
    })
    .filter(({ rank }) => rank > 0)
    .toSorted((a, b) => b.rank - a.rank)
    .map(({ article }) => article);
}
