/** The gallery of outputs. */
export const gallery = {
  day: 'Day',
  dayBefore: 'The day before',
  dayAfter: 'The day after',
  noDay: 'Write a day as 2026-11-24.',
} as const;
