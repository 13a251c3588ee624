import { englishCommandWords } from '#shared/commands/words.ts';

/** What people read of commands, menus and keys: it stands in their tables, as the application menu has it too. */
export const commandWords = englishCommandWords;
