/** The gallery of outputs. */
export const gallery = {
  day: 'Day',
  dayBefore: 'The day before',
  dayAfter: 'The day after',
  noDay: 'Write a day as 2026-11-24.',
  again: 'Run again',
  againWithChange: 'Again with one change',
  aboutAgain: 'The graph runs as it was. The project stays as it is, unless you keep what you change.',
  whatChanges: 'What changes',
  nothingChanges: 'Nothing, as it was',
  aboutNothing:
    'What is kept of earlier results is used again, so that only nodes that give something new each time make another take.',
  runAsItWas: 'Run again as it was',
  runOnce: 'Run once',
  keep: 'Run and keep in the project',
  keepNow: 'Run and keep in the project as it is now',
  input: (name: string, value: string) => `${name}: ${value}`,
} as const;
