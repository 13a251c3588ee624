/** Lists in which several things have one name. */
export const lists = {
  /** Which of several nodes of one name. */
  oneOf: (position: number, count: number) => `${position} of ${count}`,
  /** Where a name stands for a file, and several have it. */
  sameName: (name: string, count: number) => `${count} files are called “${name}”: the newest is used.`,
} as const;
