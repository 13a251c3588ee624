/** What people read in `renderer/costs`, by the file that shows it. */
export const costs = {
  limitDialog: {
    noCredits: '0 credits',
    askedAbove: (amount: string): string =>
      `You asked to be asked before runs above ${amount}, or of unknown cost.`,
    runAboveYourLimit: 'Run above your limit?',
    doNotRun: 'Do not run',
    run: 'Run',
    limitSettingsEachConnection: 'The limit is in Settings, for each connection.',
  },
} as const;
