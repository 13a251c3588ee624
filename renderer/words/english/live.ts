/** What people read in `renderer/live`, by the file that shows it. */
export const live = {
  liveRun: {
    nodeFailed: 'This node failed.',
  },
  liveSwitch: {
    live: 'Live',
    switchSeeEachEdit: 'Off: switch it on to see each edit at once, in small, for nothing.',
    freeFastShowsEach: 'What is free and fast shows each edit at once, in small.',
    eachEditShowsLeft: (names: string): string =>
      `Each edit shows at once, in small. Left out for a minute, because they took too long: ${names}.`,
  },
} as const;
