/** What people read in `renderer/costs`, by the file that shows it. */
export const costs = {
  limitDialog: {
    runAboveYourLimit: 'Run above your limit?',
    doNotRun: 'Do not run',
    run: 'Run',
    limitSettingsEachConnection: 'The limit is in Settings, for each connection.',
  },
} as const;
