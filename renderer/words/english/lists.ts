/** Lists of nodes beside the canvas. */
export const lists = {
  /** Which of several nodes of one name. */
  oneOf: (place: number, count: number) => `${place} of ${count}`,
} as const;
