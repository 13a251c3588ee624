import { wordsOf } from './name-words.ts';

/** Words that a name may hold without a question: those of the field, and those that the glossary explains. */

const BOLD = /\*\*([^*]+)\*\*/g;

/** The words that stand in bold in the glossary, in lower case and in the singular. */
export const glossaryWords = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(BOLD)].flatMap(([, terms = '']) => terms.split(/[,\s-]+/).flatMap(wordsOf)));

/** Words of a list that has them between spaces and line ends. */
export const parseWords = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/).filter(Boolean));

/**
 * Words that stand in names of several sources and in none of the lists, in alphabetical order.
 * @param names the declared names of each source.
 * @param limit sources from which a word is no longer a matter of one place.
 */
export function unparseWords(
  names: readonly (readonly string[])[],
  lists: readonly ReadonlySet<string>[],
  limit: number,
): string[] {
  const counts = new Map<string, number>();
  for (const declared of names) {
    for (const word of new Set(declared.flatMap(wordsOf))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .filter(([word, count]) => count >= limit && !lists.some((list) => list.has(word)))
    .map(([word]) => word)
    .toSorted();
}
