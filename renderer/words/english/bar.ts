/** The bar above an open project. */
export const bar = {
  find: 'Find',
  backTo: (project: string): string => `Back to ${project}`,
  more: 'More',
  rename: (name: string): string => `${name} – press to rename`,
  nameIt: 'Press to give the project a name',
  creditsOf: (balance: string): string => `${balance}. Shows what was spent.`,
  queue: 'Queue',
  /** Of the graph, a storyboard or a timeline: what the number beside “Saved” is for. */
  saved: (version: number): string =>
    `The service has every change. Each one that is saved makes a version, and this is number ${version}: History leads back to earlier ones.`,
} as const;
