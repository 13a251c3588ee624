import { pluralForm, number } from '../forms.ts';

const rows = { one: '# row', other: '# rows' };
const values = { one: '# value', other: '# values' };

/** Making a batch: which column of a table fills which input. */
export const batches = {
  saveResults: 'Save results',
  /** Why results cannot be saved. */
  nothingRan: 'Nothing has run yet. Run the batch first: then there are results to save.',
  /** Why a grid cannot be saved. */
  noCellDone: 'No cell has a result yet. Run the grid first: then there is something to save.',
  title: '3. Which column goes where',
  from: (name: string, count: number) => `${name} · ${pluralForm(count, rows)}`,
  fills: (column: string) => `Column ${column} fills`,
  notUsed: 'Not used',
  guess: 'Guess',
  aboutGuess: 'Chosen by its name. Look whether it is right, or choose another input.',
  wants: {
    number: (input: string, column: string, count: string) =>
      `${input} wants numbers: none of the ${count} values of ${column} is one. Choose another input.`,
    boolean: (input: string, column: string, count: string) =>
      `${input} wants yes or no: none of the ${count} values of ${column} is either. Choose another input.`,
    color: (input: string, column: string, count: string) =>
      `${input} wants colors: none of the ${count} values of ${column} is one. Choose another input.`,
    file: (input: string, column: string, count: string) =>
      `${input} wants files: no file here has one of the ${count} names in ${column}. Upload them first, or choose another input.`,
    choice: (input: string, column: string, count: string) =>
      `${input} takes a few words only: none of the ${count} values of ${column} is one. Choose another input.`,
  },
  whollyWrong: (reason: string, count: string) => `None of the ${count} values fits: ${reason}.`,
  someWrong: (invalid: number, filled: number, reason: string) =>
    `${number(invalid)} of ${pluralForm(filled, values)} ${invalid === 1 ? 'does' : 'do'} not fit: ${reason}.`,
  comma: 'What a comma means in this column',
  commaUnknown: 'Choose what a comma means',
  commaDecimal: 'Comma before decimals: 1,024 is 1.024',
  commaThousands: 'Comma between thousands: 1,024 is 1024',
  commaMixed: 'As each value shows it',
  commaSeen: 'As the other values of this column show it.',
} as const;
