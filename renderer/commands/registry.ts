import { commandTable, type CommandDescription, type CommandId } from '#shared/desk/commands.ts';

/** Something a person can ask for, from a menu, the palette or a key. */
export interface Command {
  /** An id of the shared table, or one of the page's own. */
  id: string;
  title: string;
  /** `Mod+Enter`; formatted only where it is shown. */
  shortcut?: string;
  /** Whether it can be done now; always, when left out. */
  when?: () => boolean;
  /** For toggles. */
  checked?: () => boolean;
  run: () => void;
}

/** Id, title and shortcut of a command of the shared table: `{ ...commandNamed('run.start'), run }`. */
export function commandNamed(id: CommandId): Pick<Command, 'id' | 'title' | 'shortcut'> {
  const { title, shortcut }: CommandDescription = commandTable[id];
  return { id, title, shortcut };
}

export interface CommandRegistry {
  /** Adds commands; of two with one id the later registered counts. @returns a function that takes them away. */
  register: (commands: readonly Command[]) => () => void;
  /** One command an id; those of what was opened last come first. */
  list: () => readonly Command[];
  find: (id: string) => Command | undefined;
  /** Runs a command if it exists and can be done now. @returns whether it ran. */
  run: (id: string) => boolean;
  subscribe: (listener: () => void) => () => void;
}

export function createCommandRegistry(): CommandRegistry {
  let groups: (readonly Command[])[] = [];
  let merged: readonly Command[] = [];
  const listeners = new Set<() => void>();
  const rebuild = () => {
    const byId = new Map<string, Command>();
    for (const group of groups.toReversed()) {
      for (const command of group) if (!byId.has(command.id)) byId.set(command.id, command);
    }
    merged = [...byId.values()];
    for (const listener of listeners) listener();
  };
  const find = (id: string) => merged.find((command) => command.id === id);
  return {
    register(commands) {
      groups = [...groups, commands];
      rebuild();
      return () => {
        groups = groups.filter((group) => group !== commands);
        rebuild();
      };
    },
    list: () => merged,
    find,
    run(id) {
      const command = find(id);
      if (!command || command.when?.() === false) return false;
      command.run();
      return true;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The commands of this page. */
export const commands = createCommandRegistry();

const words = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/**
 * Commands whose title holds every word of the query. Titles that begin with it come first, then those where a word
 * begins with it; what cannot be done now comes last.
 */
export function searchCommands(all: readonly Command[], query: string): Command[] {
  const wanted = words(query);
  const rank = (command: Command): number => {
    const title = command.title.toLowerCase();
    const first = wanted[0] ?? '';
    const place = title.startsWith(wanted.join(' '))
      ? 0
      : words(title).some((w) => w.startsWith(first))
        ? 1
        : 2;
    return place + (command.when?.() === false ? 10 : 0);
  };
  return all
    .filter((command) => wanted.every((word) => command.title.toLowerCase().includes(word)))
    .map((command, index) => ({ command, index, rank: rank(command) }))
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .map(({ command }) => command);
}
