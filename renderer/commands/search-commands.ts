import { commandTable } from '#shared/desk/commands/index.ts';
import { foldText, searchForgiving, textMatcher, wordsOf } from '#shared/search/index.ts';
import type { CommandState } from './registry.ts';

/** What a command is found by. */
const textOf = ({ id, title }: CommandState): string =>
  `${title} ${commandTable[id].title} ${commandTable[id].words ?? ''}`;

/**
 * Commands whose title, or what else people call them, holds every word of the query. Titles that begin with it come first,
 * then those where a word begins with it; what cannot be used now comes last.
 */
export function searchCommands(all: readonly CommandState[], query: string): CommandState[] {
  return searchForgiving(
    query,
    (typed) => rankedCommands(all, typed),
    () => all.map(textOf),
  );
}

function rankedCommands(all: readonly CommandState[], query: string): CommandState[] {
  const wanted = wordsOf(query);
  const isIn = textMatcher(query);
  const rank = ({ title, usable }: CommandState): number => {
    const folded = foldText(title);
    const first = wanted[0] ?? '';
    const match = folded.startsWith(wanted.join(' '))
      ? 0
      : wordsOf(title).some((word) => word.startsWith(first))
        ? 1
        : folded.includes(first)
          ? 2
          : 3;
    return match + (usable ? 0 : 10);
  };
  return all
    .filter((command) => isIn(textOf(command)))
    .map((command, index) => ({ command, index, rank: rank(command) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ command }) => command);
}
