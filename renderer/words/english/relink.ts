import type { Match } from '#shared/timeline/relink.ts';
import { pluralForm } from '../forms.ts';

const files = (count: number): string => pluralForm(count, { one: '# file', other: '# files' });

/** Finding the files of clips again. */
export const relink = {
  title: 'Find missing files',
  description:
    'Files are looked for by their bytes, names and lengths among those you have here. Choose a folder or files of this computer to look there as well.',
  missing: (count: number, shots: number) =>
    [
      count === 0 ? '' : pluralForm(count, { one: '# missing file', other: '# missing files' }),
      shots === 0 ? '' : pluralForm(shots, { one: '# shot', other: '# shots' }).concat(' without a picture'),
    ]
      .filter((segment) => segment !== '')
      .join(' · '),
  chooseFolder: 'Look in a folder…',
  chooseFiles: 'Choose files…',
  chooseFor: (name: string) => `Choose a file for ${name}`,
  unnamed: 'A clip without a name',
  take: (name: string) => `Link ${name}`,
  all: 'All that were found',
  found: (found: number, all: number) => `${found} of ${all} found`,
  candidates: (name: string) => `File for ${name}`,
  nothing: 'Nothing like it',
  nothingYet: 'Nothing like it here. Choose it on this computer.',
  expected: (length: string, rate: string, count: number) =>
    [length, rate, pluralForm(count, { one: '# clip', other: '# clips' })]
      .filter((segment) => segment !== '')
      .join(' · '),
  atLeast: (length: string) => `at least ${length}`,
  rate: (rate: number) => `${Math.round(rate * 1000) / 1000} fps`,
  inFiles: 'in Files',
  onThisComputer: 'on this computer, is uploaded',
  otherLength: (length: string, expected: string) => `${length} long, not ${expected}`,
  looking: 'Reading the files…',
  tooMany: (count: number) =>
    `Only the first ${count} pictures, videos and sounds of the folder are looked at.`,
  noMedia: 'There is no picture, video or sound among them.',
  matches: {
    hash: 'Same file',
    'name-and-length': 'Name and length',
    name: 'Name only',
    similar: 'Similar',
  } satisfies Record<Match, string>,
  chosen: 'Your choice',
  start: (count: number) => (count === 0 ? 'Link files' : `Link ${files(count)}`),
  step: (count: number) => `link ${files(count)}`,
  findAfterImport: 'Find missing files…',
} as const;
