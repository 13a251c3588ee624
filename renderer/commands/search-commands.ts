import type { CommandState } from './registry.ts';

const words = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * Commands whose title holds every word of the query. Titles that begin with it come first, then those where a word
 * begins with it; what cannot be used now comes last.
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
        : 2;
    return match + (usable ? 0 : 10);
  };
  return all
    .filter(({ title }) => wanted.every((word) => title.toLowerCase().includes(word)))
    .map((command, index) => ({ command, index, rank: rank(command) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ command }) => command);
}
