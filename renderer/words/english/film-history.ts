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
  filmHistory: {
    allKinds: 'Whole project',
    versionCouldNotBrought: 'This version could not be brought back',
    versionsOf: 'Versions of',
    eachStretchWorkProject: 'Each stretch of work on the project is saved here, on this computer.',
    bringingVersionBackStep: 'Bringing a version back is one step, which Undo takes back.',
    versionsCouldNotRead: 'The versions could not be read',
    versionsBeingRead: 'The versions are being read',
    versions: 'Versions',
    showOlderVersions: 'Show older versions',
    compare: (title: string, contents: string): string => `Compare ${title}, ${contents}`,
    bringBack: (title: string, contents: string): string => `Bring back ${title}, ${contents}`,
  },
  versionRow: {
    things: { graph: 'Graph', storyboard: 'Storyboard', timeline: 'Timeline' },
    reasons: { saved: 'Saved here', found: 'As found', before: 'As it was before' },
    historyNotChanged: 'The history was not changed',
    nameVersion: 'Name of the version',
    compare: (title: string, contentsOf: string): string => `Compare ${title}, ${contentsOf}`,
    bringBack: (title: string, contentsOf: string): string => `Bring back ${title}, ${contentsOf}`,
    overflowVersion: (title: string, version: number): string => `More for ${title}, version ${version}`,
    name: 'Name…',
    rename: 'Rename…',
    removeName: 'Remove the name',
    deleteFromHistory: 'Delete from the history',
  },
} as const;
