/** What people read in `renderer/takes`, by the file that shows it. */
export const origins = {
  by: {
    createdByNode: (title: string): string => `Made by \u2068${title}\u2069,`,
    cannotRunRetry: 'It cannot be run again now',
    createdBy: 'Made by',
    showNode: 'Show the node',
    showRun: 'Show the run',
    runRetry: 'Run again…',
    label: 'Takes',
    used: (when: string): string => `The take that is used, of ${when}`,
    applyUse: (when: string): string => `Use the take of ${when}`,
  },
} as const;
