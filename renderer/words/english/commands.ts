/** What people read in `renderer/commands`, by the file that shows it. */
export const commands = {
  commandPalette: {
    on: 'on',
    commandPalette: 'Command palette',
    doYouDo: 'What do you want to do?',
    searchCommands: 'Search commands',
    commands: 'Commands',
    noCommandMatches: 'No command matches.',
  },
} as const;
