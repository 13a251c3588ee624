import { counted } from '../forms.ts';

/** The gallery of outputs. */
export const gallery = {
  onlyStarred: 'Only starred',
  collectionMade: (name: string): string => `Collection “${name}” was made`,
  /** @param outputs at least one. */
  collectionHolds: (outputs: number): string =>
    counted(outputs, { one: 'The output is in it.', other: 'The # outputs are in it.' }),
  starred: 'Starred',
  stackSeeds: 'Stack what differs in the seed alone',
  stack: 'Stack',
  showHidden: 'Show what is hidden',
  hidden: 'Hidden',
  day: 'Day',
  dayBefore: 'The day before',
  dayAfter: 'The day after',
  noDay: 'Write a day as 2026-11-24.',
  again: 'Run again',
  againWithChange: 'Again with one change',
  whatChanges: 'What changes',
  nothingChanges: 'Nothing, as it was',
  aboutNothing:
    'What is kept of earlier results is used again, so that only nodes that give something new each time make another take.',
  runAsItWas: 'Run again as it was',
  runOnce: 'Run once',
  keep: 'Run and keep',
  projectChanged: 'The project has changed since this run. Kept, the value runs in it as it is now.',
  newValue: 'New value',
  sameAsBefore: 'This is the value it had. Change it to run.',
  runningAgain: 'Running again',
  runningWith: (change: string) => `Running again with ${change}`,
  joins: 'The new output joins the others here.',
  /** What an output was made from, where every input holds what its node type gives it. */
  asTheyCome: 'All inputs as they come.',
  inputsUnknown: 'Its inputs are not known on this computer.',
  untouched: (count: number) =>
    counted(count, { one: '# input as it comes', other: '# inputs as they come' }),
} as const;
