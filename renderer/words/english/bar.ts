/** The bar above an open project. */
export const bar = {
  find: 'Find',
  backTo: (project: string): string => `Back to ${project}`,
  more: 'More',
  rename: (name: string): string => `${name} – press to rename`,
  nameIt: 'Press to give the project a name',
  creditsOf: (balance: string): string => `${balance}. Shows what was spent.`,
  queue: 'Queue',
  run: {
    run: 'Run',
    stop: 'Stop',
    stopping: 'Stopping…',
    /** Between them the widest that the button usually says: it is as wide as that, whatever it says. */
    longest: ['Run about 99 nodes', 'Run 99 of 99 nodes', 'Run · 999 credits', 'Stopping…'],
    longestShort: ['Run 99 of 99', 'Run · 0.05 credits', 'Run again', 'Stopping…'],
  },
  /** Of the graph, a storyboard or a timeline: what the number beside “Saved” is for. */
  saved: (version: number): string =>
    `The service has every change. Each one that is saved makes a version, and this is number ${version}: History leads back to earlier ones.`,
} as const;
