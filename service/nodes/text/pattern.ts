import { NodeFailure } from '../definition.ts';
import { boolean, choice, invalid, TEXT_LIMIT } from '../pins.ts';
import { withTimeLimit } from '../time-limit.ts';

/** Longest text a regular expression is tried on, in characters. */
const SUBJECT_LIMIT = 1_000_000;
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
export function replaceAll(subject: string, pattern: Pattern, replacement: string): string {
  const isPattern = pattern.mode === 'regular expression';
  let length = subject.length;
  return guarded(subject, pattern, (expression) =>
    subject.replace(expression, (...match: unknown[]) => {
      const piece = isPattern ? fillIn(replacement, match) : replacement;
      length += piece.length;
      if (length > TEXT_LIMIT) throw invalid('The text would grow too long. Use a shorter replacement.');
      return piece;
    }),
  );
}

/** Cuts a text at every match. Groups of a regular expression are not among the pieces. */
export function splitAt(subject: string, pattern: Pattern): string[] {
  return guarded(subject, pattern, (expression) => {
    const pieces: string[] = [];
    let start = 0;
    for (const match of subject.matchAll(expression)) {
      // An empty match cuts between characters, but not off the ends.
      const empty = match[0] === '';
      if (empty && (match.index === 0 || match.index >= subject.length)) continue;
      pieces.push(subject.slice(start, match.index));
      start = match.index + match[0].length;
    }
    pieces.push(subject.slice(start));
    return pieces;
  });
}

function guarded<T>(subject: string, pattern: Pattern, work: (expression: RegExp) => T): T {
  const expression = compile(pattern);
  if (pattern.mode === 'plain text') return work(expression);
  if (subject.length > SUBJECT_LIMIT) {
    throw invalid(
      `Regular expressions work on up to ${SUBJECT_LIMIT.toLocaleString('en')} characters; this text has ${subject.length.toLocaleString('en')}. Split it first.`,
    );
  }
  const tooSlow = () =>
    new NodeFailure(
      'PATTERN_TOO_SLOW',
      'The regular expression takes too long on this text. Avoid repeats inside repeats, such as (a+)+.',
    );
  return withTimeLimit(TIME_LIMIT_MS, tooSlow, () => work(expression));
}

function compile({ find, mode, matchCase }: Pattern): RegExp {
  if (find.length > PATTERN_LIMIT && mode === 'regular expression') {
    throw invalid(`Find is longer than the ${PATTERN_LIMIT} characters a regular expression may have.`);
  }
  const source = mode === 'plain text' ? find.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : find;
  try {
    return new RegExp(source, `gu${matchCase ? '' : 'i'}`);
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /s, '') : 'it cannot be read';
    throw invalid(`Find is not a valid regular expression: ${reason.toLowerCase()}.`);
  }
}

/** As `String.replace` does it, given the arguments it calls a function with. */
function fillIn(replacement: string, match: unknown[]): string {
  const named = typeof match.at(-1) === 'object' ? (match.at(-1) as Record<string, string | undefined>) : {};
  const groups = match.slice(
    0,
    match.findIndex((part) => typeof part === 'number'),
  ) as (string | undefined)[];
  return replacement.replace(
    /\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/g,
    (whole: string, dollar, all, index, name) => {
      if (dollar !== undefined) return '$';
      if (all !== undefined) return groups[0] ?? '';
      if (name !== undefined) return named[String(name)] ?? '';
      const group = Number(index);
      return group > 0 && group < groups.length ? (groups[group] ?? '') : whole;
    },
  );
}
