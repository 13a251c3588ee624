import { NodeFailure } from '../definition.ts';
import { boolean, choice, invalid, TEXT_LIMIT } from '../pins.ts';
import { withTimeLimit } from '../time-limit.ts';

/** Longest text a regular expression is tried on, in characters. */
const REGEX_INPUT_LIMIT = 1_000_000;
const PATTERN_LIMIT = 1000;
const TIME_LIMIT_MS = 1000;

/** How a search text is meant. */
export const MODE = choice('Search as', ['plain text', 'regular expression'], { default: 'plain text' });
export const MATCH_CASE = boolean('Match case', { default: true, exposed: false });

export interface Pattern {
  find: string;
  mode: 'plain text' | 'regular expression';
  matchCase: boolean;
}

/** Replaces every match. In regular expressions, `$1`, `$<name>` and `$&` in `replacement` are filled in. */
export function replaceAll(input: string, pattern: Pattern, replacement: string): string {
  const isPattern = pattern.mode === 'regular expression';
  let length = input.length;
  return guarded(input, pattern, (expression) =>
    input.replace(expression, (...match: unknown[]) => {
      const replaced = isPattern ? fillIn(replacement, match) : replacement;
      length += replaced.length;
      if (length > TEXT_LIMIT) throw invalid('The text would grow too long. Use a shorter replacement.');
      return replaced;
    }),
  );
}

/** Cuts a text at every match. Groups of a regular expression are not among the pieces. */
export function splitAt(input: string, pattern: Pattern): string[] {
  return guarded(input, pattern, (expression) => {
    const segments: string[] = [];
    let start = 0;
    for (const match of input.matchAll(expression)) {
      // An empty match cuts between characters, but not off the ends.
      const empty = match[0] === '';
      if (empty && (match.index === 0 || match.index >= input.length)) continue;
      segments.push(input.slice(start, match.index));
      start = match.index + match[0].length;
    }
    segments.push(input.slice(start));
    return segments;
  });
}

function guarded<T>(input: string, pattern: Pattern, work: (expression: RegExp) => T): T {
  const expression = compile(pattern);
  if (pattern.mode === 'plain text') return work(expression);
  if (input.length > REGEX_INPUT_LIMIT) {
    throw invalid(
      `Regular expressions work on up to ${REGEX_INPUT_LIMIT.toLocaleString('en')} characters; this text has ${input.length.toLocaleString('en')}. Split it first.`,
    );
  }
  const regexTimeout = () =>
    new NodeFailure(
      'PATTERN_TOO_SLOW',
      'The regular expression takes too long on this text. Avoid repeats inside repeats, such as (a+)+.',
    );
  return withTimeLimit(TIME_LIMIT_MS, regexTimeout, () => work(expression));
}

function compile({ find, mode, matchCase }: Pattern): RegExp {
  if (find.length > PATTERN_LIMIT && mode === 'regular expression') {
    throw invalid(`Find is longer than the ${PATTERN_LIMIT} characters a regular expression may have.`);
  }
  const source = mode === 'plain text' ? find.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : find;
  try {
    return new RegExp(source, `gu${matchCase ? '' : 'i'}`);
  } catch {
    // What engines say of it differs and is made for programmers.
    throw invalid(
      'Find is not a valid regular expression. Look for brackets that do not match, and put \\ before signs that stand for themselves.',
    );
  }
}

/** As `String.replace` does it, given the arguments it calls a function with. */
function fillIn(replacement: string, match: unknown[]): string {
  const named = typeof match.at(-1) === 'object' ? (match.at(-1) as Record<string, string | undefined>) : {};
  const groups = match.slice(
    0,
    match.findIndex((captureValue) => typeof captureValue === 'number'),
  ) as (string | undefined)[];
  return replacement.replace(
    /\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/g,
    (matched: string, dollar, all, index, name) => {
      if (dollar !== undefined) return '$';
      if (all !== undefined) return groups[0] ?? '';
      if (name !== undefined) return named[String(name)] ?? '';
      const group = Number(index);
      return group > 0 && group < groups.length ? (groups[group] ?? '') : matched;
    },
  );
}
