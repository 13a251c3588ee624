import { counted } from '../forms.ts';

/** The earlier versions of storyboards and timelines. */
export const filmHistory = {
  /** Of a version before which one thing was done. */
  step: (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  steps: (count: number, names: readonly string[]) =>
    `${counted(count, { one: '# change', other: '# changes' })}: ${names.join(', ')}`,
  /** What a version is called that stands over the timeline. */
  comparedVersion: (title: string) => `the version “${title}”`,
  notCompared: 'This version could not be compared',
} as const;
