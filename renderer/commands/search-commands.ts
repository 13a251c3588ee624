import { words } from '#renderer/words/index.ts';
import { foldText, searchForgiving, textMatcher, Vocabulary, wordsOf } from '#shared/search/index.ts';
import type { CommandState } from './registry.ts';

/** What a command is found by. */
function textOf({ id, title }: CommandState): string {
  const texts = words.commandWords.commands[id];
  return `${title} ${texts.title} ${texts.words ?? ''}`;
}

/**
 * Commands whose title, or what else people call them, holds every word of the query. What is about the selection comes first, of
 * the others titles that begin with the query, then those where a word begins with it; what cannot be used now comes last.
 * @param isSelectionCommand whether a command can be used because of what is selected.
 */
export function searchCommands(
  all: readonly CommandState[],
  query: string,
  isSelectionCommand: (id: CommandState['id']) => boolean = () => false,
): CommandState[] {
  return searchForgiving(
    query,
    (typed) => rankedCommands(all, typed, isSelectionCommand),
    new Vocabulary(() => all.map(textOf)),
  );
}

function rankedCommands(
  all: readonly CommandState[],
  query: string,
  isSelectionCommand: (id: CommandState['id']) => boolean,
): CommandState[] {
  const queryWords = wordsOf(query);
  const isIn = textMatcher(query);
  const rank = ({ id, title, enabled }: CommandState): number => {
    const folded = foldText(title);
    const first = queryWords[0] ?? '';
    const match = folded.startsWith(queryWords.join(' '))
      ? 0
      : wordsOf(title).some((word) => word.startsWith(first))
        ? 1
        : folded.includes(first)
          ? 2
          : 3;
    return match + (enabled ? (isSelectionCommand(id) && match < 2 ? -4 : 0) : 10);
  };
  return all
    .filter((command) => isIn(textOf(command)))
    .map((command, index) => ({ command, index, rank: rank(command) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ command }) => command);
}
