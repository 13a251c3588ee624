import { pluralForm } from '../forms.ts';

export const help = {
  title: 'Help',
  whatItIs:
    'Patchbay is a canvas on which pictures, films and texts are made by nodes that are wired together.',
  /** Followed by the keys of the command palette. */
  everyCommand: 'Every command is found by its name as well:',
  contents: 'Contents',
  search: 'Search help',
  searchExample: 'Search, for example “unplug a wire”',
  found: (count: number): string => pluralForm(count, { one: '# answer found', other: '# answers found' }),
  nothing: 'Nothing found',
  nothingHint: 'Try another word, or fewer of them.',
} as const;
