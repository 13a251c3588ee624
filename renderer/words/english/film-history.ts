import { withCounts } from '../forms.ts';

/** The earlier versions of storyboards and timelines. */
export const filmHistory = {
  /** What was done up to a version, as `Trim clip, move clip`; how often is not known. */
  steps: (names: readonly string[]) => {
    const joined = withCounts(names).join(', ');
    return `${joined.charAt(0).toUpperCase()}${joined.slice(1)}`;
  },
  button: 'History',
  title: 'History of the project',
  /** What a version is called that stands over the timeline. */
  comparedVersion: (title: string) => `the version “${title}”`,
  notCompared: 'This version could not be compared',
} as const;
