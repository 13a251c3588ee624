import type { Translated } from '../translated.ts';
import type { commands as english } from '../english/commands.ts';

export const commands: Translated<typeof english> = {
  commandPalette: {
    on: 'ein',
    commandPalette: 'Befehlspalette',
    doYouDo: 'Was soll geschehen?',
    searchCommands: 'Befehle suchen',
    commands: 'Befehle',
    noCommandMatches: 'Kein passender Befehl.',
  },
};
