import { stripTexts } from './words.ts';

/** Names that hold everyday words: English that no code base of this field uses for names (`place`, `asked`, `wanted`, `gone`). */

const DECLARATION = /\b(?:const|let|function\*?|class|interface|type)\s+([A-Za-z_$][\w$]*)/g;
/** Members and parameters: a name before a colon, or before the parameters and the body or type of a method. */
const MEMBER =
  /(?:^|[\s({,;])(?:(?:readonly|private|static|async|get|set|override)\s+)*#?([A-Za-z_$][\w$]*)\??\s*(?=:[^:=?]|\([^)]*\)\s*(?::|\{))/gm;
const KEYWORDS = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'return',
  'function',
  'new',
  'await',
  'case',
  'default',
  'else',
  'do',
  'try',
  'constructor',
]);

const singular = (word: string): string =>
  word.length > 4 && word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : word.length > 3 && /[^sui]s$/.test(word)
      ? word.slice(0, -1)
      : word;

/** The words of a name, in lower case and in the singular: `placedItems` has `placed` and `item`. */
export const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/[_$]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s\d]+/)
    .filter((word) => word.length > 2)
    .map(singular);

/** The names that a source declares: variables, functions, types, members, parameters. */
export function declaredNames(source: string): string[] {
  const code = stripTexts(source);
  const names = [...code.matchAll(DECLARATION), ...code.matchAll(MEMBER)].map(([, name]) => name ?? '');
  return [...new Set(names)].filter((name) => !KEYWORDS.has(name));
}

/**
 * In how many sources a name is declared that holds a word.
 * @param sources their texts.
 * @param words those that are counted.
 */
export function countWords(sources: readonly string[], words: ReadonlySet<string>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const source of sources) {
    const found = new Set(declaredNames(source).flatMap(wordsOf));
    for (const word of found) if (words.has(word)) counts[word] = (counts[word] ?? 0) + 1;
  }
  return counts;
}
