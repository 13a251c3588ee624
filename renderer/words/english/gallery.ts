import { pluralForm, number } from '../forms.ts';

/** The gallery of outputs. */
export const gallery = {
  onlyStarred: 'Only starred',
  collectionMade: (name: string): string => `Collection “${name}” was made`,
  /** @param outputs at least one. */
  collectionHolds: (outputs: number): string =>
    pluralForm(outputs, { one: 'The output is in it.', other: 'The # outputs are in it.' }),
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
  filterByInput: 'Filter by the value of an input',
  inputs: 'Inputs',
  input: 'Input',
  chooseInput: 'Choose an input',
  noInputsYet:
    'Once something has run, its outputs can be found by model, seed, prompt and every other input.',
  value: 'Value',
  chooseValue: 'Choose a value',
  searchValues: 'Search values',
  noValueFits: 'No value has these words.',
  outputs: (count: number) => pluralForm(count, { one: '# output', other: '# outputs' }),
  from: 'From',
  to: 'To',
  showRange: 'Show these numbers',
  /** The numbers of an input that is filtered by; without a bound it is open on that side. */
  range: (from: number | undefined, to: number | undefined) =>
    from === undefined
      ? `up to ${number(to ?? 0)}`
      : to === undefined
        ? `from ${number(from)}`
        : `${number(from)} to ${number(to)}`,
  /** What an output was made from, where every input holds what its node type gives it. */
  asTheyCome: 'All inputs have their default values.',
  inputsUnknown: 'Its inputs are not known on this computer.',
  untouched: (count: number) =>
    pluralForm(count, { one: '# input at its default', other: '# inputs at their defaults' }),
  /** @param node what the node is called; empty of the fields of a form. */
  untouchedOf: (node: string) =>
    node === '' ? 'Inputs at their defaults' : `Inputs of ${node} at their defaults`,
  varied: 'What was varied',
  /** @param node what the node is called; empty of the fields of a form. */
  inputsOf: (node: string) => (node === '' ? 'Inputs it was made from' : `Inputs of ${node}`),
  showWhole: 'Show all of it',
  showLess: 'Show less',
  againWithAnother: (input: string) => `Again with another ${input}`,
} as const;
