import { commandTable } from '#shared/desk/commands/index.ts';
import type { CommandState } from './registry.ts';

const words = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * Commands whose title, or what else people call them, holds every word of the query. Titles that begin with it come first,
 * then those where a word begins with it; what cannot be used now comes last.
 */
export function searchCommands(all: readonly CommandState[], query: string): CommandState[] {
  const wanted = words(query);
  const rank = ({ title, usable }: CommandState): number => {
    const lower = title.toLowerCase();
    const first = wanted[0] ?? '';
    const match = lower.startsWith(wanted.join(' '))
      ? 0
      : words(lower).some((word) => word.startsWith(first))
        ? 1
        : lower.includes(first)
          ? 2
          : 3;
    return match + (usable ? 0 : 10);
  };
  return all
    .filter(({ id, title }) => {
      const known = `${title} ${commandTable[id].title} ${commandTable[id].words ?? ''}`.toLowerCase();
      return wanted.every((word) => known.includes(word));
    })
    .map((command, index) => ({ command, index, rank: rank(command) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ command }) => command);
}
